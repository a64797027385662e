/// \file The table of kernel variants, from which a run chooses: kernels that fuse several time
/// steps, and kernels of alternative plans. The single-step kernels of the best plan are not in the
/// table.
#include "emit/frame/VariantTable.h"
#include "emit/Lower.h"
#include "plan/interface/RemainderKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace stencilc::emit {

std::int64_t stepCost(const plan::Plan &plan) {
  return plan.hasStepKernels() || plan.rest.empty() ? plan::singleCost(plan)
                                                    : plan::launchCost(plan.rest.back());
}

std::string alternativeSpace(const plan::Plan &plan) {
  std::string name = plan.schedule;
  name.front() = llvm::toUpper(name.front());
  return "by" + name;
}

/// Returns the table entries (kernel variants, among which a run chooses) of one plan: one for each
/// of its kernels that fuse time steps. `space` is the prefix of namespaces in the emitted code,
/// such as "bySweep::" for an alternative plan, or "" for the best plan.
static std::vector<KernelVariant> variantsOf(const plan::Plan &plan, const std::string &space) {
  std::vector<KernelVariant> variants;
  for (const plan::FusedKernel &kernel : fusedKernels(plan))
    variants.push_back({.steps = kernel.fused.steps,
                        .launch = space + spaceOf(kernel) + "::launch",
                        .cost = plan::launchCost(kernel, stepCost(plan)),
                        .fewest = kernel.fused.fewest,
                        .costOfFewest = plan::costOfFewest(kernel.fused, stepCost(plan))});
  return variants;
}

/// Returns the lowest cost of one time step with `own`, the kernels of the best plan, in
/// nanoseconds on 1e9 cells.
static std::int64_t costOfOwnStep(const plan::Plan &plan, const std::vector<KernelVariant> &own) {
  std::int64_t least = stepCost(plan);
  for (const KernelVariant &variant : own)
    least = std::min(least, (variant.cost + variant.steps - 1) / variant.steps);
  return least;
}

/// Returns the kernel variants of an alternative plan: its kernels that fuse time steps, or else
/// its kernels of a single step. Predicted costs are raised, if necessary, so that each time step
/// costs more than `ownStep`, the cost of a step with the best plan. So a run uses the best plan
/// until it has measured the alternatives.
static std::vector<KernelVariant> variantsOfAlternative(const plan::Plan &plan,
                                                        std::int64_t ownStep) {
  const std::string space = alternativeSpace(plan) + "::";
  std::vector<KernelVariant> variants = variantsOf(plan, space);
  if (variants.empty())
    variants.push_back({.launch = space + "step", .cost = plan::singleCost(plan)});
  for (KernelVariant &variant : variants) {
    variant.schedule = plan.schedule;
    variant.cost = std::max(variant.cost, variant.steps * ownStep + 1);
    variant.costOfFewest = std::max(variant.costOfFewest, variant.fewest * ownStep + 1);
  }
  return variants;
}

std::vector<KernelVariant> variantTableOf(const plan::Plan &plan) {
  std::vector<KernelVariant> variantTable = variantsOf(plan, "");
  llvm::erase_if(variantTable, [](const KernelVariant &variant) {
    return variant.steps == 1;
  }); // used for single steps
  const std::int64_t ownStep = costOfOwnStep(plan, variantTable);
  for (const plan::Plan &other : plan.alternatives)
    llvm::append_range(variantTable, variantsOfAlternative(other, ownStep));
  llvm::stable_sort(variantTable, [](const KernelVariant &a, const KernelVariant &b) {
    return a.steps > b.steps;
  });
  return variantTable;
}

} // namespace stencilc::emit
