/// \file The search of `stencilc tune`: builds and times the plans that the cost model ranks best,
/// and stores the results.
#include "driver/tune/TuneSearch.h"
#include "driver/build/CacheFolder.h"
#include "driver/cli/Paragraph.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"
#include "driver/machines/Machine.h"
#include "driver/process/Interrupt.h"
#include "driver/tune/TuneFiles.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/search/SearchSpace.h"
#include "runtime/core/support/Text.h"
#include "runtime/program/request/RunOptions.h"
#include "llvm/Support/Process.h"
#include <cmath>
#include <thread>

namespace stencilc::driver {

static constexpr int kCandidates = 12, kRepeat = 3; // defaults of --candidates and --repeat
static constexpr double kTimedSeconds = 0.25;       // length of one timed run, by the cost model
/// Predicted length in seconds of one timed run when energy is measured. A run may be twice as fast
/// as predicted. It must still last one second, because the energy counter of a GPU is updated ten
/// times a second.
static constexpr double kMeteredSeconds = 2;
/// Divisor of the number of time steps of each timed run on a GPU, unless --steps is given.
/// Schedules that fuse 2, 3, 4, 6 or 8 steps then have no remainder steps.
static constexpr std::int64_t kStepGroup = 48;
static constexpr std::int64_t kEmulatedSteps = 4, kMostSteps = 96000;
/// Factor in the time limit of one plan that `stencilc tune` times. The limit is this factor times
/// the predicted time, plus 60 seconds.
static constexpr double kPatience = 50;

double Search::cells() const {
  const Extents extents = plan::plannedExtents(line.program());
  return double(extents[0]) * double(extents[1]) * double(extents[2]);
}

int Search::repeats() const {
  return options.run.repeat ? options.run.repeat : isEmulated() ? 1 : kRepeat;
}

/// Returns the number of time steps of one timed run: --steps if given. Otherwise it is chosen so
/// that the fastest plan takes 0.25 s, or 2 s if energy is measured, by the cost model. On a GPU
/// the number is a multiple of 48.
std::int64_t Search::steps() const {
  if (options.run.steps)
    return std::max<std::int64_t>(1, *options.run.steps);
  if (isEmulated())
    return kEmulatedSteps;
  const double wanted = (isForEnergy(options) ? kMeteredSeconds : kTimedSeconds) /
                        (cells() * 1e-9 * trials.front().plan.cost);
  const std::int64_t group = place.target() == plan::TargetKind::Cuda ? kStepGroup : 1;
  const double most = isForEnergy(options) ? 100.0 * kMostSteps : double(kMostSteps);
  const auto groups = static_cast<std::int64_t>(std::ceil(std::min(wanted, most) / double(group)));
  return std::max<std::int64_t>(1, groups) * group;
}

bool Search::prepare() {
  Diagnostics &diags = line.diagnostics();
  const ir::Program &program = line.program();
  const auto asked = resolve(options.run, program, diags);
  if (!asked)
    return false;
  for (const FieldFile &file : initialFiles(program, line.inputPath(), fieldFiles(asked->inputs)))
    inits.push_back(toText(file, program));
  points = pointTexts(pointInputs(*asked, program, line.inputPath()).points, program);
  const std::vector<std::string> files = seriesFiles(*asked, program, line.inputPath());
  for (std::size_t i = 0; i < files.size(); ++i)
    series.push_back(program.series[ir::SeriesId{static_cast<std::uint32_t>(i)}].name + "=" +
                     files[i]);
  if (place.kind == BuildKind::Cuda)
    line.setDefaultArch(nativeCudaArch());
  // Reports errors in the user's --schedule, if there are any.
  if (!line.choosePlan(place.target(), options.plan.schedule))
    return false;
  std::optional<plan::ScheduleRequest> request;
  if (!options.plan.schedule.empty())
    request = llvm::cantFail(plan::parseScheduleRequest(options.plan.schedule));
  const plan::Target target = line.plan().target;
  for (plan::Plan &plan :
       plan::searchSpace(line.allFacts(), target, request,
                         options.tune.candidates ? options.tune.candidates : kCandidates)) {
    line.takePlan(plan);
    Trial trial;
    trial.plan = std::move(plan);
    if (line.emit(emit::EmitForm::Module))
      trial.text = line.text();
    else
      trial.problem = "no text was emitted";
    trials.push_back(std::move(trial));
  }
  key = tuningKey(options, line, place.target());
  if (isEmulated())
    return true;
  auto opened = openTuningStore(diags);
  if (!opened)
    return false;
  store.emplace(std::move(*opened));
  return true;
}

/// Prints `text` as one line on standard error, if that is a terminal or -v is given.
void Search::progress(const std::string &text) const {
  if (!options.run.quiet && (options.run.verbose || llvm::sys::Process::StandardErrIsDisplayed()))
    llvm::errs() << text << "\n";
}

void Search::build(const std::string &folder) {
  const int jobs = options.tune.jobs
                       ? options.tune.jobs
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  builder = builderText(buildRequest(options, line, place));
  progress(format("building %zu plan%s, %d at a time, with %s", trials.size(),
                  trials.size() == 1 ? "" : "s", jobs, builder.c_str()));
  buildTrials(trials, buildRequest(options, line, place), jobs, folder);
}

/// Returns the request of one timed run.
RunRequest Search::request() const {
  const ir::Program &program = line.program();
  const Extents extents = plan::plannedExtents(program);
  RunRequest request;
  request.size.assign(extents.n.begin(), extents.n.begin() + program.rank());
  request.steps = steps();
  request.repeat = repeats();
  request.json = request.quiet = request.silent = true;
  request.params = options.run.params;
  request.inits = inits;
  request.seriesFiles = series;
  request.pointFiles = points;
  request.threads = options.run.threads;
  request.devices = options.run.devices;
  request.threadOrder = options.run.threadOrder;
  return request;
}

plan::TuningRecord Search::recordOf(const Trial &trial) const {
  const ir::Program &program = line.program();
  plan::TuningRecord record;
  record.program = key.program;
  record.arch = key.arch;
  record.device = deviceText(options, trial.device);
  record.compiler = key.compiler;
  record.schedule = trial.plan.requestText();
  record.name = program.name;
  record.precision = plan::precisionName(program);
  record.size = toText(plan::plannedExtents(program), program.rank());
  record.predicted = trial.plan.glups();
  record.measured = trial.measured;
  record.nanojoules = trial.nanojoules;
  record.steps = steps();
  record.repetitions = repeats();
  record.builder = builder;
  record.date = trial.date;
  return record;
}

bool Search::keep(const Trial &trial) {
  if (!store)
    return true;
  llvm::Error error = store->put({recordOf(trial)});
  if (!error)
    return true;
  line.diagnostics().report(diag::TuningStoreFailed, tuningStorePath(),
                            llvm::toString(std::move(error)));
  return false;
}

/// Times one plan of a search, with the program arguments `words`. The time limit is 50 times the
/// predicted time plus 60 seconds. If the measurement is interrupted, sets `trial.problem`.
void Search::measureOne(Trial &trial, const std::vector<std::string> &words,
                        const std::string &folder) {
  if (!Interruptible::wasInterrupted() && trial.problem.empty()) {
    const double expected = cells() * double(steps()) * 1e-9 * trial.plan.cost * (repeats() + 1);
    runTrial(trial, words, isEmulated() ? 0 : unsigned(60 + kPatience * expected), folder);
  }
  if (Interruptible::wasInterrupted() && !(trial.measured > 0))
    trial.problem = "not measured: interrupted";
}

static std::string energyText(const Trial &trial) {
  return trial.nanojoules > 0 ? format("; %.3g nJ per update", trial.nanojoules) : std::string();
}

bool Search::measure(const std::string &folder) {
  const std::vector<std::string> words = requestWords(request());
  double best = 0;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial &trial = trials[i];
    measureOne(trial, words, folder);
    best = std::max(best, trial.measured);
    const std::string outcome = trial.measured > 0
                                    ? rateText(trial.measured) + " GLUP/s, predicted " +
                                          rateText(trial.plan.glups()) + "; best so far " +
                                          rateText(best) + energyText(trial)
                                    : trial.problem;
    progress(format("[%zu/%zu] %s: %s", i + 1, trials.size(), trial.plan.requestText().c_str(),
                    outcome.c_str()));
    if (trial.measured > 0 && !keep(trial))
      return false;
  }
  return true;
}

std::vector<plan::TuningRecord> Search::records() const {
  std::vector<const Trial *> measured;
  for (const Trial &trial : trials)
    if (trial.measured > 0)
      measured.push_back(&trial);
  std::stable_sort(measured.begin(), measured.end(),
                   [](const Trial *a, const Trial *b) { return a->measured > b->measured; });
  std::vector<plan::TuningRecord> records;
  for (const Trial *trial : measured)
    records.push_back(recordOf(*trial));
  sortForGoal(options, records);
  return records;
}

bool Search::run() {
  reportCacheFolder(line.diagnostics()); // once, before several builds at a time
  const WorkFolder folder;
  if (!folder.isThere(line.diagnostics()))
    return false;
  build(folder.path());
  return measure(folder.path());
}

} // namespace stencilc::driver
