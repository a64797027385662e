/// \file Reader of JSON files, with error messages that have a position.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// An error in a JSON file: a message, and the byte offset in the text that it is about.
class FileError : public llvm::ErrorInfo<FileError> {
public:
  static char ID;
  FileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Returns the byte offset that the message is about, or `nullopt` if the error has no position.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// Parses `text` as JSON. It must be an object whose member "format" is the string `format`.
/// Otherwise returns a FileError.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// An object in a JSON file: its path for messages (such as "gpu.limits."), and the byte offset of
/// its text.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Reader of members of JSON objects. It remembers the first error: a missing member, or one of a
/// wrong type or value.
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<FileError>(std::move(*problem), place); }
  void fail(const JsonSection &section, llvm::StringRef key, const std::string &what);

  /// Checks that the member "version" of the object `top` is `version`. Otherwise reading fails.
  void version(const JsonSection &top, std::int64_t version);
  std::optional<JsonSection> section(const JsonSection &in, llvm::StringRef key,
                                     bool isNeeded = true);
  std::string word(const JsonSection &in, llvm::StringRef key, bool isNeeded = true);
  /// Returns member `key`, a positive number, times `unit`. Returns 0 if it is missing and not
  /// `isNeeded`. A missing needed member or another value is an error.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// Returns member `key`, a number in [least, most]. Other values, or none, are an error.
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// Returns member `key`, an integer above 0. Other values, or none, are an error.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// Returns the member `key`, or null if it is missing. This is an error if it is needed.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
