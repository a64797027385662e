/// \file Emits bit masks of frozen cells (which keep their values) for sweeps in shared memory.
///
/// A mask has one bit for each cell of a thread. All bits are set if the whole plane is frozen.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Emitter of bit masks of frozen cells (boundary cells that keep their values). It serves sweep
/// kernels that load planes into shared memory.
class FrozenMarks {
public:
  FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel);

  /// Emits, before the loop over planes, a bit mask with one bit for each cell of the thread. The
  /// bit is set if the cell keeps its value in every plane, because it lies near a face of x or y.
  void declareAcross();
  /// Emits a bit mask for the plane being updated, with one bit for each cell of the thread. The
  /// bit is set if the cell is frozen (keeps its value) in this plane.
  void declareNow();
  /// Selects a cell: cell `i` of row `j` of the thread, both counted from 0. Later calls of of()
  /// return the condition that this cell is frozen (keeps its value).
  void at(const kernel::Term &j, const kernel::Term &i);
  /// Returns the condition under which `stage` (an update statement) must keep the old value of the
  /// cell selected by at(). Returns null if the stage freezes no cells.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Marks {
    ir::FieldId target; // field that the first stage with these bits updates
    kernel::NameHint name, acrossName;
    Reach widths;
    std::optional<kernel::Term> across = {}, now = {}, cell = {};
  };

  StagedState &s;
  const analysis::KernelFacts &kernel;
  std::vector<Marks> all;
};

} // namespace stencilc::schedules
