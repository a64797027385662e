/// \file What divisions and roots cost that a kernel asks about one by one.
#include "plan/Quotients.h"

namespace stencilc::plan {

namespace {

/// A quotient or a root has so many instructions beyond ten, and is there after so many cycles.
constexpr double kInstructions = 3.5, kDoubleInstructions = 10;
constexpr double kCycles = 100, kDoubleCycles = 120;

bool isDouble(const analysis::Facts &facts) { return facts.program.compute == ir::ScalarType::F64; }

double tested(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.kernels[index].operations;
  return o.divide + o.sqrt - 2 * o.perRoot;
}

} // namespace

double quotientInstructions(const analysis::Facts &facts, std::size_t index) {
  return tested(facts, index) * (isDouble(facts) ? kDoubleInstructions : kInstructions);
}

double quotientCycles(const analysis::Facts &facts, std::size_t index) {
  return tested(facts, index) * (isDouble(facts) ? kDoubleCycles : kCycles);
}

} // namespace stencilc::plan
