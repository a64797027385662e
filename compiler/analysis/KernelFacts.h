/// \file Reads and writes of one kernel, and its frozen cells (near faces, they keep their values).
#pragma once

#include "analysis/Facts.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::analysis {

/// Reads and writes of one kernel, and its frozen cells (near faces, they keep their values).
struct KernelFacts {
  /// Computes the facts about kernel `facts.dependence.kernels[index]`.
  KernelFacts(const Facts &facts, std::size_t index);

  std::vector<ir::StageId> stages;
  /// Fields that the kernel computes and writes to memory. Local fields (within a time step) that
  /// no other kernel reads are left out.
  std::vector<ir::FieldId> stored;
  /// Offsets that the kernel reads from memory, for each field and time level. Values that an
  /// earlier stage of the kernel computes are left out. The centre of fields with frozen cells
  /// (which keep their values) is included, because the kernel copies these cells.
  std::map<FieldLevel, LevelFootprint> fieldLevels;
  Reach reach;  // over `fieldLevels`
  Reach margin; // reach and frozen layers: cells closer to a face are edge cells
  std::optional<Reach> commonFrozen; // frozen layer of all stages, if equal and not empty
  /// True if the update of a cell reads beyond the grid.
  bool leavesGrid;
  std::string title; // for comments, such as "hx and hy"

  /// Returns true if the kernel writes the field to memory.
  bool stores(ir::FieldId field) const;
  /// Returns the reach `all`, but 0 at each face where the frozen layer (cells that keep their
  /// values) is at least as wide. At such a face, updated cells do not read beyond the grid.
  Reach beyondFrozen(const Reach &all) const;
  /// Returns the stage of the same kernel that computes the value of `read`, so that it is in a
  /// register. Returns null if `read` is a read of memory.
  const ir::StageId *forwardedFrom(const ir::Program &program, const ir::Read &read) const;
};

} // namespace stencilc::analysis
