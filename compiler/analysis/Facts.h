/// \file All facts about a program, made once after sema and handed to planning and emission.
#pragma once

#include "analysis/Cost.h"
#include "analysis/Dependence.h"
#include "analysis/Faces.h"
#include "analysis/Footprint.h"
#include "analysis/Stability.h"
#include "ir/Program.h"
#include <optional>

namespace stencilc::analysis {

struct Facts {
  ir::Program program;
  Footprint footprint;
  Faces faces;
  Dependence dependence;
  Cost cost;
  std::optional<Stability> stability; // nothing where the method does not apply
  std::optional<std::int64_t> steps;  // of the run planned for, where the user gives them
};

Facts gatherFacts(ir::Program program);

} // namespace stencilc::analysis
