/// \file Reader of JSON files whose error messages have a position in the file.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// Error in a JSON file. It has a message for the user, and the byte offset in the file to which
/// the message refers.
class FileError : public llvm::ErrorInfo<FileError> {
public:
  static char ID;
  FileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Returns the byte offset in the file to which the message refers. Returns `nullopt` if the
  /// error has no position.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// Parses `text` as JSON. Returns a FileError unless `text` is a JSON object whose member "format"
/// is the string `format`.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// JSON object in a file, with the data that error messages need. `path` is the prefix of its
/// members in messages, such as "gpu.limits.". `begin` is the byte offset of the object's key in
/// the file, or 0 for the outermost object.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Reads members of JSON objects. If a member is missing or has a wrong value, a read function
/// records an error and returns a default value. Only the first error is kept. Callers read all
/// members, and then test failed() and return takeError().
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<FileError>(std::move(*problem), place); }
  void fail(const JsonSection &section, llvm::StringRef key, const std::string &what);

  /// Checks that the member "version" of `top`, the outermost object, is the number `version`.
  /// Records an error in the reader otherwise.
  void version(const JsonSection &top, std::int64_t version);
  std::optional<JsonSection> section(const JsonSection &in, llvm::StringRef key,
                                     bool isNeeded = true);
  std::string word(const JsonSection &in, llvm::StringRef key, bool isNeeded = true);
  /// Returns the member `key` of the object `in`, multiplied by `unit`, such as 1e9 for a number in
  /// GB/s. The number in the file must be positive. Records an error and returns 0 if it is not.
  /// Returns 0 if the member is missing, and records an error only if `isNeeded`.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// Returns the member `key` of the object `in`, a number from `least` to `most` (both included).
  /// Records an error and returns 0 if the member is missing or has another value.
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// Returns the member `key` of the object `in`, an integer from 1 to 2^31 - 1. Records an error
  /// and returns 0 if the member is missing or has another value.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// Returns the value of the member `key` of the object `in`, or null if the member is missing.
  /// Records an error for a missing member if `isNeeded`.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
