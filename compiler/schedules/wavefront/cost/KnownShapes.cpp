/// \file Registers of wavefront kernels from the built-in table of measured compilations
/// (machine/CompiledShapes.h).
#include "schedules/wavefront/cost/KnownShapes.h"
#include "plan/cost/CompiledPlans.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns true if kernels with options `a` and `b` have the same code, except for constants.
bool haveSameCode(const WavefrontOptions &a, const WavefrontOptions &b) {
  return a.steps == b.steps && a.cells == b.cells && a.rows == b.rows && a.warps == b.warps &&
         a.teams == b.teams && a.isWhole == b.isWhole && a.laneDelay == b.laneDelay &&
         a.ownDelay == b.ownDelay && a.apart == b.apart && a.byThreads == b.byThreads;
}

} // namespace

std::vector<KnownShape> knownShapes(const analysis::Facts &facts) {
  constexpr int kRegisterBytes = 4;
  std::vector<KnownShape> known;
  for (const auto &[request, compiled] : compiledPlans(facts, "wavefront"))
    known.push_back({wavefrontOptions().parse(request).orDefaults(), compiled->kernels.front().most,
                     compiled->localBytes / kRegisterBytes});
  return known;
}

void useKnownRegisters(WavefrontShape &shape, const std::vector<KnownShape> &known) {
  const auto found = llvm::find_if(
      known, [&](const KnownShape &each) { return haveSameCode(each.plan, shape.plan); });
  if (found == known.end())
    return;
  shape.block.registers = found->registers + found->spilled;
  shape.block.isCompiled = true;
}

} // namespace stencilc::schedules
