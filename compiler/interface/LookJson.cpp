/// \file Reads the look of a picture or movie from JSON.
#include "interface/LookJson.h"
#include "interface/JsonWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <utility>

namespace stencilc::interface {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

constexpr llvm::StringRef kKeys[] = {"axes", "first_row", "longest", "look",
                                     "map",  "range",     "title",   "values"};
constexpr llvm::StringRef kAxisKeys[] = {"first", "label", "step", "whole"};

/// Returns an error message: the key `key` is `wanted`, and not `value`.
std::string wrong(llvm::StringRef key, const std::string &wanted, const Value &value) {
  return "'" + key.str() + "' is " + wanted + llvm::formatv(", not {0}", value).str();
}

std::string readText(llvm::StringRef key, const Value &value, std::string &text) {
  const auto given = value.getAsString();
  if (!given)
    return wrong(key, "a text", value);
  text = given->str();
  return "";
}

std::string readNumber(llvm::StringRef key, const Value &value, double &number) {
  const auto given = value.getAsNumber();
  if (!given || !std::isfinite(*given))
    return wrong(key, "a finite number", value);
  number = *given;
  return "";
}

/// Reads one of the texts `names`, whose order is that of the values of `Choice`.
template <class Choice>
std::string readChoice(llvm::StringRef key, const Value &value,
                       llvm::ArrayRef<llvm::StringRef> names, Choice &choice) {
  const auto given = value.getAsString();
  const auto *const found = given ? llvm::find(names, *given) : names.end();
  if (found == names.end())
    return wrong(key, "one of " + llvm::join(names, ", "), value);
  choice = static_cast<Choice>(found - names.begin());
  return "";
}

std::string readRange(const Value &value, PictureOptions &options) {
  const Array *const list = value.getAsArray();
  std::pair<double, double> range;
  if (!list || list->size() != 2 || !readNumber("", (*list)[0], range.first).empty() ||
      !readNumber("", (*list)[1], range.second).empty() || range.first >= range.second)
    return wrong("range", "two numbers, the lowest and the highest value, such as [-1, 1]", value);
  options.range = range;
  return "";
}

std::string readPixels(const Value &value, PixelLimits limits, PictureOptions &options) {
  const auto pixels = value.getAsInteger();
  if (!pixels || *pixels < limits.least || *pixels > limits.most)
    return wrong("longest",
                 "a number of pixels from " + std::to_string(limits.least) + " to " +
                     std::to_string(limits.most),
                 value);
  options.longest = static_cast<int>(*pixels);
  return "";
}

/// Returns the keys of an object that are not null, in the order of the alphabet, because objects
/// keep no order.
std::vector<llvm::StringRef> keysOf(const Object &object) {
  std::vector<llvm::StringRef> keys;
  for (const auto &[key, value] : object)
    if (!value.getAsNull())
      keys.push_back(key);
  llvm::sort(keys);
  return keys;
}

std::string readAxisKey(llvm::StringRef key, const Value &value, PictureAxis &axis) {
  if (!llvm::is_contained(kAxisKeys, key))
    return unknownKey(key, kAxisKeys);
  if (key == "label")
    return readText(key, value, axis.label);
  if (key == "first")
    return readNumber(key, value, axis.first);
  if (key == "step") {
    double step = 0;
    if (!readNumber(key, value, step).empty() || step <= 0)
      return wrong(key, "a number greater than 0", value);
    axis.step = step;
    return "";
  }
  const auto isWhole = value.getAsBoolean();
  axis.isWhole = isWhole.value_or(false);
  return isWhole ? "" : wrong(key, "true or false", value);
}

/// Reads one axis, an object or null. Coordinates are cell indices, with ticks at whole numbers,
/// unless the object gives others.
std::string readAxis(const Value &value, PictureAxis &axis) {
  if (value.getAsNull())
    return "";
  const Object *const object = value.getAsObject();
  if (!object)
    return wrong("axes", R"(a list of objects such as {"label": "x"})", value);
  axis.isWhole = !object->get("first") && !object->get("step");
  for (const llvm::StringRef key : keysOf(*object))
    if (std::string why = readAxisKey(key, *object->get(key), axis); !why.empty())
      return "an axis of 'axes': " + why;
  return "";
}

std::string readAxes(const Value &value, Look &look) {
  const Array *const list = value.getAsArray();
  if (!list || list->size() > 2)
    return wrong("axes", R"(a list of at most two objects such as {"label": "x"})", value);
  std::string why;
  if (!list->empty())
    why = readAxis((*list)[0], look.across);
  if (why.empty() && list->size() > 1)
    why = readAxis((*list)[1], look.up);
  return why;
}

std::string readKey(llvm::StringRef key, const Value &value, PixelLimits limits, Look &look) {
  if (!llvm::is_contained(kKeys, key))
    return unknownKey(key, kKeys);
  PictureOptions &options = look.options;
  if (key == "axes")
    return readAxes(value, look);
  if (key == "first_row")
    return readChoice(key, value, {"bottom", "top"}, options.firstRow);
  if (key == "longest")
    return readPixels(value, limits, options);
  if (key == "look")
    return readChoice(key, value, {"axes", "plain"}, options.look);
  if (key == "map")
    return readChoice(key, value, {"auto", "viridis", "diverging", "grey"}, options.map);
  if (key == "range")
    return readRange(value, options);
  return readText(key, value, key == "title" ? options.title : options.values);
}

} // namespace

std::string readLook(const char *json, PixelLimits limits, Look &look) {
  std::string why;
  const auto object = parseObject(json, "options of the look", why, R"({"title": "heat"})");
  if (!object)
    return why;
  for (const llvm::StringRef key : keysOf(*object))
    if (why = readKey(key, *object->get(key), limits, look); !why.empty())
      return why;
  return "";
}

} // namespace stencilc::interface
