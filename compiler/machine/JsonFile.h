/// \file Reader of JSON files, with error messages that have a position.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stencilc::machine {

/// An error in a JSON file: a message, and the byte offset in the text to which it refers.
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

/// Parses `text` as JSON. The text must be an object whose member "format" is the string `format`.
/// Otherwise returns a FileError.
llvm::Expected<llvm::json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format);

/// An object in a JSON file: its path for messages (such as "gpu.limits."), and the byte offset of
/// its text.
struct JsonSection {
  const llvm::json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Reader of members of JSON objects. It keeps the first error, such as a missing member or a wrong
/// type, and its functions continue after errors.
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<FileError>(std::move(*problem), place); }
  void fail(const JsonSection &section, llvm::StringRef key, const std::string &what);

  /// Checks that the member "version" of the object `top` is `version`. A different value is
  /// recorded as an error.
  void version(const JsonSection &top, std::int64_t version);
  std::optional<JsonSection> section(const JsonSection &in, llvm::StringRef key,
                                     bool isNeeded = true);
  std::string word(const JsonSection &in, llvm::StringRef key, bool isNeeded = true);
  /// Returns the member `key`, which must be a positive number, times `unit`. For any other value
  /// it records an error and returns 0. A missing member also gives 0, and is an error only if
  /// `isNeeded` is true.
  double rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded = true);
  /// Returns the member `key`, a number in [least, most]. Records an error if the member is missing
  /// or has another value.
  double between(const JsonSection &in, llvm::StringRef key, double least, double most);
  /// Returns the member `key`, an integer above 0. Records an error if the member is missing or has
  /// another value.
  int whole(const JsonSection &in, llvm::StringRef key);

private:
  /// Returns the member `key`, or null if it is missing. Records an error if it is missing and
  /// `isNeeded`.
  const llvm::json::Value *member(const JsonSection &in, llvm::StringRef key, bool isNeeded);
  std::optional<std::size_t> find(const JsonSection &section, llvm::StringRef key) const;

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

} // namespace stencilc::machine
