/// \file Emits bit masks of frozen cells (cells that keep their values) for sweeps through shared
/// memory. They have one bit for each cell of a thread and are combined with the condition of the
/// plane.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// Emitter of bit masks of frozen cells (cells that keep their values) for a sweep through shared
/// memory.
class FrozenMarks {
public:
  FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel);

  /// Emits, before the loop over planes, a bit for each of the thread's cells that is frozen in
  /// every plane.
  void declareAcross();
  /// Emits a bit for each of the thread's cells that is frozen in the plane being updated.
  void declareNow();
  /// Emits the condition that cell `i` of row `j` is frozen, once for all stages or for each of
  /// them.
  void at(const kernel::Term &j, const kernel::Term &i);
  /// Returns the condition that the cell being updated is frozen for this stage, or null if the
  /// stage freezes no cells.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Marks {
    ir::FieldId target; // target of the first stage with these bits
    kernel::NameHint name, acrossName;
    Reach widths;
    std::optional<kernel::Term> across = {}, now = {}, cell = {};
  };

  StagedState &s;
  const analysis::KernelFacts &kernel;
  std::vector<Marks> all;
};

} // namespace stencilc::schedules
