/// \file Rows of a field whose planes several processes have, given to those that read them.
#pragma once

#include "stencilc/slabs/Decomposition.h"
#include "stencilc/slabs/PartOwners.h"
#include "stencilc/slabs/SlabCells.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

struct RowSharing {
  Ranks &ranks;
  const Decomposition &division;
  const PartOwners &owners;
  std::int64_t rowsOfAPlane = 1;
  bool onlyFirstReads = false; // cells that are copied out are for the first process alone
  Device &device;              // that reaches the caller's memory
};

/// Copies rows out, whoever has them. `read(part, rows)` copies some of a part of this process.
/// All processes call it.
Status shareRows(const RowSharing &sharing, const CallersRows &rows,
                 const std::function<Status(int part, const CallersRows &rows)> &read);

} // namespace stencilc::inline STENCILC_SPACE
