/// \file Finds the declared distances between cells, which are written to result files in addition
/// to the cell values.
#include "ir/Program.h"

namespace stencilc::ir {

std::optional<int> axisOfSpacing(const Program &program, const std::string &name) {
  for (int axis = 0; axis < program.rank(); ++axis) {
    const std::string &along = program.axes[static_cast<std::size_t>(axis)];
    if (name == "h" + along || name == "d" + along)
      return axis;
  }
  return std::nullopt;
}

std::optional<double> spacingAlong(const Program &program, int axis) {
  std::optional<double> common;
  for (const auto &[name, value] : program.spacing) {
    const std::optional<int> own = axisOfSpacing(program, name);
    if (own == axis)
      return value;
    if (!own)
      common = value;
  }
  return common;
}

} // namespace stencilc::ir
