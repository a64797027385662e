/// \file JSON objects as words of a command line.
#include "interface/JsonWords.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::interface {

namespace json = llvm::json;

std::optional<json::Object> parseObject(const char *text, llvm::StringRef what, std::string &why,
                                        llvm::StringRef example) {
  if (!text || !*text)
    return json::Object();
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    why = ("the " + what + " are not JSON: ").str() + llvm::toString(value.takeError());
    return std::nullopt;
  }
  if (json::Object *const object = value->getAsObject())
    return std::move(*object);
  why = ("the " + what + " are not a JSON object such as " + example).str();
  return std::nullopt;
}

/// Returns a text or a number as an option takes it, or `nullopt` for other values.
static std::optional<std::string> scalarText(const json::Value &value) {
  if (const auto text = value.getAsString())
    return text->str();
  if (value.kind() == json::Value::Number) // as JSON prints it: 64, 0.1
    return llvm::formatv("{0}", value).str();
  return std::nullopt;
}

std::optional<std::vector<std::string>> textsOf(const json::Value &value) {
  std::vector<std::string> texts;
  if (const auto isSet = value.getAsBoolean()) {
    if (*isSet)
      texts.push_back("true");
    return texts;
  }
  if (value.getAsNull())
    return texts;
  const auto add = [&](const std::string &before, const json::Value &one) {
    const auto text = scalarText(one);
    if (text)
      texts.push_back(before + *text);
    return text.has_value();
  };
  if (const json::Array *const list = value.getAsArray()) {
    for (const json::Value &one : *list)
      if (!add("", one))
        return std::nullopt;
    return texts;
  }
  if (const json::Object *const object = value.getAsObject()) {
    for (const auto &[name, one] : *object)
      if (!add(name.str() + "=", one))
        return std::nullopt;
    llvm::sort(texts); // the order in an object has no meaning, and is not kept
    return texts;
  }
  if (!add("", value))
    return std::nullopt;
  return texts;
}

std::string unknownKey(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known) {
  const llvm::StringRef nearest = nearestName(name, known);
  return ("there is no option '" + name + "'").str() +
         (nearest.empty() ? "; options are " + llvm::join(known, ", ")
                          : ("; did you mean '" + nearest + "'?").str());
}

} // namespace stencilc::interface
