/// \file Reader of JSON files whose error messages have a position in the file.
#include "machine/JsonFile.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace stencilc::machine {

namespace json = llvm::json;

char FileError::ID;

/// Converts `error`, which LLVM's JSON parser has returned, to a FileError. The FileError has the
/// parser's message, and the byte offset of the error in the text. It has no offset if the parser's
/// message has none.
static llvm::Error notJson(llvm::Error error) {
  const std::string all = llvm::toString(std::move(error));
  llvm::StringRef rest = all;
  std::size_t offset = 0;
  std::optional<std::size_t> place;
  if (const auto [head, tail] = rest.split("]: "); !tail.empty()) {
    if (!head.rsplit("byte=").second.getAsInteger(10, offset))
      place = offset;
    rest = tail;
  }
  return llvm::make_error<FileError>("it is not JSON: " + rest.str(), place);
}

llvm::Expected<json::Value> parseJsonFile(llvm::StringRef text, llvm::StringRef format) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return notJson(value.takeError());
  const json::Object *object = value->getAsObject();
  if (!object || object->getString("format") != format)
    return llvm::make_error<FileError>("it has no \"format\": \"" + format.str() + "\"",
                                       std::nullopt);
  return value;
}

void JsonReader::fail(const JsonSection &section, llvm::StringRef key, const std::string &what) {
  if (problem)
    return;
  problem = "\"" + section.path + key.str() + "\" " + what;
  place = find(section, key);
  if (!place && section.begin > 0)
    place = section.begin;
}

const json::Value *JsonReader::member(const JsonSection &in, llvm::StringRef key, bool isNeeded) {
  const json::Value *value = in.object->get(key);
  if (!value && isNeeded)
    fail(in, key, "is missing");
  return value;
}

void JsonReader::version(const JsonSection &top, std::int64_t version) {
  if (top.object->getInteger("version") != version)
    fail(top, "version", llvm::formatv("is not {0}, the one this stencilc reads", version).str());
}

std::optional<JsonSection> JsonReader::section(const JsonSection &in, llvm::StringRef key,
                                               bool isNeeded) {
  const json::Value *value = member(in, key, isNeeded);
  if (!value)
    return std::nullopt;
  if (const json::Object *object = value->getAsObject())
    return JsonSection{object, in.path + key.str() + ".", find(in, key).value_or(in.begin)};
  fail(in, key, "must be an object, {...}");
  return std::nullopt;
}

std::string JsonReader::word(const JsonSection &in, llvm::StringRef key, bool isNeeded) {
  const json::Value *value = member(in, key, isNeeded);
  if (!value)
    return "";
  if (auto found = value->getAsString(); found && !found->empty())
    return found->str();
  fail(in, key, "must be a text, \"...\"");
  return "";
}

double JsonReader::rate(const JsonSection &in, llvm::StringRef key, double unit, bool isNeeded) {
  const json::Value *value = member(in, key, isNeeded);
  if (!value)
    return 0;
  if (auto found = value->getAsNumber(); found && *found > 0 && std::isfinite(*found * unit))
    return *found * unit;
  fail(in, key, "must be a number above 0");
  return 0;
}

double JsonReader::between(const JsonSection &in, llvm::StringRef key, double least, double most) {
  const json::Value *value = member(in, key, true);
  if (!value)
    return 0;
  if (auto found = value->getAsNumber(); found && *found >= least && *found <= most)
    return *found;
  fail(in, key,
       llvm::formatv("must be a number from {0} to {1}", json::Value(least), json::Value(most))
           .str());
  return 0;
}

int JsonReader::whole(const JsonSection &in, llvm::StringRef key) {
  const json::Value *value = member(in, key, true);
  if (!value)
    return 0;
  if (auto found = value->getAsInteger(); found && *found > 0 && *found <= INT32_MAX)
    return static_cast<int>(*found);
  fail(in, key, "must be a whole number from 1 to 2147483647");
  return 0;
}

/// Returns the byte offset of the first text `"key":` behind the beginning of the object `section`
/// in the file. Returns `nullopt` if there is none. The search also enters nested objects. If a
/// nested object has the same key, an error message may thus point to the wrong line.
std::optional<std::size_t> JsonReader::find(const JsonSection &section, llvm::StringRef key) const {
  const std::string quoted = "\"" + key.str() + "\"";
  for (std::size_t at = text.find(quoted, section.begin); at != llvm::StringRef::npos;
       at = text.find(quoted, at + 1))
    if (text.substr(at + quoted.size()).ltrim().starts_with(":"))
      return at;
  return std::nullopt;
}

} // namespace stencilc::machine
