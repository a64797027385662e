/// \file What a sweep with columns in registers takes: registers of a thread, traffic of a pass.
#pragma once

#include "plan/CostModel.h"

namespace stencilc::plan {

/// What a thread holds of the columns of a pass.
struct ColumnShape {
  int cells = 1;    // of a row
  int prefetch = 0; // planes loaded ahead
  bool keepsColumn = true;
};

/// Registers of a thread: all cells held, the planes loaded ahead, the results, and the rest.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const ColumnShape &shape);

/// With accesses of at most `vectorBytes` to own cells. Memory: each stream once, and what chunks
/// read again. L2: the rows beyond the block's edge.
Traffic columnTraffic(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                      int vectorBytes, const Extents &extents);

} // namespace stencilc::plan
