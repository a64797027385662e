/// \file Data that result files contain in addition to cell values.
#include "ir/Program.h"

namespace stencilc::ir {

double spacingAlong(const Program &program, int axis) {
  const auto isOf = [](const std::string &name, const std::string &along) {
    return name == "h" + along || name == "d" + along;
  };
  double all = 1;
  for (const auto &[name, value] : program.spacing) {
    if (isOf(name, program.axes[static_cast<std::size_t>(axis)]))
      return value;
    bool isOfAnother = false;
    for (const std::string &other : program.axes)
      isOfAnother |= isOf(name, other);
    all = isOfAnother ? all : value;
  }
  return all;
}

} // namespace stencilc::ir
