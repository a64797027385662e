/// \file Computes the time steps of one call of the engine, with the kernel variants (kernels for
/// the same steps) that are fastest.
#include "runtime/core/stepping/Stepper.h"
#include "runtime/core/stepping/GatheredLaunches.h"
#include "stencilc/Step.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

void Stepper::take(const ProgramDescription &other) {
  program = &other;
  trial.abandon();
  repeats.forget();
  wantedTrial = 0;
  found.clear();
  isLearnt = false;
  kernels.assign(program->fused, program->fused + program->fusedCount);
  kernels.push_back({1, program->step, program->stepCost});
  variants.clear();
  for (const FusedKernel &kernel : kernels)
    variants.push_back({kernel.steps, kernel.cost, kernel.fewest, kernel.costOfFewest});
}

Status Stepper::run(const Segment &segment, std::int64_t &done) {
  scalars = segment.scalars;
  recorder = segment.recorder;
  interval = segment.interval;
  stop = segment.stop;
  stepsBefore = segment.stepsBefore;
  const Stream stream = segment.stream;
  std::int64_t left = segment.steps - segment.endsSingle, last = segment.endsSingle;
  Status status = runMany(stream, left);
  if (status && left == 0)
    status = launch({variants.size() - 1, last, 1}, stream, last, queueFor(1));
  const Status flushed = repeats.flush(); // also launches before a failure
  status = status ? flushed : status;
  done = segment.steps - left - last;
  return status;
}

Status Stepper::runMany(Stream stream, std::int64_t &left) {
  while (left > 0 && !isStopWanted()) {
    beginTrial();
    Status status;
    if (trial.isActive() && trial.steps() <= left)
      status = takeTurn(stream, left);
    else
      status = runSplit(stream, left);
    if (!status)
      return status;
  }
  return {};
}

const char *Stepper::ownSchedule(std::size_t kernel) const {
  const FusedKernel *end = program->fused + program->fusedCount;
  const FusedKernel *own =
      std::find_if(program->fused, end, [](const FusedKernel &fused) { return !fused.schedule; });
  const bool isBySchedule = own == end || own->isSequential;
  return kernel + 1 == kernels.size() && !isBySchedule ? "naive" : program->schedule;
}

void Stepper::beginTrial() {
  if (wantedTrial == 0)
    return;
  const Grid &grid = fields[0].layout.grid;
  const double cells = double(grid.nx) * double(grid.ny) * double(grid.nz);
  const std::int64_t longest = std::min(wantedTrial, interval);
  if (!useLearnt(longest))
    trial.begin(variants,
                {cells, wantedTrial, longest, [this](int steps) { return mayGather(steps); }});
  wantedTrial = 0;
}

/// Sorts measured rates of kernels, fastest first.
static void sortByRate(std::vector<TriedKernel> &kernels) {
  std::stable_sort(kernels.begin(), kernels.end(), [](const TriedKernel &a, const TriedKernel &b) {
    return a.updatesPerSecond > b.updatesPerSecond;
  });
}

bool Stepper::useLearnt(std::int64_t longest) {
  std::vector<KernelVariant> changed = variants;
  std::vector<TriedKernel> used;
  for (std::size_t i = 0; learnt && i < variants.size(); ++i) {
    if (stepsOfTrial(variants[i], longest) > longest)
      continue;
    const TriedKernel kernel = triedKernel(i);
    const auto rate = std::find_if(learnt->begin(), learnt->end(), [&](const KernelRate &each) {
      return each.schedule == kernel.schedule && each.steps == kernel.steps;
    });
    if (rate == learnt->end())
      return false;
    changed[i].setCost(kernel.steps, kCostOfASecond * kernel.steps / rate->updatesPerSecond);
    used.push_back({kernel.schedule, kernel.steps, rate->updatesPerSecond});
  }
  if (used.size() < 2)
    return false;
  variants = changed;
  found = used;
  isLearnt = true;
  sortByRate(found);
  return true;
}

Status Stepper::takeTurn(Stream stream, std::int64_t &left) {
  const std::size_t variant = trial.variant();
  const int steps = trial.steps();
  const TrialPiece piece = trial.piece(left / steps);
  GatheredLaunches gathered(
      device, [this, stream] { return trial.isActive() ? trial.start(stream) : Status(); });
  LaunchQueue *const queue = piece.isGathered ? &gathered : nullptr;
  Status status = repeats.flush();
  // A variant that does not fit this grid ends the trial. If the run must stop, the timed launches
  // are incomplete.
  const auto goesOn = [&] { return status && trial.isActive() && !isStopWanted(); };
  if (status)
    status = launch({variant, piece.lead, steps}, stream, left, queue);
  if (goesOn() && piece.timed > 0) {
    status = queue ? gathered.beginTimed() : trial.start(stream);
    if (status)
      status = launch({variant, piece.timed, steps}, stream, left, queue);
  }
  const Status finished = gathered.finish(); // also launches before a failure
  status = status ? finished : status;
  if (goesOn())
    status = trial.stop(stream, piece.timed);
  if (status && trial.isComplete()) {
    status = trial.finish(variants);
    if (status)
      noteFound();
  }
  return status;
}

TriedKernel Stepper::triedKernel(std::size_t variant) const {
  const KernelVariant &its = variants[variant];
  const char *const schedule = kernels[variant].schedule;
  return {schedule ? schedule : ownSchedule(variant), its.steps,
          kCostOfASecond * its.steps / double(std::max<std::int64_t>(1, its.cost))};
}

void Stepper::noteFound() {
  trial.forEachVariant([this](std::size_t i) { found.push_back(triedKernel(i)); });
  sortByRate(found);
}

Status Stepper::runSplit(Stream stream, std::int64_t &left) {
  const std::vector<std::int64_t> launches = splitSteps(left, variants);
  const std::size_t count = variants.size();
  for (std::size_t i = 0; i < count && variants.size() == count; ++i)
    if (Status status =
            launch({i, launches[i], variants[i].steps}, stream, left, queueFor(variants[i].steps));
        !status)
      return status;
  return {};
}

bool Stepper::mayGather(int steps) const {
  // Measured on an H200: up to a million cells, recordings took 0.3 to 0.95 of the time. From 4
  // million updates on they took up to 1.05, because such launches already overlap with the last
  // one.
  constexpr std::int64_t kMostUpdates = std::int64_t{1} << 22;
  return device.isGpu() && !program->recordsTraces &&
         fields[0].layout.grid.cells() * steps <= kMostUpdates;
}

int Stepper::stepsOfLaunch(const Launches &launches, std::int64_t times, std::int64_t left) const {
  const KernelVariant &variant = variants[launches.variant];
  if (!variant.fewest)
    return variant.steps;
  return static_cast<int>(std::min<std::int64_t>(launches.most, (left + times - 1) / times));
}

Status Stepper::launch(const Launches &launches, Stream stream, std::int64_t &left,
                       LaunchQueue *queue) {
  const std::size_t variant = launches.variant;
  const int threads = worthwhileThreads(fields[0].layout.grid.cells());
  for (std::int64_t times = launches.count; times > 0 && !isStopWanted(); --times) {
    const int steps = stepsOfLaunch(launches, times, left);
    globalReductions.begin(*program, *scalars, stepsBefore, stream);
    scalars->beginStep(stepsBefore);
    DeviceRun run(device, stream, threads, &handles, &globalReductions);
    run.launchBy(queue);
    run.meetBy(&meetings);
    if (queue)
      queue->beginStep(times);
    Step step(run.runtime(), fields[0].layout.grid, fields.data(), scalars->at(stepsBefore, steps));
    kernels[variant].launch(step);
    if (!run.status())
      return mayDrop(variant, run) ? Status() : run.status();
    scalars->endStep(stepsBefore);
    for (int field = 0; field < program->fieldCount; ++field)
      if (FieldMemory &memory = fields[static_cast<std::size_t>(field)];
          program->fields[field].updated)
        kernels[variant].isSequential ? memory.rotateInTurn(steps) : memory.rotate(steps);
    if (Status status = recorder ? recorder->take(stepsBefore, steps, stream) : Status(); !status)
      return status;
    left -= steps;
    stepsBefore += steps;
  }
  return {};
}

bool Stepper::mayDrop(std::size_t variant, const DeviceRun &run) {
  const bool mayMiss =
      kernels[variant].schedule || (run.isRefused() && variants[variant].steps > 1);
  if (!mayMiss || run.hasLaunched() || run.status().code() != StatusCode::Invalid)
    return false;
  kernels.erase(kernels.begin() + static_cast<std::ptrdiff_t>(variant));
  variants.erase(variants.begin() + static_cast<std::ptrdiff_t>(variant));
  trial.abandon();
  return true;
}

} // namespace stencilc::inline STENCILC_SPACE
