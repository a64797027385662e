/// \file Cost of divisions and roots whose operands a kernel tests, each with a branch.
#include "plan/cost/Quotients.h"

namespace stencilc::plan {

namespace {

/// Costs of a division or root whose operands are tested with a branch, in f32 and in f64.
/// kInstructions and kDoubleInstructions are added to the 10 instructions that the cost model
/// counts for any division or root. kCycles and kDoubleCycles are the cycles until the result is
/// available.
constexpr double kInstructions = 3.5, kDoubleInstructions = 10;
constexpr double kCycles = 100, kDoubleCycles = 120;
/// Number of f64 instructions for a constant divided by a root, in addition to the 10 that the cost
/// model counts for a division. Machine code has about 27, but 20 agrees better with measured
/// rates.
constexpr double kDoublePerRoot = 20;

bool isDouble(const analysis::Facts &facts) { return facts.program.compute == ir::ScalarType::F64; }

double tested(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.kernels[index].operations;
  return o.divide + o.sqrt - 2 * o.perRoot;
}

} // namespace

double quotientInstructions(const analysis::Facts &facts, std::size_t index) {
  const double perRoot = facts.cost.kernels[index].operations.perRoot;
  return isDouble(facts) ? tested(facts, index) * kDoubleInstructions + perRoot * kDoublePerRoot
                         : tested(facts, index) * kInstructions;
}

double quotientCycles(const analysis::Facts &facts, std::size_t index) {
  return tested(facts, index) * (isDouble(facts) ? kDoubleCycles : kCycles);
}

} // namespace stencilc::plan
