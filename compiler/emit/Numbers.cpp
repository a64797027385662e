/// \file Constants of an update as members of a struct.
#include "emit/Numbers.h"
#include "emit/Spelling.h"

namespace stencilc::emit {

llvm::json::Array numberList(const NumberNames &names) {
  std::map<int, double> values; // in the order of their names, n0, n1 ...
  for (const auto &[value, name] : names)
    values[std::stoi(name.substr(1))] = value;
  llvm::json::Array list;
  for (const auto &[number, value] : values)
    list.push_back(llvm::json::Object{{"name", names.at(value)},
                                      {"type", "double"},
                                      {"value", printLiteral(value, ir::ScalarType::F64)},
                                      {"first", list.empty()}});
  return list;
}

std::string numberText(const NumberNames &names, double value, ir::ScalarType type) {
  const auto number = names.find(value);
  return type == ir::ScalarType::F64 && number != names.end() ? "numbers." + number->second : "";
}

} // namespace stencilc::emit
