/// \file Text of values that the host has during a time step or an evaluation of reports and
/// stopping conditions.
#include "emit/frame/HostText.h"
#include "emit/Spelling.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

using namespace kernel;

std::string hostText(const HostValue &value, const Type &type, const std::string &from,
                     const std::string &grid) {
  const std::string cells = "<" + std::string(typeName(type.scalar)) + ">(";
  return match(
      value, [](const std::monostate &) -> std::string { llvm_unreachable("no host's value"); },
      [](const HostPartials &) -> std::string { llvm_unreachable("the runtime adds these"); },
      [&](const HostGrid &) { return grid.empty() ? from + ".grid()" : grid; },
      [&](const HostStep &) { return from; }, [&](const HostRange &) { return from + ".planes()"; },
      [](const HostEnds &n) { return "stencilc::BoundaryFirst{" + std::to_string(n.axis) + "}"; },
      [&](const HostRows &n) { return from + (n.areCells ? ".rowPieces()" : ".rows()"); },
      [&](const HostUniforms &) { return from + ".uniforms<Uniforms>()"; },
      [&](const HostSteps &n) {
        return from + ".steps<StepUniforms, " + std::to_string(n.first) + ", " +
               std::to_string(n.count) + ">()";
      },
      [&](const HostNumbers &) { return std::string(kNumbersName); },
      [&](const HostRead &n) {
        return from + ".read" + cells + std::to_string(n.field.index) + ", " +
               std::to_string(n.level) + ")";
      },
      [&](const HostWrite &n) {
        const std::string level = n.level != 1 ? ", " + std::to_string(n.level) : "";
        return from + ".write" + cells + std::to_string(n.field.index) + level + ")";
      });
}

} // namespace stencilc::emit
