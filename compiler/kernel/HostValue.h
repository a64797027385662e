/// \file Values that the host has during a step, and passes to kernels and to its own functions.
#pragma once

#include "ir/Program.h"
#include <variant>

namespace stencilc::kernel {

/// Argument that the host passes for a parameter of a function of a step; one struct for each kind
/// of value.
struct HostGrid {};
struct HostStep {};
struct HostRange {};
struct HostUniforms {};
/// Scalars of `count` steps. `first` is the offset of the first one from the first step done.
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
/// A launch that does not compute ends first. If a pass changes that, the pieces of its planes
/// follow each other along this axis of its blocks.
struct HostEnds {
  int axis;
};
/// Rows that a check reduces.
struct HostRows {};
/// Memory for the results of a reduction kernel, which the runtime passes itself.
struct HostPartials {};
using HostValue =
    std::variant<std::monostate, HostGrid, HostStep, HostRange, HostUniforms, HostSteps,
                 HostNumbers, HostRead, HostWrite, HostEnds, HostRows, HostPartials>;

} // namespace stencilc::kernel
