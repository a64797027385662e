/// \file Template data of the kernel variants that a run may choose from, and of single time steps.
#include "emit/frame/Frame.h"
#include "emit/frame/VariantTable.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Returns the initialisers of ProgramDescription for the table of kernel variants, among which a
/// run chooses.
static Members membersOf(const plan::Plan &plan, const std::vector<KernelVariant> &variantTable) {
  if (variantTable.empty())
    return {};
  Members members = {{"stepCost", std::to_string(stepCost(plan))},
                     {"fused", "kernels"},
                     {"fusedCount", std::to_string(variantTable.size())}};
  if (plan.isTried)
    members.emplace_back("isTried", "true");
  return members;
}

void addVariantTable(const FrameState &state, Object &code) {
  const plan::Plan &plan = state.plan;
  const std::vector<KernelVariant> variantTable = variantTableOf(plan);
  Array list;
  for (const KernelVariant &variant : variantTable)
    list.push_back(Object{
        {"steps", variant.steps},
        {"launch", variant.launch},
        {"cost", variant.cost},
        {"schedule", variant.schedule.empty() ? "" : ", .schedule = " + quoted(variant.schedule)},
        {"fewest", variant.fewest ? ", .fewest = " + std::to_string(variant.fewest) +
                                        ", .costOfFewest = " + std::to_string(variant.costOfFewest)
                                  : ""},
        {"isSequential", plan.fused && plan.fused->isSequential ? ", .isSequential = true" : ""}});
  code["variantTable"] = listOrFalse(std::move(list));
  code["variantTableMembers"] = membersText(membersOf(plan, variantTable));
  code["step"] = state.hasStepKernels() ? "step" : "steps1::launch";
}

} // namespace stencilc::emit
