/// \file Time steps by the kernels of a program: which of them, and how often each.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Engine.h"
#include "stencilc/RungTrial.h"
#include "stencilc/Step.h"
#include <climits>

namespace stencilc::inline STENCILC_SPACE {

class Stepper {
public:
  /// Between two moments at which all cells are asked for are no more than `longestSegment` steps.
  Stepper(const ProgramDescription &program, Device &device, std::vector<FieldMemory> &fields,
          std::int64_t longestSegment)
      : device(device), fields(fields), longestSegment(longestSegment), trial(device) {
    take(program);
  }

  /// The first of so many steps may go to a trial of the kernels, if the program has one.
  void tryKernels(std::int64_t ofSteps) { wantedTrial = program->isTried ? ofSteps : 0; }

  /// The steps from now on are done by the kernels of `other`, made for the same fields. No steps
  /// are under way.
  void take(const ProgramDescription &other) {
    program = &other;
    trial.abandon();
    wantedTrial = 0;
    found.clear();
    kernels.assign(program->fused, program->fused + program->fusedCount);
    kernels.push_back({1, program->step, program->stepCost});
    rungs.clear();
    for (const FusedKernel &kernel : kernels)
      rungs.push_back({kernel.steps, kernel.cost});
  }

  /// Enqueues the steps of a segment; `done` is how many.
  Status run(const Segment &segment, std::int64_t &done) {
    uniformValues = segment.uniforms;
    const Stream stream = segment.stream;
    std::int64_t left = segment.steps - segment.endsSingle, last = segment.endsSingle;
    Status status = runMany(stream, left);
    if (status)
      status = launch(rungs.size() - 1, last, stream, last);
    done = segment.steps - left - last;
    return status;
  }

  /// What the trial found, the fastest kernel first; nothing if there was none.
  const std::vector<TriedKernel> &tried() const { return found; }

private:
  Status runMany(Stream stream, std::int64_t &left) {
    while (left > 0) {
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

  /// Single steps of programs that fuse steps are naive ones.
  const char *ownSchedule(std::size_t kernel) const {
    const bool isFused = program->fusedCount > 0 && !program->fused[0].schedule;
    return kernel + 1 == kernels.size() && isFused ? "naive" : program->schedule;
  }

  void beginTrial() {
    if (wantedTrial == 0)
      return;
    const Grid &grid = fields[0].layout.grid;
    const double cells = double(grid.nx) * double(grid.ny) * double(grid.nz);
    trial.begin(rungs, cells, wantedTrial, std::min(wantedTrial, longestSegment));
    wantedTrial = 0;
  }

  Status takeTurn(Stream stream, std::int64_t &left) {
    Status status = trial.start(stream);
    if (status)
      status = launch(trial.rung(), trial.launches(), stream, left);
    if (status && trial.isActive())
      status = trial.stop(stream);
    if (status && trial.isComplete()) {
      status = trial.finish(rungs);
      if (status)
        noteFound();
    }
    return status;
  }

  /// Now: a kernel that did not take part may be forgotten later.
  void noteFound() {
    trial.forEachRung([this](std::size_t i) {
      found.push_back({kernels[i].schedule ? kernels[i].schedule : ownSchedule(i), rungs[i].steps,
                       kCostOfASecond * rungs[i].steps / double(rungs[i].cost)});
    });
    std::stable_sort(found.begin(), found.end(), [](const TriedKernel &a, const TriedKernel &b) {
      return a.updatesPerSecond > b.updatesPerSecond;
    });
  }

  /// All steps that are left, or fewer where a kernel turns out not to fit this grid.
  Status runSplit(Stream stream, std::int64_t &left) {
    const std::vector<std::int64_t> launches = splitSteps(left, rungs);
    const std::size_t count = rungs.size();
    for (std::size_t i = 0; i < count && rungs.size() == count; ++i)
      if (Status status = launch(i, launches[i], stream, left); !status)
        return status;
    return {};
  }

  /// Launches a kernel so many times and takes its steps off `left`.
  Status launch(std::size_t rung, std::int64_t times, Stream stream, std::int64_t &left) {
    const int steps = rungs[rung].steps;
    for (; times > 0; --times) {
      DeviceRun run(device, stream, threads());
      Step step(run.runtime(), fields[0].layout.grid, fields.data(), uniformValues);
      kernels[rung].launch(step);
      if (!run.status())
        return mayDrop(rung, run) ? Status() : run.status();
      for (int field = 0; field < program->fieldCount; ++field)
        if (program->fields[field].updated)
          fields[static_cast<std::size_t>(field)].rotate(steps);
      left -= steps;
    }
    return {};
  }

  /// A thread needs so many cells that waking it pays.
  int threads() const {
    constexpr std::int64_t kWorthwhile = 16384;
    const std::int64_t most = fields[0].layout.grid.cells() / kWorthwhile;
    return most < 1 ? 1 : most > INT_MAX ? 0 : static_cast<int>(most);
  }

  /// Whether a kernel that was not asked for, and has not done anything, can be forgotten: another
  /// plan may need more blocks along an axis than a launch can have.
  bool mayDrop(std::size_t rung, const DeviceRun &run) {
    if (!kernels[rung].schedule || run.hasLaunched() || run.status().code() != StatusCode::Invalid)
      return false;
    kernels.erase(kernels.begin() + static_cast<std::ptrdiff_t>(rung));
    rungs.erase(rungs.begin() + static_cast<std::ptrdiff_t>(rung));
    trial.abandon();
    return true;
  }

  const ProgramDescription *program = nullptr;
  Device &device;
  std::vector<FieldMemory> &fields;
  std::int64_t longestSegment;
  const void *uniformValues = nullptr;
  std::vector<FusedKernel> kernels;
  std::vector<Rung> rungs; // of `kernels`, as a split sees them
  RungTrial trial;
  std::vector<TriedKernel> found;
  std::int64_t wantedTrial = 0; // steps of the run; 0: no trial, or not any more
};

} // namespace stencilc::inline STENCILC_SPACE
