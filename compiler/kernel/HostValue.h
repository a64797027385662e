/// \file Values that the host has during a time step, and that it passes to kernels and to its own
/// functions.
#pragma once

#include "ir/Program.h"
#include <variant>

namespace stencilc::kernel {

/// Kinds of values that the host passes for a parameter of a function of a time step. Each kind is
/// a struct; HostGrid is the grid.
struct HostGrid {};
struct HostStep {};
struct HostRange {};
struct HostUniforms {};
/// Scalars that change in each time step, for `count` consecutive time steps. The first of these
/// steps is `first` steps after the first step of the launch.
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
/// Description of launches that compute the planes at both ends of a range before all others
/// (stencilc/BoundaryFirst.h). `axis` is the axis of the grid of blocks along which a block index
/// means a range of planes.
struct HostEnds {
  int axis;
};
/// Range of rows of cells that one launch of a reduction covers.
struct HostRows {};
/// Device memory for the results of a reduction kernel. The runtime allocates and passes it.
struct HostPartials {};
using HostValue =
    std::variant<std::monostate, HostGrid, HostStep, HostRange, HostUniforms, HostSteps,
                 HostNumbers, HostRead, HostWrite, HostEnds, HostRows, HostPartials>;

} // namespace stencilc::kernel
