/// \file A run of a compiled program, from the first check to the last file.
#include "runtime/program/ProgramRun.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/files/SeriesFiles.h"
#include "runtime/program/CopyRates.h"
#include "runtime/program/Energy.h"
#include "runtime/program/RankRun.h"
#include "runtime/program/SignalStops.h"
#include "runtime/program/files/ProgramFiles.h"
#include <algorithm>
#include <sys/resource.h>

namespace stencilc::inline STENCILC_SPACE {

/// Sets the number of host threads, and stores the device and the options in the summary. Fails if
/// there is no device.
static Status prepareHost(Device &device, const ProgramArguments &arguments, Summary &result) {
  if (arguments.threads > 0)
    setHostThreads(arguments.threads);
  if (ThreadOrder order; parseThreadOrder(arguments.threadOrder, order))
    device::setThreadOrder(order);
  device::Info info;
  if (Status status = device.query(info); !status)
    return device.isGpu()
               ? Status::device(
                     status.message() +
                     "; this program needs a GPU; compile it with --target=cpu to run without one")
               : status;
  result.device = device.isGpu() ? info.name
                                 : format("%d thread%s of %s", hostThreads(),
                                          hostThreads() == 1 ? "" : "s", info.name.c_str());
  result.parameters = arguments.parameters;
  result.digits = arguments.digits;
  result.isVerbose = arguments.verbose;
  result.predicted = arguments.predicted > 0 ? arguments.predicted * 1e9 : -1;
  return {};
}

Status ProgramRun::all() {
  if (arguments.started < 0)
    arguments.started = startOfProcess();
  const double began = secondsSinceBoot();
  if (Status status = prepareHost(device, arguments, result); !status)
    return status;
  if (arguments.started >= 0) {
    result.startProgram = began - arguments.started;
    result.startDevice = secondsSinceBoot() - began;
  }
  using Part = Status (ProgramRun::*)();
  for (const Part part :
       {&ProgramRun::openInputs, &ProgramRun::chooseSteps, &ProgramRun::createInstance,
        &ProgramRun::openOutputs, &ProgramRun::loadInputs, &ProgramRun::writeStart,
        &ProgramRun::startSaves, &ProgramRun::runSteps, &ProgramRun::writeResults,
        &ProgramRun::measure, &ProgramRun::writeSummary})
    if (Status status = (this->*part)(); !status)
      return status;
  return {};
}

static std::int64_t stepsOf(const ProgramDescription &program, const ProgramArguments &arguments,
                            const ResumedState &resumed) {
  constexpr std::int64_t kUsual = 100;
  return resumed.hasEnded()              ? resumed.state().done
         : arguments.steps               ? *arguments.steps
         : !arguments.resumeFrom.empty() ? resumed.state().wanted
         : program.stepsHint > 0         ? program.stepsHint
                                         : kUsual;
}

Status ProgramRun::openInputs() {
  if (isResumed()) {
    Status opened = resumed.open(program, arguments, result);
    note(resumed.note());
    if (!opened)
      return opened;
  }
  if (const std::string wrong =
          checkFiles(program, arguments, stepsOf(program, arguments, resumed));
      !wrong.empty())
    return Status::invalid(wrong);
  if (isResumed())
    return {};
  Status status = inputs.open(result.size);
  for (const std::string &text : inputs.notes())
    note(text);
  return status;
}

Status ProgramRun::chooseSteps() {
  wantedSteps = stepsOf(program, arguments, resumed);
  if (Status status = saves.prepare(result.size); !status || !ranks)
    return status;
  return compareRuns(*ranks, program, arguments, result, wantedSteps);
}

Status ProgramRun::createInstance() {
  InstanceOptions options;
  static_cast<RunLimits &>(options) = arguments;
  std::copy(result.size, result.size + 3, options.extents);
  // By default the folder is next to a result, because the user has chosen that location.
  const bool keepsState = checkpoints.areWanted() || isResumed(); // in another file
  scratch = keepsState || !arguments.scratch.empty() || arguments.outputs.empty()
                ? arguments.scratch
                : arguments.outputs.front().path + ".scratch";
  options.scratch = scratch;
  options.mustUseFiles = !scratch.empty() && (!arguments.scratch.empty() || arguments.resume);
  if (arguments.resume && scratch.empty())
    return Status::invalid("--resume needs --scratch=DIR, the folder of the interrupted run");
  options.planned = [](void *self, const char *text) {
    static_cast<ProgramRun *>(self)->note(text);
  };
  options.plannedUser = this;
  options.steps = wantedSteps;
  if (arguments.noTrial)
    options.triesKernels = false;
  options.learnt = arguments.learnt;
  options.parameters = arguments.parameters.data();
  options.ranks = ranks;
  options.onlyFirstReads = true;
  char message[1024] = "";
  StatusCode code = StatusCode::Ok;
  instance.reset(Instance::create(program, options, message, sizeof message, &code));
  if (!instance)
    return Status::of(code, message);
  if (DomainFiles *files = filesOf())
    result.resumedAt = files->resumedAt();
  if (result.resumedAt > wantedSteps)
    return Status::invalid(
        format("the run in '%s' is at step %lld already; give --steps=%lld or more",
               isResumed() ? arguments.resumeFrom.c_str() : scratch.c_str(),
               static_cast<long long>(result.resumedAt), static_cast<long long>(result.resumedAt)));
  wantedSteps -= result.resumedAt;
  if (const int refused = instance->setFirstStep(arguments.stepsBefore() + result.resumedAt))
    return statusOf(*instance, refused);
  if (Status status = loadPoints(program, arguments.points, *instance); !status)
    return status;
  if (Status status = loadSeries(program, arguments.series, *instance); !status)
    return status;
  result.deviceBytes = static_cast<double>(instance->deviceBytes());
  instance->stopIf(&arguments.interrupted);
  instance->onReport(
      [](void *self, std::int64_t step, const char *name, double value) {
        static_cast<ProgramRun *>(self)->addReport({step, name, value});
      },
      this);
  return {};
}

/// Returns the first failure in `all`, or success.
static Status failureOf(std::initializer_list<Status> all) {
  for (const Status &status : all)
    if (!status)
      return status;
  return {};
}

Status ProgramRun::openOutputs() {
  if (Status status = checkpoints.check(*instance); !status)
    return status;
  for (const FileArgument &wanted : arguments.outputs)
    result.results.push_back(wanted.path);
  if (Status status = results.open(result.size, isFirst()); !status)
    return status;
  if (!isFirst())
    summaryFile.leaveToAnother();
  for (const std::string &text : resultNotes(program, arguments))
    note(text);
  if (!arguments.summary.empty() && !summaryFile.open(arguments.summary, 0))
    return Status::invalid(summaryFile.error());
  return {};
}

Status ProgramRun::loadInputs() {
  if (isResumed())
    return resumed.load(*instance);
  Status status = inputs.load(*instance);
  if (!status || wasLoaded)
    return status;
  wasLoaded = true; // repetitions load the same files
  for (const std::string &text : inputs.notFinite())
    warn(text + "; the run starts with it");
  return status;
}

Status ProgramRun::startSaves() {
  Status status = saves.start(*instance, result, wantedSteps);
  for (const std::string &text : saves.notes())
    note(text);
  return status;
}

Status ProgramRun::beginAgain() {
  if (const int code = instance->reset())
    return statusOf(*instance, code);
  return loadInputs();
}

Status ProgramRun::runSteps() {
  const EnergyMeters meter(program.world, instance->itsEngine().gpus(), device);
  std::vector<double> seconds;
  double joules = 0;
  const int repetitions = arguments.repeat > 0 ? arguments.repeat + 1 : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    if (Status status = repetition > 0 ? beginAgain() : Status(); !status)
      return status;
    const double before = meter.joules();
    double time = 0;
    if (Status status = timeSteps(time); !status)
      return status;
    if (arguments.repeat > 0 && repetition == 0 && !cutShort)
      continue;
    seconds.push_back(time);
    result.steps = instance->stepsDone();
    result.rule = instance->stopped();
    joules += meter.joules() - before;
    if (cutShort)
      break;
  }
  result.recordEngine(instance->itsEngine());
  std::sort(seconds.begin(), seconds.end());
  const std::size_t half = seconds.size() / 2;
  result.seconds = seconds.size() % 2 ? seconds[half] : 0.5 * (seconds[half - 1] + seconds[half]);
  if (arguments.repeat > 0) {
    result.repetitions = static_cast<int>(seconds.size());
    result.fastest = seconds.front();
    result.slowest = seconds.back();
  }
  constexpr double kEnergyNeeds = 1; // seconds; the counter changes ten times per second
  if (meter.joules() >= 0 && seconds.front() >= kEnergyNeeds)
    result.joules = joules / static_cast<double>(seconds.size());
  return {};
}

Status ProgramRun::timeSteps(double &seconds) {
  const bool mayShow = !arguments.quiet && arguments.repeat == 0 && isFirst();
  Progress progress(mayShow ? arguments.progress : ProgressMode::Never, program.name,
                    result.cells(), wantedSteps);
  const std::unique_ptr<Stopwatch> watch = device.makeStopwatch();
  // All processes must be ready before one of them starts its clock.
  if (Status status = failureOf({ranks ? ranks->meet() : Status(), watch->start(nullptr)}); !status)
    return status;
  shownProgress = &progress;
  result.reports = resumed.state().reports; // each repetition starts its reports again
  if (Status status = doSteps(progress); !status)
    return status;
  shownProgress = nullptr;
  progress.clear();
  cutShort = arguments.interrupted && instance->stepsDone() < wantedSteps && !instance->stopped();
  if (cutShort)
    noteInterrupted();
  if (Status status = watch->stop(nullptr); !status)
    return status;
  if (Status status = hotSwap.end(); !status)
    return status;
  if (const int code = instance->synchronize())
    return statusOf(*instance, code);
  if (const double end = firstStep.end(); end >= 0 && arguments.started >= 0)
    result.firstStep = end - arguments.started;
  Status status = watch->seconds(seconds);
  return status ? hotSwap.finish(result.first) : status;
}

Status ProgramRun::doSteps(Progress &progress) {
  Engine &engine = instance->itsEngine();
  engine.onProgress(
      [](void *self, double stepsDone, const std::string &what) {
        static_cast<Progress *>(self)->update(stepsDone, what);
      },
      &progress);
  SignalStops signals(!checkpoints.areWanted() && device.isGpu() && !device.isEmulated() &&
                      !engine.reportsProgress() && writesResults(program, arguments));
  checkpoints.writeOf(*instance, [this] { return stateNow(); });
  results.frames().takeFrom(*instance);
  nans.lookAt(*instance);
  if (Status status = firstStep.begin(instance->itsPoints(), nullptr); !status)
    return status;
  engine.observeLaunches(&firstStep);
  hotSwap.replaceIn(*instance, [this](const std::string &why) { note(why); });
  Timeline &timeline = instance->timeline();
  const AddedEvent events[] = {{timeline, checkpoints}, {timeline, results.frames()},
                               {timeline, nans},        {timeline, signals},
                               {timeline, hotSwap},     {timeline, progress}};
  if (const int code = instance->run(wantedSteps))
    return statusOf(*instance, code);
  return checkpoints.end();
}

void ProgramRun::noteInterrupted() const {
  const std::int64_t done = result.resumedAt + instance->stepsDone();
  note(format("interrupted: the results are those after step %lld of %lld",
              static_cast<long long>(done),
              static_cast<long long>(result.resumedAt) + wantedSteps) +
       (filesOf() && done > 0 ? "; to continue: the same command with --resume --scratch=" + scratch
                              : checkpoints.howToGoOn()));
}

void ProgramRun::addReport(const Reported &report) {
  result.reports.push_back(report);
  if (arguments.json || arguments.quiet || arguments.repeat > 0 || !isFirst())
    return;
  const std::string line = lines.add(report);
  if (line.empty())
    return;
  if (shownProgress)
    shownProgress->clear();
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

Status ProgramRun::writeResults() {
  Status status = results.write(*instance, result);
  if (status && ranks)
    status = ranks->meet(); // if one process fails, no file is renamed
  if (status)
    status = RunSaves::finish(*instance);
  if (status)
    status = results.commit(*instance, result);
  return status ? lookAtEnd() : status;
}

Status ProgramRun::lookAtEnd() {
  result.isAnythingKept = arguments.repeat > 0 || writesResults(program, arguments);
  if (arguments.silent && !nans.hasFound())
    return {};
  Status status = lookAtFields(*instance, result.fields);
  for (const FieldStatistics &field : result.fields)
    if (status && !nans.hasFound() && !field.isFinite()) // otherwise an error reports it
      warn(unstableText(field));
  return status;
}

Status ProgramRun::measure() {
  if (DomainFiles *files = filesOf()) {
    if (!files->firstNotFinite().empty())
      warn(files->firstNotFinite() + "; the run started with it");
    result.fileBytesRead = files->bytesRead();
    result.fileBytesWritten = files->bytesWritten();
    if (!arguments.interrupted || instance->stepsDone() == wantedSteps)
      files->discard();
  }
  checkpoints.tell(result);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.hostBytes = static_cast<double>(usage.ru_maxrss) * 1024;
  if (const Engine &engine = instance->itsEngine(); !engine.restsOnDevice()) {
    result.recordStreamed(engine);
    return {};
  }
  if (result.seconds > 0 && !device.isEmulated() && result.divided.parts == 1)
    compareWithCopy(instance, device, arguments, result);
  return {};
}

Status ProgramRun::writeSummary() {
  if (Status status = ranks ? joinSummaries(*ranks, result) : Status(); !status)
    return status;
  if (arguments.summary.empty())
    return {};
  const std::string text = summaryJson(program, result) + "\n";
  if (!summaryFile.write(text.data(), text.size()) || !summaryFile.finish() ||
      !summaryFile.commit())
    return Status::invalid(summaryFile.error());
  return {};
}

void ProgramRun::note(const std::string &text) const {
  if (!arguments.quiet && !text.empty() && isFirst())
    std::fprintf(stderr, "%s: note: %s\n", program.name, text.c_str());
}

void ProgramRun::warn(const std::string &text) const {
  if (!arguments.silent && isFirst())
    std::fprintf(stderr, "%s: warning: %s\n", program.name, text.c_str());
}

} // namespace stencilc::inline STENCILC_SPACE
