/// \file Members of a wavefront kernel's shape that depend on the faces of the grid.
#pragma once

#include "ir/Program.h"
#include "support/Geometry.h"
#include <algorithm>
#include <map>
#include <optional>

namespace stencilc::schedules {

/// Copies in shared memory of the frozen cells of one field (cells near faces of x and y that keep
/// their values). They are saved when a plane has been loaded from global memory. They are kept
/// until the last fused time step has put them back into this plane.
struct FrozenStore {
  Reach widths;  // width of the frozen layer at each face, in cells
  int age = 0;   // steps of the sweep from saving a plane until its first update
  int slots = 0; // capacity in planes; 0: old values stay in registers, no copies are saved
};

/// Description of how a kernel keeps the values of frozen cells (cells near faces that keep their
/// values).
struct FrozenShape {
  /// Copies of frozen cells (which keep their values), by updated field. They are used if the last
  /// tiles end exactly at the last cells of the grid, or extend beyond it by a known number of
  /// cells.
  std::map<ir::FieldId, FrozenStore> stores;
  /// True if a separate kernel copies frozen cells (which keep their values) to the output once,
  /// before the sweeps. If the last tiles end exactly with the grid, tiles then leave these cells
  /// out. If false, tiles store frozen cells like other cells.
  bool isCopied = false;
  /// True if old values of frozen cells (which keep their values) are read from the ring buffer of
  /// loaded planes. If false, they are read from registers, with the cells of the time step before.
  bool isFromRing = false;
  /// Returns true if copies of the frozen cells (which keep their values) of some field are saved
  /// in shared memory.
  bool saves() const {
    return std::any_of(stores.begin(), stores.end(),
                       [](const auto &store) { return store.second.slots > 0; });
  }
};

/// Description of how a kernel gets the values of cells at and beyond the faces of the grid.
struct FaceShape {
  /// True if tiles at faces of x or y need values of cells elsewhere in the grid, because some face
  /// is a periodic, mirror or copy face.
  bool repeatsAcross = false;
  /// Field whose index maps at x and y faces hold for all fields. An index map gives, for each
  /// ghost cell (beyond the grid), the cell of the grid with the same value. It is set if tiles at
  /// faces load each ghost cell from that cell, whose coordinates are computed once per tile.
  std::optional<ir::FieldId> images;
  FrozenShape frozen;
};

} // namespace stencilc::schedules
