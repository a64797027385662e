/// \file Emits bit masks of frozen cells (they keep their values) for sweeps in shared memory.
///
/// A mask has one bit for each cell of a thread. All bits are set if the whole plane is frozen.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Emitter of bit masks of frozen cells (cells that keep their values) for a sweep through shared
/// memory.
class FrozenMarks {
public:
  FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel);

  /// Emits, before the loop over planes, a bit mask of those cells of the thread that are frozen
  /// (keep their values) in all planes.
  void declareAcross();
  /// Emits a bit mask of those cells of the thread that are frozen (keep their values) in the plane
  /// being updated.
  void declareNow();
  /// Selects cell `i` of the thread's row `j`. The conditions that are returned afterwards are for
  /// this cell.
  void at(const kernel::Term &j, const kernel::Term &i);
  /// Returns the condition that `stage` leaves the selected cell frozen (with its old value).
  /// Returns null if the stage freezes no cells.
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
