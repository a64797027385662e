/// \file The coefficients of a program's update, if the update is linear.
#pragma once

#include "ir/Program.h"
#include <map>
#include <optional>
#include <vector>

namespace stencilc::analysis {

/// A linear update: field[t+1] is the sum of coefficient * field[t+level, offset], plus terms
/// without the field.
struct LinearUpdate {
  struct Tap {
    int level; // 0, -1, ...
    Offset offset;
    friend auto operator<=>(const Tap &, const Tap &) = default;
  };
  ir::FieldId field;
  std::map<Tap, double> coefficients;
};

/// Returns the coefficients of the update if the program has a single stage that is linear in its
/// field, with the same coefficients for all cells. Otherwise returns nullopt. `params` are the
/// values of parameters by ParamId. All values are computed in f64, without the roundings of the
/// IR. Grid sizes are those of the program's size hint. Without a hint, coefficients that depend on
/// a size give nullopt.
std::optional<LinearUpdate> linearUpdate(const ir::Program &program,
                                         const std::vector<double> &params);

} // namespace stencilc::analysis
