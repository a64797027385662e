/// \file Frozen cells in a sweep through shared memory: one bit for each cell of a thread, computed
/// before the loop and combined with the condition of the plane.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// Declares and evaluates the bits of frozen cells.
class FrozenMarks {
public:
  FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel);

  /// Declares, before the loop, the bits of cells that are frozen in every plane.
  void declareAcross();
  /// Declares the bits of cells that are frozen in the plane being updated.
  void declareNow();
  /// Declares whether cell `i` of row `j` is frozen, for each stage or for all.
  void at(const kernel::Term &j, const kernel::Term &i);
  /// Returns the condition that the cell is frozen for a stage; null if none is.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Marks {
    ir::FieldId target; // target of the first stage with these bits
    kernel::Wish name, acrossName;
    Reach widths;
    std::optional<kernel::Term> across = {}, now = {}, cell = {};
  };

  StagedState &s;
  const analysis::KernelFacts &kernel;
  std::vector<Marks> all;
};

} // namespace stencilc::schedules
