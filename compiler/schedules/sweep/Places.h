/// \file Builds device functions that load cells near faces without a test in the loop over planes.
///
/// To read a cell beyond a face, sweep kernels load the cell of the grid that has the same value.
/// Other device functions load rows whose last cells may lie beyond the grid.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions with which a sweep kernel loads cells near faces, without a test in its loop
/// over planes. If an update reads a cell beyond a face, the kernel loads the cell of the grid that
/// has the same value.
class Places {
public:
  /// Adds to `module` the device functions that place(), load() and loadPartial() call, for all
  /// fields. `plan` determines the load instruction and the maximum number of bytes of an access.
  /// `readers` has the device functions that read a field beyond the grid, which the added
  /// functions call.
  Places(kernel::Module &module, const analysis::Facts &facts, const kernel::Readers &readers,
         const plan::Plan &plan);

  /// Emits a call such as `placeTx(g, x - 1)`, in which the name of `field` takes the place of T,
  /// and returns it as an expression. Its value is the coordinate along `axis` of the cell to load
  /// if an update reads the cell at `coordinate`. In the grid, this is `coordinate` itself. Beyond
  /// a face, it is the coordinate of the cell of the grid with the same value.
  kernel::Term place(kernel::Builder &k, ir::FieldId field, int axis, const kernel::Term &grid,
                     const kernel::Term &coordinate) const;
  /// Emits the call `load<kCells>(to, from)`, which loads `count` adjacent cells from global memory
  /// at pointer `from` into the register array `to`.
  void load(kernel::Builder &k, const kernel::Term &to, const kernel::Term &from,
            const kernel::Term &count) const;
  /// Emits the call `loadT<kCells, kWhole>(to, from, T, g, x, y, z)`, in which the name of `field`
  /// takes the place of T. It loads adjacent cells of a row whose last cells may lie beyond the
  /// grid. `sizes` has the two template arguments of the call, and `arguments` has its function
  /// arguments.
  void loadPartial(kernel::Builder &k, ir::FieldId field, const std::vector<kernel::Term> &sizes,
                   const std::vector<kernel::Term> &arguments) const;
  /// Returns an expression of the emitted code that loads the single cell `cell` from global
  /// memory. The plan determines the instruction: an ordinary load, or one through the read-only
  /// cache (ld.global.nc).
  kernel::Term cell(kernel::Builder &k, const kernel::Term &cell) const;
  /// Returns the template arguments of a load or store of `count` adjacent cells: the count and, if
  /// the plan limits it, the maximum number of bytes of one access.
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
  const bool isReadOnly; // loads go through the read-only cache
  const int vectorBound; // maximum number of bytes of an access; 0: no limit
  std::map<ir::FieldId, Helpers> helpers;
};

} // namespace stencilc::schedules
