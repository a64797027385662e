/// \file All facts about a program, computed once after semantic analysis, for planning and code
/// generation.
#pragma once

#include "analysis/Cost.h"
#include "analysis/Dependence.h"
#include "analysis/Faces.h"
#include "analysis/Footprint.h"
#include "analysis/Stability.h"
#include "ir/Program.h"
#include <optional>

namespace stencilc::analysis {

/// A program and the results of its analysis: the offsets that it reads, boundary conditions,
/// kernels and buffers, the cost of an update, and stability.
struct Facts {
  ir::Program program;
  Footprint footprint;
  Faces faces;
  Dependence dependence;
  Cost cost;
  std::optional<Stability> stability; // nullopt if the method does not apply
  std::optional<std::int64_t> steps;  // of the planned run, if the user gives them
};

/// Returns `program`, which must be verified, together with the results of its analysis. Leaves the
/// member `steps` (time steps of the planned run) empty.
Facts gatherFacts(ir::Program program);

} // namespace stencilc::analysis
