/// \file Reader of JSON files whose error messages have a position in the file.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// Error in a JSON file: a message for the user, and the byte offset in the text to which it
/// refers.
class FileError : public llvm::ErrorInfo<FileError> {
public:
  static char ID;
  FileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Returns the byte offset in the text to which the message refers, or `nullopt` if the error has
  /// no position.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// Parses `text` as JSON. Returns a FileError if it is not JSON, or not an object whose member
/// "format" is the string `format`.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// Object in a JSON file, as JsonReader uses it. `path` is its prefix in error messages, such as
/// "gpu.limits.". `begin` is the byte offset of its key in the text, or 0 for the outermost object.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Reader of the members of JSON objects. A missing member or a wrong value does not end the
/// reading. The reader records the first such error, and takeError() returns it at the end.
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<FileError>(std::move(*problem), place); }
  void fail(const JsonSection &section, llvm::StringRef key, const std::string &what);

  /// Records an error unless the member "version" of the outermost object `top` is the number
  /// `version`.
  void version(const JsonSection &top, std::int64_t version);
  std::optional<JsonSection> section(const JsonSection &in, llvm::StringRef key,
                                     bool isNeeded = true);
  std::string word(const JsonSection &in, llvm::StringRef key, bool isNeeded = true);
  /// Returns the member `key`, a positive number in the file, multiplied by `unit` (such as 1e9 for
  /// GB/s). Any other value is recorded as an error, and 0 is returned. A missing member gives 0,
  /// and is recorded as an error only if `isNeeded`.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// Returns the member `key`, a number from `least` to `most` (both included). Records an error
  /// and returns 0 if the member is missing or has another value.
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// Returns the member `key`, an integer from 1 to 2^31 - 1. Records an error and returns 0 if the
  /// member is missing or has another value.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// Returns the value of the member `key` of `in`, or null if the member is missing. A missing
  /// member is recorded as an error if `isNeeded`.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
