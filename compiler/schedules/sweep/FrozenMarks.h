/// \file Cells that keep their values, in a sweep through shared memory: a bit for each cell of a
/// thread says what is known before the loop, and the plane adds what it knows.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

class FrozenMarks {
public:
  FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel);

  /// Before the loop: marks cells that are frozen in every plane.
  void declareAcross();
  /// For the plane being updated: marks cells that are frozen in it.
  void declareNow();
  /// For cell `i` of row `j`: whether it is frozen for one or all stages.
  void at(const kernel::Term &j, const kernel::Term &i);
  /// What says that the cell is frozen for a stage; null if none is.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Marks {
    ir::FieldId target; // of the first stage
    kernel::Wish name, acrossName;
    Reach widths;
    std::optional<kernel::Term> across = {}, now = {}, cell = {};
  };

  StagedState &s;
  const analysis::KernelFacts &kernel;
  std::vector<Marks> all;
};

} // namespace stencilc::schedules
