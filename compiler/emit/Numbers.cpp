/// \file Constants of an update that are passed to its kernel.
#include "emit/Numbers.h"
#include "emit/Spelling.h"
#include "ir/Walk.h"
#include <bit>

namespace stencilc::emit {

/// Constants that no instruction can hold: of 64 bits, the lower 32 not all zero. Two with the same
/// magnitude are two numbers.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages) {
  NumberNames names;
  for (ir::StageId stage : stages)
    for (ir::ExprId id : ir::reachableFrom(program, {program.stages[stage].value}))
      if (const auto *constant = std::get_if<ir::Constant>(&program[id].node))
        if (program[id].type == ir::ScalarType::F64 &&
            static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(constant->value)) != 0)
          names.try_emplace(constant->value, "n" + std::to_string(names.size()));
  return names;
}

NumberNames numberNames(const ir::Program &program) {
  return numberNames(program, program.stages.ids());
}

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
