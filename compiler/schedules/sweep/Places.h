/// \file Builds device functions that load cells near faces without a test in the loop over planes.
///
/// For a cell beyond a face, sweeps load the cell of the grid that has the same value. Other
/// functions load rows that may end beyond the grid.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions with which a sweep loads cells without a test for faces. For a cell beyond a
/// face, they load the cell of the grid whose value it has.
class Places {
public:
  /// Adds the device functions of all fields, for the kinds of loads that the plan uses.
  Places(kernel::Module &module, const analysis::Facts &facts, const kernel::Readers &readers,
         const plan::Plan &plan);

  /// Returns a call such as `placeTx(g, x - 1)`, which gives a coordinate of the grid along `axis`.
  /// The result is `coordinate` itself or, beyond a face, that of the cell with the same value.
  kernel::Term place(kernel::Builder &k, ir::FieldId field, int axis, const kernel::Term &grid,
                     const kernel::Term &coordinate) const;
  /// Emits the call `load<kCells>(to, from)`, which loads adjacent cells into registers.
  void load(kernel::Builder &k, const kernel::Term &to, const kernel::Term &from,
            const kernel::Term &count) const;
  /// Emits the call `loadT<kCells, kWhole>(to, from, T, g, x, y, z)`, which loads cells of a row
  /// whose last cells may lie beyond the grid.
  void loadPartial(kernel::Builder &k, ir::FieldId field, const std::vector<kernel::Term> &sizes,
                   const std::vector<kernel::Term> &arguments) const;
  /// Returns the value of one cell, loaded by the kind of load that the plan has chosen, for
  /// example through the read-only cache.
  kernel::Term cell(kernel::Builder &k, const kernel::Term &cell) const;
  /// Returns the template arguments for a load or store of `count` adjacent cells: the count and,
  /// if the plan limits it, the bytes of one access.
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
