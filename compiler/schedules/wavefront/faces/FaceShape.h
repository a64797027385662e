/// \file The part of a wavefront's shape that depends on the faces of the grid.
#pragma once

#include "ir/Program.h"
#include "support/Geometry.h"
#include <algorithm>
#include <map>
#include <optional>

namespace stencilc::schedules {

/// Copies of frozen cells (cells at faces of x and y that keep their values) in shared memory. When
/// a plane arrives from memory, its frozen cells are copied here. The copies are kept until the
/// last fused time step has put them into its new cells.
struct FrozenStore {
  Reach widths;  // width of the frozen layer
  int age = 0;   // steps of the sweep from saving a plane to its first update
  int slots = 0; // planes; 0: old values come from registers, nothing is saved
};

/// How a kernel keeps the values of frozen cells, which are next to faces and keep their values.
struct FrozenShape {
  /// Copies of frozen cells in shared memory, by updated field. Tiles that end exactly with the
  /// grid use them.
  std::map<ir::FieldId, FrozenStore> stores;
  /// True if frozen cells are copied to the output once before the sweeps. Tiles that end with the
  /// grid then do not store them. If false, tiles store them like other cells.
  bool isCopied = false;
  /// True if frozen cells are restored from planes in the ring buffer. If false, they are restored
  /// from registers with the previous time step.
  bool isFromRing = false;
  /// Returns true if copies of frozen cells are saved in shared memory.
  bool saves() const {
    return std::any_of(stores.begin(), stores.end(),
                       [](const auto &store) { return store.second.slots > 0; });
  }
};

/// How a kernel gets the values of cells at and beyond the faces of the grid.
struct FaceShape {
  /// True if some face of x or y is a periodic, mirror or copy face, so that tiles at faces need
  /// values of cells from elsewhere in the grid.
  bool repeatsAcross = false;
  /// Set if tiles at faces of x and y load each ghost cell (beyond the grid) from the cell of the
  /// grid that has the same value. An index map gives the index of that cell, and is evaluated once
  /// per tile. The value is a field whose index maps hold for all fields.
  std::optional<ir::FieldId> images;
  FrozenShape frozen;
};

} // namespace stencilc::schedules
