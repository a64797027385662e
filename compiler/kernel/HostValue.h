/// \file Values that the host has during a step, and passes to kernels and to its own functions.
#pragma once

#include "ir/Program.h"
#include <variant>

namespace stencilc::kernel {

/// Kinds of values that the host passes for a parameter of a function of a time step. Each kind is
/// a struct.
struct HostGrid {};
struct HostStep {};
struct HostRange {};
struct HostUniforms {};
/// Scalars that change in each time step, for `count` time steps. The first one is `first` steps
/// after the first step of the launch.
struct HostSteps {
  int first, count;
};
struct HostNumbers {};
struct HostRead {
  ir::FieldId field;
  int level;
};
struct HostWrite {
  ir::FieldId field;
  int level = 1; // index among the levels written; 1 is the oldest
};
/// Description of boundary-first launches (stencilc/BoundaryFirst.h), which compute the planes at
/// both ends first. `axis` is the axis of the launch's blocks along which chunks of planes are
/// ordered.
struct HostEnds {
  int axis;
};
/// Range that one launch of a reduction covers: rows, or cells of a program with one axis.
struct HostRows {
  bool areCells = false;
};
/// Device memory for the results of a reduction kernel. The runtime passes it itself.
struct HostPartials {};
using HostValue =
    std::variant<std::monostate, HostGrid, HostStep, HostRange, HostUniforms, HostSteps,
                 HostNumbers, HostRead, HostWrite, HostEnds, HostRows, HostPartials>;

} // namespace stencilc::kernel
