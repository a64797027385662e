/// \file Tests which programs allow time-skewed loops on the CPU, and computes their parameters.
#include "schedules/loops/Skewed.h"
#include "analysis/KernelFacts.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "plan/cost/FusedSteps.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr const char *kSingle = "single steps: leave steps out";

int reachBehindX(const analysis::Facts &facts) {
  int reach = 0;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
    const analysis::KernelFacts kernel(facts, index);
    for (int axis = 1; axis < facts.program.rank(); ++axis)
      reach = std::max({reach, kernel.reach.low[axis], kernel.reach.high[axis]});
  }
  return reach;
}

} // namespace

double SkewedShape::work(const Extents &extents) const {
  const double tile = rows > 0 ? std::min(double(rows), double(extents[1])) : double(extents[1]);
  return rows > 0 && tile < double(extents[1]) ? 1 + (spread() + 2.0 * reach) / tile : 1;
}

std::vector<std::string> SkewedShape::verify(const analysis::Facts &facts) const {
  std::vector<std::string> findings;
  if (steps < 1)
    findings.emplace_back("no steps are fused");
  if (kernels != static_cast<int>(facts.dependence.kernels.size()))
    findings.emplace_back("a step has another number of kernels");
  if (reach < reachBehindX(facts))
    findings.push_back("a level reads " + std::to_string(reachBehindX(facts)) +
                       " cells away, and comes " + std::to_string(reach) +
                       " behind the one before");
  return findings;
}

Fit fitSkewed(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  if (program.rank() == 1)
    return Fit::no(
        "fused steps keep rows or planes in the caches, and the program has one axis; use " +
        std::string(kSingle));
  if (!ir::receivedFields(program).empty())
    return Fit::no("receivers read cells after every step, so no steps are fused; use " +
                   std::string(kSingle));
  return fitFusedSteps(program, kSingle);
}

SkewedShape skewedShape(const analysis::Facts &facts, int steps, int rows) {
  SkewedShape shape;
  shape.steps = steps;
  shape.kernels = static_cast<int>(facts.dependence.kernels.size());
  shape.reach = reachBehindX(facts);
  shape.rows = rows;
  return shape;
}

double bytesOfRow(const analysis::Facts &facts, const SkewedShape &shape) {
  double bytes = 0;
  for (const auto &[field, buffers] : facts.dependence.buffers)
    bytes += double(ir::bytesOf(facts.program.fields[field].storage)) * buffers;
  return bytes * shape.planes() * double(plannedExtents(facts.program)[0]);
}

} // namespace stencilc::schedules
