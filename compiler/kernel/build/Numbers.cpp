/// \file Constants of an update that are passed to its kernel as parameters.
#include "kernel/build/Numbers.h"
#include "ir/Walk.h"
#include <bit>

namespace stencilc::kernel {

/// Returns the 64-bit constants whose lower 32 bits are not all zero. No instruction can contain
/// them as an operand. A number and its negative are two constants.
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

} // namespace stencilc::kernel
