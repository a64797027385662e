/// \file Cells that keep their values, in a sweep: what is known of them before the loop, and what
/// the plane says.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::schedules {

class FrozenCells {
public:
  FrozenCells(kernel::Builder &k, const kernel::KernelBody &body, const ir::Program &program,
              const analysis::KernelFacts &kernel, int along, const kernel::Term &cells)
      : k(k), body(body), program(program), kernel(kernel), along(along), cells(cells) {}

  /// Before the loop: an array that says of each of the thread's cells whether faces across the
  /// sweep freeze it in every plane. `y` is there with three axes.
  void declareAcross(const kernel::Term &x, const std::optional<kernel::Term> &y);
  /// For cell `i` of the plane: whether it is frozen for one or all stages.
  void declareNow(const kernel::Term &i, const std::optional<kernel::Term> &y,
                  const kernel::Term &plane);
  /// What says that the cell being updated is frozen for a stage; null if none is.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Frozen {
    ir::FieldId target; // of the first stage
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
