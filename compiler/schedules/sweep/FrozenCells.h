/// \file Emits the conditions under which cells are frozen (keep their values) in a sweep kernel.
///
/// Conditions for faces of x and y are computed once before the loop over planes. Conditions for
/// faces of the swept axis are computed for each plane.
#pragma once

#include "kernel/build/KernelBody.h"

namespace stencilc::schedules {

/// Emitter of the conditions under which cells are frozen (boundary cells that keep their values).
/// It serves sweep kernels that keep columns of cells in registers.
class FrozenCells {
public:
  FrozenCells(kernel::Builder &k, const kernel::KernelBody &body, const ir::Program &program,
              const analysis::KernelFacts &kernel, int along, const kernel::Term &cells)
      : k(k), body(body), program(program), kernel(kernel), along(along), cells(cells) {}

  /// Emits arrays of flags, before the loop over planes, with one flag for each cell of the thread.
  /// The flag is set if the cell keeps its value in every plane, because it lies near a face of x
  /// or y. `x` and `y` are the coordinates of the thread's first cell. `y` is set with three axes
  /// only.
  void declareAcross(const kernel::Term &x, const std::optional<kernel::Term> &y);
  /// Emits the declaration of a boolean variable that is true if the thread's cell number `i` keeps
  /// its value. `plane` is the coordinate of the updated plane along the swept axis, and `y` that
  /// of the row, set with three axes only. All stages (update statements) share one variable if
  /// they freeze the same cells. Otherwise each stage has its own. of() returns the variable.
  void declareNow(const kernel::Term &i, const std::optional<kernel::Term> &y,
                  const kernel::Term &plane);
  /// Returns the condition, emitted by declareNow(), under which `stage` (an update statement) must
  /// keep the old value of the current cell. Returns null if the stage freezes no cells.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Frozen {
    ir::FieldId target; // field that the first stage with this condition updates
    kernel::NameHint name;
    Reach widths;
    std::optional<kernel::Term> across = {}, now = {};
  };

  kernel::Builder &k;
  const kernel::KernelBody &body;
  const ir::Program &program;
  const analysis::KernelFacts &kernel;
  const int along;
  const kernel::Term cells;
  std::vector<Frozen> all;
};

} // namespace stencilc::schedules
