/// \file Properties of plans, and conversion of a plan to JSON for `--emit=plan` and for templates
/// of emitted text.
#include "plan/interface/Plan.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

bool isSingleKernel(const analysis::Facts &facts, int steps) {
  return steps == 1 && facts.dependence.kernels.size() == 1;
}

static llvm::json::Object toJson(const KernelPlan &kernel) {
  llvm::json::Object object;
  object["block"] = llvm::json::Array{kernel.block[0], kernel.block[1], kernel.block[2]};
  object["cellsPerThread"] = kernel.cellsPerThread;
  object["sweepAxis"] = kernel.sweepAxis;
  object["planesPerChunk"] = kernel.planesPerChunk;
  object["prefetch"] = kernel.prefetch;
  object["sharedBytes"] = kernel.sharedBytes;
  object["registers"] = kernel.registers;
  object["residentBlocks"] = kernel.residentBlocks;
  object["redundancy"] = llvm::formatv("{0:F3}", kernel.redundancy).str();
  return object;
}

static constexpr int kThreadsOfWarp = 32; // threads of a warp

static llvm::json::Object toJson(const FusedPlan &fused, const KernelPlan &needs) {
  llvm::json::Object kernel = toJson(needs);
  kernel["steps"] = fused.steps;
  if (fused.fewest)
    kernel["fewestSteps"] = fused.fewest;
  // Parameters of wavefront kernels. Kernels of other schedules have these default values unless
  // their shape sets others.
  kernel["cells"] = kernel["rows"] = kernel["ahead"] = kernel["group"] = 1;
  const std::int64_t threads = std::int64_t{1} * needs.block[0] * needs.block[1] * needs.block[2];
  kernel["warps"] = threads ? (threads + kThreadsOfWarp - 1) / kThreadsOfWarp : 8;
  kernel["chunks"] = kernel["ownDelay"] = 0;
  kernel["laneDelay"] = kernel["rowDelay"] = 1;
  kernel["wholePlanes"] = kernel["tensors"] = false;
  if (needs.shape)
    needs.shape->describe(kernel);
  return kernel;
}

bool Plan::recordsReceivers(const ir::Program &program) const {
  if (next)
    return next->recordsReceivers(program);
  if (!fused || fused->steps > kMostRecordedSteps || ranged() || target.kind != TargetKind::Cuda)
    return false;
  const std::set<ir::FieldId> fields = ir::receivedFields(program);
  for (const ir::Stage &stage : program.stages)
    if (fields.contains(stage.target) && !stage.frozen.isZero())
      return false;
  return !fields.empty();
}

analysis::Faces Plan::facesInMemory(const analysis::Facts &facts) const {
  if (!ranged())
    return facts.faces;
  const int along = facts.program.lastAxis();
  return ranged()->isPeriodic ? facts.faces.endless(along) : facts.faces.withoutOtherEnd(along);
}

bool Plan::isReadOnly() const {
  return llvm::any_of(kernels,
                      [](const KernelPlan &kernel) { return kernel.staging == Staging::ReadOnly; });
}

llvm::json::Object Plan::toJson() const {
  llvm::json::Object chosen;
  for (const auto &[key, value] : options)
    chosen[key] = value;
  llvm::json::Array kernelArray;
  for (const KernelPlan &kernel : kernels)
    kernelArray.push_back(plan::toJson(kernel));
  llvm::json::Object object;
  object["schedule"] = schedule;
  object["target"] = llvm::json::Object{{"kind", spelt(target.kind)}, {"name", target.name}};
  object["options"] = std::move(chosen);
  object["perKernel"] = std::move(kernelArray);
  object["secondsPerBillionUpdates"] = llvm::formatv("{0:F6}", cost).str();
  if (alignedCell > 0)
    object["alignedCell"] = alignedCell;
  if (fused)
    object["fused"] = plan::toJson(*fused, fusedKernel);
  if (!rest.empty()) {
    llvm::json::Array kernels;
    for (const FusedKernel &kernel : rest)
      kernels.push_back(plan::toJson(kernel.fused, kernel.needs));
    object["rest"] = std::move(kernels);
  }
  object["notes"] = llvm::json::Array(notes);
  if (!picture.empty())
    object["picture"] = llvm::json::Array(picture);
  return object;
}

std::string Plan::requestText() const {
  std::string text = schedule;
  char separator = ':';
  for (const auto &[key, value] : options) {
    text += separator + key + "=" + value;
    separator = ',';
  }
  return text;
}

} // namespace stencilc::plan
