/// \file Template data of the kernel variants that a run may choose from, and of single time steps.
#include "emit/Frame.h"
#include "emit/Ladder.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Returns the initialisers of ProgramDescription for the table of kernel variants.
static Members membersOf(const plan::Plan &plan, const std::vector<Rung> &ladder) {
  if (ladder.empty())
    return {};
  Members members = {{"stepCost", std::to_string(stepCost(plan))},
                     {"fused", "kernels"},
                     {"fusedCount", std::to_string(ladder.size())}};
  if (plan.isTried)
    members.emplace_back("isTried", "true");
  return members;
}

void addLadder(const FrameState &state, Object &code) {
  const plan::Plan &plan = state.plan;
  const std::vector<Rung> ladder = ladderOf(plan);
  Array list;
  for (const Rung &rung : ladder)
    list.push_back(
        Object{{"steps", rung.steps},
               {"launch", rung.launch},
               {"cost", rung.cost},
               {"schedule", rung.schedule.empty() ? "" : ", .schedule = " + quoted(rung.schedule)},
               {"inTurn", plan.fused && plan.fused->inTurn ? ", .inTurn = true" : ""}});
  std::string members = membersText(membersOf(plan, ladder));
  if (state.mayBeginWithSteps())
    members = "\n" + std::string(kUnlessSingleSteps) + members + "\n#else" +
              membersText({{"stepSchedule", quoted(plan.stepSchedule())}}) + "\n#endif";
  code["ladder"] = listOrFalse(std::move(list));
  code["ladderBegin"] = state.mayBeginWithSteps() ? std::string(kUnlessSingleSteps) + "\n" : "";
  code["ladderEnd"] = state.mayBeginWithSteps() ? "\n#endif" : "";
  code["ladderMembers"] = std::move(members);
  code["step"] = state.hasStepKernels() ? "step" : "steps1::launch";
}

} // namespace stencilc::emit
