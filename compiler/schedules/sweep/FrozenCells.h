/// \file Emits the conditions under which cells are frozen (keep their values) in a sweep.
///
/// Conditions for faces across the swept axis are computed once before the loop over planes, all
/// others for each plane.
#pragma once

#include "kernel/build/KernelBody.h"

namespace stencilc::schedules {

/// Emitter of the conditions under which the cells of a sweeping thread are frozen (keep their
/// values).
class FrozenCells {
public:
  FrozenCells(kernel::Builder &k, const kernel::KernelBody &body, const ir::Program &program,
              const analysis::KernelFacts &kernel, int along, const kernel::Term &cells)
      : k(k), body(body), program(program), kernel(kernel), along(along), cells(cells) {}

  /// Emits, before the loop over planes, an array of flags for the cells of a thread. A flag is set
  /// if the cell is frozen (keeps its value) in every plane, because of faces of x or y. `y` is
  /// given with three axes.
  void declareAcross(const kernel::Term &x, const std::optional<kernel::Term> &y);
  /// Emits the condition that the thread's cell `i` of the current plane is frozen (keeps its
  /// value). It is one condition if all stages (update statements) freeze the same cells, else one
  /// for each stage.
  void declareNow(const kernel::Term &i, const std::optional<kernel::Term> &y,
                  const kernel::Term &plane);
  /// Returns the condition that `stage` (an update statement) leaves the cell being updated frozen,
  /// with its old value. Returns null if the stage freezes no cells.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Frozen {
    ir::FieldId target; // target of the first stage with this condition
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
