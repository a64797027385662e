/// \file Builds device functions that load cells near faces without a test in the loop over planes.
///
/// For a cell beyond a face, sweeps load the cell of the grid that has the same value. Other
/// functions load rows that may end beyond the grid.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions with which a sweep loads cells near faces without a test in the loop over
/// planes. If an update reads a cell beyond a face, they load the cell of the grid that has the
/// same value.
class Places {
public:
  /// Adds the device functions of all fields to `module`. `plan` determines the load instruction
  /// and the bytes of an access.
  Places(kernel::Module &module, const analysis::Facts &facts, const kernel::Readers &readers,
         const plan::Plan &plan);

  /// Returns a call such as `placeTx(g, x - 1)`. Its result is the coordinate along `axis` of the
  /// cell of `field` to load for `coordinate`. In the grid this is `coordinate` itself. Beyond a
  /// face, it is the coordinate of the cell of the grid with the same value.
  kernel::Term place(kernel::Builder &k, ir::FieldId field, int axis, const kernel::Term &grid,
                     const kernel::Term &coordinate) const;
  /// Emits the call `load<kCells>(to, from)`, which loads `count` adjacent cells from global memory
  /// at `from` into the registers `to`.
  void load(kernel::Builder &k, const kernel::Term &to, const kernel::Term &from,
            const kernel::Term &count) const;
  /// Emits the call `loadT<kCells, kWhole>(to, from, T, g, x, y, z)`, which loads cells of a row of
  /// `field`. Its last cells may lie beyond the grid. `sizes` has the template arguments of the
  /// call, and `arguments` its arguments.
  void loadPartial(kernel::Builder &k, ir::FieldId field, const std::vector<kernel::Term> &sizes,
                   const std::vector<kernel::Term> &arguments) const;
  /// Returns an expression that loads `cell` with the load instruction that the plan has chosen,
  /// for example through the read-only cache (ld.global.nc).
  kernel::Term cell(kernel::Builder &k, const kernel::Term &cell) const;
  /// Returns the template arguments for a load or store of `count` adjacent cells: the count and,
  /// if the plan limits it, the maximum number of bytes of one access.
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
  const bool isReadOnly; // no thread writes the cells in this launch
  const int vectorBound; // maximum number of bytes of an access; 0: no limit
  std::map<ir::FieldId, Helpers> helpers;
};

} // namespace stencilc::schedules
