/// \file Files of the tool in JSON: members taken out of objects, with the place of what is wrong.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// What is wrong with a file, for people, and where in its text.
class FileError : public llvm::ErrorInfo<FileError> {
public:
  static char ID;
  FileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Offset of the member the message is about, or of the mistake; nothing if it has no place.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// The object that `text` is, with "format": `format`; else a FileError.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// An object of a file, its path for messages ("gpu.limits."), and where its text begins.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Takes members out of objects; remembers the first that is missing or of another kind.
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
  /// A positive number times `unit`; 0 if it is not there and need not be.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// A number from `least` to `most`.
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// A whole number above 0.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// The member, or a failure if it is missing and needed.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
