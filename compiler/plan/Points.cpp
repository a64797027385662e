/// \file What sources and receivers cost the kernels that ask where points are.
#include "plan/Points.h"
#include "ir/Walk.h"

namespace stencilc::plan {

/// Asking about a row, for each table. In naive kernels 10 and 24 were seen, in sweeps 13 to 46, in
/// wavefronts 0 to 20; in all of them beside the arithmetic, which is 6 to 8 in each cell.
static constexpr double kAskInstructions = 20;
/// Recording a row in a time step, for each field: 13 with two axes, 56 with three.
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
