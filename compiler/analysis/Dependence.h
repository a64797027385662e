/// \file Which stages may run as one pass over the grid, and how many buffers each field needs.
#pragma once

#include "ir/Program.h"
#include <map>
#include <vector>

namespace stencilc::analysis {

/// Consecutive stages computed in one sweep over the grid. A later stage of a pass reads the t+1 of
/// an earlier one at the centre only, so the value is forwarded without going through memory.
struct Pass {
  std::vector<ir::StageId> stages;
};

struct Dependence {
  std::vector<Pass> passes;
  /// Buffers per field: 1 for fields never updated, else one for each level and one for t+1, which
  /// takes the place of the oldest of several levels where that is read by updates of the same
  /// cell only.
  std::map<ir::FieldId, int> buffers;
};

Dependence computeDependence(const ir::Program &program);

} // namespace stencilc::analysis
