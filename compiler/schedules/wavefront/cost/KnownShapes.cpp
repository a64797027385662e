/// \file Registers of wavefront kernels that were compiled once (machine/CompiledShapes.h).
#include "schedules/wavefront/cost/KnownShapes.h"
#include "machine/CompiledShapes.h"
#include "plan/cost/UpdateSignature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns the options in `text`, such as "wavefront:steps=4,cells=4". Returns nullopt for other
/// schedules.
std::optional<ScheduleRequest> requestOf(llvm::StringRef text) {
  const auto [name, options] = text.split(':');
  if (name != "wavefront")
    return std::nullopt;
  ScheduleRequest request{name.str(), {}};
  llvm::SmallVector<llvm::StringRef, 16> parts;
  options.split(parts, ',');
  for (const llvm::StringRef part : parts)
    request.options.emplace(part.split('=').first.str(), part.split('=').second.str());
  return request;
}

/// Returns true if the kernels of both plans have the same code, but for constants.
bool haveSameCode(const WavefrontOptions &a, const WavefrontOptions &b) {
  return a.steps == b.steps && a.cells == b.cells && a.rows == b.rows && a.warps == b.warps &&
         a.teams == b.teams && a.isWhole == b.isWhole && a.laneDelay == b.laneDelay &&
         a.ownDelay == b.ownDelay && a.apart == b.apart && a.byThreads == b.byThreads;
}

} // namespace

std::vector<KnownShape> knownShapes(const analysis::Facts &facts) {
  using Options = WavefrontOptions;
  constexpr int kRegisterBytes = 4;
  std::vector<KnownShape> known;
  for (const machine::CompiledShape &compiled :
       machine::compiledShapes(plan::updateSignature(facts))) {
    const std::optional<ScheduleRequest> request = requestOf(compiled.request);
    if (!request)
      continue;
    const AskedOptions<Options> asked = wavefrontOptions().parse(*request);
    Options plan;
    plan.steps = asked(&Options::steps).value_or(1);
    plan.cells = asked(&Options::cells).value_or(1);
    plan.rows = asked(&Options::rows).value_or(1);
    plan.warps = asked(&Options::warps).value_or(1);
    plan.teams = asked(&Options::teams).value_or(1);
    plan.isWhole = asked(&Options::isWhole).value_or(false);
    plan.laneDelay = asked(&Options::laneDelay).value_or(0);
    plan.ownDelay = asked(&Options::ownDelay).value_or(0);
    plan.apart = asked(&Options::apart).value_or(false);
    plan.byThreads = asked(&Options::byThreads).value_or(true);
    known.push_back({plan, compiled.registers, compiled.localBytes / kRegisterBytes});
  }
  return known;
}

void useKnownRegisters(WavefrontShape &shape, const std::vector<KnownShape> &known) {
  const auto found = llvm::find_if(
      known, [&](const KnownShape &each) { return haveSameCode(each.plan, shape.plan); });
  if (found == known.end())
    return;
  shape.registers = found->registers + found->spilled;
  shape.isCompiled = true;
}

} // namespace stencilc::schedules
