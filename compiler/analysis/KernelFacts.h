/// \file What one kernel over the grid reads from memory, and which cells it keeps.
#pragma once

#include "analysis/Facts.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::analysis {

struct KernelFacts {
  /// The facts of `facts.dependence.kernels[index]`.
  KernelFacts(const Facts &facts, std::size_t index);

  std::vector<ir::StageId> stages;
  /// What its stages compute and memory is to have: all but local fields that no other kernel
  /// reads.
  std::vector<ir::FieldId> stored;
  /// What is read from memory; values forwarded from an earlier stage of the kernel are not. Holds
  /// the centre of fields that keep cells.
  std::map<FieldLevel, LevelFootprint> fieldLevels;
  Reach reach;  // over `fieldLevels`
  Reach margin; // reach and frozen layers: closer to a face, a cell is an edge cell
  std::optional<Reach> commonFrozen; // if all stages keep the same cells, and any at all
  /// Whether an updated cell reads beyond the grid.
  bool leavesGrid;
  std::string title; // for comments: "hx and hy"

  bool stores(ir::FieldId field) const;
  /// What is left of `all` towards the faces where cells that every stage keeps do not cover it.
  Reach beyondFrozen(const Reach &all) const;
  /// The stage of the kernel whose new value is read, instead of memory; null for memory.
  const ir::StageId *forwardedFrom(const ir::Program &program, const ir::Read &read) const;
};

} // namespace stencilc::analysis
