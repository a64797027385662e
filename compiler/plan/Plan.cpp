/// \file What plans say of themselves, and a plan as JSON, for `--emit=plan` and as part of every
/// template's context.
#include "plan/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

bool isSinglePass(const analysis::Facts &facts, const FusedPlan &plan) {
  return plan.steps == 1 && facts.dependence.passes.size() == 1;
}

static llvm::json::Object toJson(const PassPlan &pass) {
  llvm::json::Object object;
  object["block"] = llvm::json::Array{pass.block[0], pass.block[1], pass.block[2]};
  object["cellsPerThread"] = pass.cellsPerThread;
  object["sweepAxis"] = pass.sweepAxis;
  object["planesPerChunk"] = pass.planesPerChunk;
  object["prefetch"] = pass.prefetch;
  object["sharedBytes"] = pass.sharedBytes;
  object["registers"] = pass.registers;
  object["residentBlocks"] = pass.residentBlocks;
  object["redundancy"] = llvm::formatv("{0:F3}", pass.redundancy).str();
  return object;
}

static llvm::json::Object toJson(const FusedPlan &fused, const PassPlan &pass) {
  llvm::json::Object kernel = toJson(pass);
  kernel["steps"] = fused.steps;
  kernel["cells"] = fused.cells;
  kernel["rows"] = fused.rows;
  kernel["warps"] = fused.warps;
  kernel["ahead"] = fused.ahead;
  kernel["group"] = fused.group;
  kernel["chunks"] = fused.chunks;
  kernel["wholePlanes"] = fused.isWhole;
  kernel["laneDelay"] = fused.laneDelay;
  kernel["ownDelay"] = fused.ownDelay;
  kernel["rowDelay"] = fused.rowDelay;
  kernel["tensors"] = fused.tensors;
  return kernel;
}

bool Plan::isReadOnly() const {
  return llvm::any_of(passes,
                      [](const PassPlan &pass) { return pass.staging == Staging::ReadOnly; });
}

llvm::json::Object Plan::toJson() const {
  llvm::json::Object chosen;
  for (const auto &[key, value] : options)
    chosen[key] = value;
  llvm::json::Array passArray;
  for (const PassPlan &pass : passes)
    passArray.push_back(plan::toJson(pass));
  llvm::json::Object object;
  object["schedule"] = schedule;
  object["target"] = llvm::json::Object{{"kind", spelt(target.kind)}, {"name", target.name}};
  object["options"] = std::move(chosen);
  object["passes"] = std::move(passArray);
  object["secondsPerBillionUpdates"] = llvm::formatv("{0:F6}", cost).str();
  if (fused)
    object["fused"] = plan::toJson(*fused, fusedPass);
  if (!rest.empty()) {
    llvm::json::Array kernels;
    for (const FusedKernel &kernel : rest)
      kernels.push_back(plan::toJson(kernel.fused, kernel.pass));
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
