/// \file Copies rows of a field from the processes that compute them to all processes that need
/// them.
#pragma once

#include "runtime/engines/slabs/plan/Decomposition.h"
#include "runtime/engines/slabs/plan/PartOwners.h"
#include "runtime/engines/slabs/run/SlabCells.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

struct RowSharing {
  Ranks &ranks;
  const Decomposition &division;
  const PartOwners &owners;
  std::int64_t rowsOfAPlane = 1;
  bool onlyFirstReads = false; // only process 0 needs the rows
  Device &device;              // a device that can access the caller's memory
};

/// Copies `rows` of a field from the processes that compute them to the memory of all processes
/// that need them. `read(part, some)` must copy the rows `some` out of part number `part` of this
/// process to the memory that `some` names. All processes must call it.
Status shareRows(const RowSharing &sharing, const CallersRows &rows,
                 const std::function<Status(int part, const CallersRows &rows)> &read);

} // namespace stencilc::inline STENCILC_SPACE
