/// \file A program's update as a list of coefficients, where it is one.
#pragma once

#include "ir/Program.h"
#include <map>
#include <optional>
#include <vector>

namespace stencilc::analysis {

/// field[t+1] = sum of coefficient * field[t+level, offset], plus terms that do not hold the field.
struct LinearUpdate {
  struct Tap {
    int level; // 0, -1, ...
    Offset offset;
    friend auto operator<=>(const Tap &, const Tap &) = default;
  };
  ir::FieldId field;
  std::map<Tap, double> coefficients;
};

/// Nothing unless the program has one stage, and that is linear in its field with coefficients that
/// are the same for all cells. `params` by ParamId. Everything is computed in f64 without the
/// roundings of the IR; sizes come from the size hint (without one, coefficients that depend on a
/// size give nothing).
std::optional<LinearUpdate> linearUpdate(const ir::Program &program,
                                         const std::vector<double> &params);

} // namespace stencilc::analysis
