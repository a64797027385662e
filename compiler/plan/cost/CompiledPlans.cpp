/// \file Plans whose kernels are in the built-in table of measured compilations.
#include "plan/cost/CompiledPlans.h"
#include "plan/cost/UpdateSignature.h"

namespace stencilc::plan {

std::vector<std::pair<ScheduleRequest, const machine::CompiledShape *>>
compiledPlans(const analysis::Facts &facts, llvm::StringRef schedule) {
  std::vector<std::pair<ScheduleRequest, const machine::CompiledShape *>> plans;
  for (const machine::CompiledShape &compiled : machine::compiledShapes(updateSignature(facts))) {
    llvm::Expected<ScheduleRequest> request = parseScheduleRequest(compiled.request);
    if (!request)
      llvm::consumeError(request.takeError()); // an option that no longer exists
    else if (request->name == schedule)
      plans.emplace_back(std::move(*request), &compiled);
  }
  return plans;
}

} // namespace stencilc::plan
