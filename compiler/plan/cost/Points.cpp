/// \file Cost of sources and receivers in the kernels that apply them.
#include "plan/cost/Points.h"
#include "ir/Walk.h"

namespace stencilc::plan {

/// Number of instructions with which a thread tests whether a row of its cells contains points of a
/// source (a point at which values are added). Machine code has 10 to 24 in kernels without shared
/// memory, 13 to 46 in sweeps, and 0 to 20 in wavefronts.
static constexpr double kAskInstructions = 20;
/// Number of instructions with which a thread records values of one field for receivers (points at
/// which a run saves a field), per row of its cells and time step. Machine code has 13 with two
/// axes and 56 with three.
static constexpr double kRecordInstructions = 35;

int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells) {
  constexpr int asking = 10, row = 4, cell = 3;
  return facts.cost.kernels[index].points > 0 ? asking + rows * (row + cell * cells) : 0;
}

double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells) {
  return kAskInstructions * facts.cost.kernels[index].points / cells;
}

double pointCycles(const analysis::Facts &facts, std::size_t index) {
  constexpr double asking = 60;
  return asking * facts.cost.kernels[index].points;
}

double recordInstructions(const analysis::Facts &facts, int cells) {
  return kRecordInstructions * double(ir::receivedFields(facts.program).size()) / cells;
}

} // namespace stencilc::plan
