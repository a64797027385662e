/// \file Where memory holds the cells beyond a face, and loads of rows that may end there.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Helpers of one field: sweeps load unconditionally, from the place of the cell that stands for
/// the one beyond a face.
class Places {
public:
  /// For each field; how they load, the plan says.
  Places(kernel::Module &module, const analysis::Facts &facts, const kernel::Readers &readers,
         const plan::Plan &plan);

  /// `placeTx(g, x - 1)`: the coordinate at which memory holds the cell.
  kernel::Term place(kernel::Builder &k, ir::FieldId field, int axis, const kernel::Term &grid,
                     const kernel::Term &coordinate) const;
  /// `load<kCells>(to, from)`.
  void load(kernel::Builder &k, const kernel::Term &to, const kernel::Term &from,
            const kernel::Term &count) const;
  /// `loadT<kCells, kWhole>(to, from, T, g, x, y, z)`, where the last cells may lie beyond the end
  /// of the row.
  void loadPartial(kernel::Builder &k, ir::FieldId field, const std::vector<kernel::Term> &sizes,
                   const std::vector<kernel::Term> &arguments) const;
  /// One cell, as the plan reads cells.
  kernel::Term cell(kernel::Builder &k, const kernel::Term &cell) const;
  /// What a load or store of `count` cells says of its width: the cells, and bytes of an access if
  /// there is a bound.
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
  const bool isReadOnly; // cells are data that nobody writes
  const int vectorBound; // bytes of an access, or 0
  std::map<ir::FieldId, Helpers> helpers;
};

} // namespace stencilc::schedules
