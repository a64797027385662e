/// \file What divisions and roots cost that a kernel asks about one by one.
#include "plan/Quotients.h"

namespace stencilc::plan {

namespace {

/// A quotient or a root has so many instructions beyond ten, and is there after so many cycles.
constexpr double kInstructions = 3.5, kDoubleInstructions = 10;
constexpr double kCycles = 100, kDoubleCycles = 120;
/// A constant over a root has ten in f32. In f64 machine code has some 37 more for it than that; 20
/// give the rates that were measured (gradient2d by four and by six steps).
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
