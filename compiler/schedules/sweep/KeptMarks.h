/// \file Cells that keep their values, in a sweep through shared memory: a bit for each cell of a
/// thread says what is known before the loop, and the plane adds what it knows.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

class KeptMarks {
public:
  KeptMarks(StagedState &state, const analysis::PassFacts &pass);

  /// Before the loop: marks cells that are kept in every plane.
  void declareAcross();
  /// For the plane being updated: marks cells that are kept in it.
  void declareNow();
  /// For cell `i` of row `j`: whether one or all stages keep it.
  void at(const kernel::Term &j, const kernel::Term &i);
  /// What says that a stage keeps the cell; null if it keeps none.
  const kernel::Term *of(const ir::Stage &stage) const;

private:
  struct Marks {
    ir::FieldId target; // of the first stage
    kernel::Wish name, rimName;
    Reach rim;
    std::optional<kernel::Term> across = {}, now = {}, cell = {};
  };

  StagedState &s;
  const analysis::PassFacts &pass;
  std::vector<Marks> all;
};

} // namespace stencilc::schedules
