/// \file Builds the program of a run. If a compiler crashes on the chosen plan, another plan is
/// built.
#include "driver/run/PlanThatBuilds.h"
#include "driver/process/Launches.h"
#include "runtime/parts/ranks/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <string_view>

namespace stencilc::driver {

using MessageList = std::vector<std::vector<Diagnostics::Message>>;

static bool saysCrash(const MessageList &heard) {
  return llvm::any_of(heard, [](const auto &messages) {
    return messages.front().id == std::string_view(diag::CompilerCrashed.id);
  });
}

/// Returns the best plan of all schedules whose names are not in `schedules`. Returns null if there
/// is none.
static const plan::Plan *bestBut(const plan::Planning &planning,
                                 const std::set<std::string> &schedules) {
  const auto found = llvm::find_if(
      planning.candidates, [&](const plan::Plan &plan) { return !schedules.count(plan.schedule); });
  return found == planning.candidates.end() ? nullptr : &*found;
}

/// Builds the code that `line` has emitted, and stores the result in `run.built`, which stays empty
/// after an error. Builds only the first kernels, which compile fast, if the kernels of the plan
/// can be compiled during the run.
static void buildEmitted(const Options &options, Pipeline &line, const RunPlace &place,
                         RunBuild &run, Diagnostics &diags) {
  run.request = buildRequest(options, line, place);
  run.request.text = &line.text();
  run.request.isAlone = true;
  run.planned.reset();
  if (!launched().areSeveral() && mayBeginWithOthers(options, line, run.request) &&
      line.emitFirst())
    run.planned.emplace(run.request);
  if (run.planned && !run.planned->hasPlace())
    run.planned.reset();
  BuildRequest now = run.request;
  if (run.planned) {
    now.text = &line.firstText();
    now.isFirst = true;
    now.mayTakeNvcc = false;
  }
  run.built = build(now, diags);
}

bool buildRun(const Options &options, Pipeline &line, const RunPlace &place, RunBuild &run) {
  std::set<std::string> crashed;
  for (;;) {
    if (!line.emit(emit::EmitForm::Module))
      return false;
    MessageList heard;
    const llvm::SourceMgr sources;
    Diagnostics listening(sources, [&](const auto &messages) { heard.push_back(messages); });
    buildEmitted(options, line, place, run, listening);
    crashed.insert(line.plan().schedule);
    const plan::Plan *const other = !run.built && options.plan.isScheduleFree && saysCrash(heard)
                                        ? bestBut(line.planning(), crashed)
                                        : nullptr;
    if (!other) {
      for (const auto &messages : heard)
        line.diagnostics().repeat(messages);
      return run.built.has_value();
    }
    if (!options.run.quiet)
      llvm::errs() << "note: " << heard.back().front().text << " (" << line.plan().requestText()
                   << "); " << other->requestText() << " takes its place\n";
    line.takePlan(*other);
  }
}

} // namespace stencilc::driver
