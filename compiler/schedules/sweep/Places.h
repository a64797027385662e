/// \file Memory addresses for cells beyond a face, and loads of rows that may end beyond the grid.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Helper functions for each field. Sweeps load unconditionally, from the cell that the boundary
/// repeats.
class Places {
public:
  /// Adds the helpers of all fields, for the kinds of loads that the plan uses.
  Places(kernel::Module &module, const analysis::Facts &facts, const kernel::Readers &readers,
         const plan::Plan &plan);

  /// Returns `placeTx(g, x - 1)`: the coordinate of the cell in memory for a coordinate that may
  /// lie beyond a face.
  kernel::Term place(kernel::Builder &k, ir::FieldId field, int axis, const kernel::Term &grid,
                     const kernel::Term &coordinate) const;
  /// Adds `load<kCells>(to, from)`.
  void load(kernel::Builder &k, const kernel::Term &to, const kernel::Term &from,
            const kernel::Term &count) const;
  /// Adds `loadT<kCells, kWhole>(to, from, T, g, x, y, z)`, for a row whose last cells may lie
  /// beyond the grid.
  void loadPartial(kernel::Builder &k, ir::FieldId field, const std::vector<kernel::Term> &sizes,
                   const std::vector<kernel::Term> &arguments) const;
  /// Returns the value of one cell, loaded as the plan says.
  kernel::Term cell(kernel::Builder &k, const kernel::Term &cell) const;
  /// Returns the template arguments of a load or store of `count` cells: the count, and the bytes
  /// of an access if it is limited.
  std::vector<kernel::Term> widths(const kernel::Term &count) const;

private:
  struct Helpers {
    std::array<std::optional<kernel::FunctionId>, kMaxAxes> places;
    std::optional<kernel::FunctionId> loader;
  };
  void addPlace(ir::FieldId field, int axis, const Reach &reach);
  void addLoader(ir::FieldId field, const Reach &reach);

  kernel::Module &module;
  const kernel::Readers &readers;
  const bool isReadOnly; // no thread writes the cells
  const int vectorBound; // bytes of an access, or 0: no limit
  std::map<ir::FieldId, Helpers> helpers;
};

} // namespace stencilc::schedules
