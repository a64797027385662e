/// \file Frozen cells in a sweep: conditions known before the loop, and conditions that depend on
/// the plane.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::schedules {

/// Declares and evaluates the conditions that cells of a thread are frozen.
class FrozenCells {
public:
  FrozenCells(kernel::Builder &k, const kernel::KernelBody &body, const ir::Program &program,
              const analysis::KernelFacts &kernel, int along, const kernel::Term &cells)
      : k(k), body(body), program(program), kernel(kernel), along(along), cells(cells) {}

  /// Declares, before the loop, an array with a flag for each of the thread's cells: frozen in
  /// every plane, by faces across the sweep. `y` is set with three axes.
  void declareAcross(const kernel::Term &x, const std::optional<kernel::Term> &y);
  /// Declares whether cell `i` of the current plane is frozen, for each stage or for all.
  void declareNow(const kernel::Term &i, const std::optional<kernel::Term> &y,
                  const kernel::Term &plane);
  /// Returns the condition that the cell being updated is frozen for a stage; null if none is.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Frozen {
    ir::FieldId target; // target of the first stage with this condition
    kernel::Wish name;
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
