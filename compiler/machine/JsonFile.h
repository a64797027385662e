/// \file JSON files of the tool: reading members of objects, with positions of errors.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// An error in a file: a message and its position in the text.
class FileError : public llvm::ErrorInfo<FileError> {
public:
  static char ID;
  FileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Returns the offset of the member or error that the message is about; nothing if it has no
  /// position.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// Parses `text`, which must be an object whose "format" is `format`. Returns a FileError
/// otherwise.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// An object in a file: its path for messages ("gpu.limits."), and the offset of its text.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Reads members of objects, and remembers the first error: a missing member or one of a wrong
/// type.
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<FileError>(std::move(*problem), place); }
  void fail(const JsonSection &section, llvm::StringRef key, const std::string &what);

  /// Fails unless member "version" is `version`.
  void version(const JsonSection &top, std::int64_t version);
  std::optional<JsonSection> section(const JsonSection &in, llvm::StringRef key,
                                     bool isNeeded = true);
  std::string word(const JsonSection &in, llvm::StringRef key, bool isNeeded = true);
  /// Returns a positive number times `unit`, or 0 for a missing member that is not needed.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// Returns a number in [least, most].
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// Returns an integer above 0.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// Returns the member, or null. Fails if it is missing and needed.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
