/// \file Cells that keep their values, in a sweep: what is known of them before the loop, and what
/// the plane says.
#pragma once

#include "kernel/PassBody.h"

namespace stencilc::schedules {

class KeptCells {
public:
  KeptCells(kernel::Builder &k, const kernel::PassBody &body, const ir::Program &program,
            const analysis::PassFacts &pass, int along, const kernel::Term &cells)
      : k(k), body(body), program(program), pass(pass), along(along), cells(cells) {}

  /// Before the loop: an array that says of each of the thread's cells whether faces across the
  /// sweep keep it in every plane. `y` is there with three axes.
  void declareAcross(const kernel::Term &x, const std::optional<kernel::Term> &y);
  /// For cell `i` of the plane: whether one or all stages keep it.
  void declareNow(const kernel::Term &i, const std::optional<kernel::Term> &y,
                  const kernel::Term &plane);
  /// What says that a stage keeps the cell being updated; null if it keeps none.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Kept {
    ir::FieldId target; // of the first stage
    kernel::Wish name;
    Reach rim;
    std::optional<kernel::Term> across = {}, now = {};
  };

  kernel::Builder &k;
  const kernel::PassBody &body;
  const ir::Program &program;
  const analysis::PassFacts &pass;
  const int along;
  const kernel::Term cells;
  std::vector<Kept> all;
};

} // namespace stencilc::schedules
