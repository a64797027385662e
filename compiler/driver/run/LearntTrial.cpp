/// \file Keeps the rates that a trial has measured, and finds them for later runs.
#include "driver/run/LearntTrial.h"
#include "driver/build/CacheFolder.h"
#include "driver/tune/Measure.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/LaunchGrid.h"
#include "runtime/core/support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::driver {

static plan::TrialStore trialStore() { return plan::TrialStore(cacheFolder() + "/trials"); }

/// Returns the plan of `line` as a request for --schedule=, without the option `rest`. That option
/// depends on the number of time steps of a run, and does not change the other kernels.
static std::string planText(const Pipeline &line) {
  plan::Plan plan = line.plan();
  plan.options.erase("rest");
  return plan.requestText();
}

/// Returns the key of the plan of `line` in the store of trials. Returns `nullopt` if rates of this
/// run are not kept, or if the device is not known.
static std::optional<plan::TrialKey> trialKey(const Options &options, const Pipeline &line,
                                              plan::TargetKind kind) {
  const ir::Program &program = line.program();
  const plan::TuningKey tuned = tuningKey(options, line, kind);
  if (!line.mayTry() || !tuned.device || !program.sizeHint || options.run.devices.isGiven() ||
      line.plan().ranged())
    return std::nullopt;
  plan::TrialKey key;
  key.program = llvm::utohexstr(plan::programIdentity(program), /*LowerCase=*/true, 16);
  key.sizes = plan::sizeClass(plan::plannedExtents(program), program.rank());
  key.arch = tuned.arch;
  key.device = *tuned.device;
  key.compiler = tuned.compiler;
  key.plan = planText(line);
  key.options =
      "compiler=" + options.build.compiler + ",pitch=" + std::to_string(options.run.rowPitch);
  return key;
}

std::optional<plan::TrialRecord> learntTrial(const Options &options, Pipeline &line,
                                             plan::TargetKind kind) {
  if (options.plan.noTuned)
    return std::nullopt;
  const std::optional<plan::TrialKey> key = trialKey(options, line, kind);
  return key ? trialStore().find(*key) : std::nullopt;
}

/// Returns the rates of the trial in `summary`, the summary of a run, fastest first. The list is
/// empty if the run had no trial.
static std::vector<KernelRate> ratesOf(const llvm::json::Object &summary) {
  std::vector<KernelRate> rates;
  const llvm::json::Array *trial = summary.getArray("trial");
  if (!trial || summary.getBoolean("trial_learnt").value_or(false))
    return rates;
  for (const llvm::json::Value &each : *trial)
    if (const llvm::json::Object *kernel = each.getAsObject())
      rates.push_back({kernel->getString("schedule").value_or("").str(),
                       static_cast<int>(kernel->getInteger("steps").value_or(1)),
                       1e9 * kernel->getNumber("glups").value_or(0)});
  return rates;
}

/// Adds to `rates` those of `older` kernels that it does not have, fastest first. Runs with other
/// numbers of time steps have other kernels for the remainder steps.
static void addOlder(std::vector<KernelRate> &rates, const std::vector<KernelRate> &older) {
  for (const KernelRate &old : older)
    if (llvm::none_of(rates, [&](const KernelRate &rate) {
          return rate.schedule == old.schedule && rate.steps == old.steps;
        }))
      rates.push_back(old);
  llvm::stable_sort(rates, [](const KernelRate &a, const KernelRate &b) {
    return a.updatesPerSecond > b.updatesPerSecond;
  });
}

void keepTrial(const Options &options, Pipeline &line, plan::TargetKind kind,
               const llvm::json::Object &summary) {
  const std::optional<plan::TrialKey> key = trialKey(options, line, kind);
  const ir::Program &program = line.program();
  plan::TrialRecord record;
  record.rates = ratesOf(summary);
  if (!key || record.rates.size() < 2)
    return;
  record.key = *key;
  record.plans = line.trialPlans();
  if (const auto old = trialStore().find(*key)) {
    addOlder(record.rates, old->rates);
    record.plans = std::max(record.plans, old->plans);
  }
  record.name = program.name;
  record.precision = plan::precisionName(program);
  record.size = toText(plan::plannedExtents(program), program.rank());
  record.date = nowText();
  if (llvm::Error error = trialStore().put(record))
    line.diagnostics().report(diag::MeasurementNotKept, cacheFolder() + "/trials",
                              llvm::toString(std::move(error)));
}

void addLearntPlans(const Options &options, Pipeline &line, plan::TargetKind kind) {
  if (const auto learnt = learntTrial(options, line, kind);
      learnt && learnt->plans > line.trialPlans())
    line.setTrialPlans(learnt->plans);
}

std::string ratesText(const plan::TrialRecord &record) {
  std::string text;
  for (const KernelRate &rate : record.rates)
    text += (text.empty() ? "" : ", ") + rate.schedule +
            (rate.steps > 1 ? format(" of %d steps", rate.steps) : "") +
            format(text.empty() ? " %.4g GLUP/s" : " %.4g", 1e-9 * rate.updatesPerSecond);
  return text;
}

} // namespace stencilc::driver
