/// \file Time steps by the kernels of a program: which of them, and how often each.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Engine.h"
#include "stencilc/RepeatedLaunches.h"
#include "stencilc/RungTrial.h"
#include "stencilc/Surveys.h"

namespace stencilc::inline STENCILC_SPACE {

class Stepper {
public:
  /// Between two moments at which all cells are asked for are no more than `longestSegment` steps.
  Stepper(const ProgramDescription &program, Device &device, std::vector<FieldMemory> &fields,
          std::int64_t longestSegment)
      : device(device), fields(fields), longestSegment(longestSegment), surveys(device, fields),
        repeats(device), trial(device) {
    take(program);
  }

  /// Memory on the device that reductions work in.
  void reduceIn(double *memory) { surveys.workIn(memory); }

  /// The first of so many steps may go to a trial of the kernels, if the program has one.
  void tryKernels(std::int64_t ofSteps) { wantedTrial = program->isTried ? ofSteps : 0; }

  /// The steps from now on are done by the kernels of `other`, made for the same fields. No steps
  /// are under way.
  void take(const ProgramDescription &other);

  /// Enqueues the steps of a segment; `done` is how many. They are fewer once `stop` is set.
  Status run(const Segment &segment, std::int64_t &done);

  /// What the trial found, the fastest kernel first; nothing if there was none.
  const std::vector<TriedKernel> &tried() const { return found; }

private:
  bool isStopWanted() const { return stop && *stop; }
  Status runMany(Stream stream, std::int64_t &left);

  /// Single steps of programs that fuse steps are naive ones.
  const char *ownSchedule(std::size_t kernel) const;
  void beginTrial();
  Status takeTurn(Stream stream, std::int64_t &left);

  /// Now: a kernel that did not take part may be forgotten later.
  void noteFound();

  /// All steps that are left, or fewer where a kernel turns out not to fit this grid.
  Status runSplit(Stream stream, std::int64_t &left);

  /// Whether launches of so many steps may wait until there are many: a GPU does them, the grid is
  /// small, and nobody asks for values between them.
  bool mayGather(int steps) const;
  LaunchQueue *queueFor(int steps) { return mayGather(steps) ? &repeats : nullptr; }
  /// Launches a kernel so many times and takes its steps off `left`; by way of `queue`, if given.
  Status launch(std::size_t rung, std::int64_t times, Stream stream, std::int64_t &left,
                LaunchQueue *queue);

  /// Whether a kernel that was not asked for, and has not done anything, can be forgotten: another
  /// plan may need more blocks along an axis than a launch can have.
  bool mayDrop(std::size_t rung, const DeviceRun &run);

  const ProgramDescription *program = nullptr;
  Device &device;
  std::vector<FieldMemory> &fields;
  std::int64_t longestSegment;
  Scalars *scalars = nullptr; // of the segment under way
  Receivers *recorded = nullptr;
  const volatile bool *stop = nullptr; // of the segment under way
  std::int64_t stepsBefore = 0;        // the next one
  KernelHandles handles;
  Surveys surveys;
  RepeatedLaunches repeats;
  std::vector<FusedKernel> kernels;
  std::vector<Rung> rungs; // of `kernels`, as a split sees them
  RungTrial trial;
  std::vector<TriedKernel> found;
  std::int64_t wantedTrial = 0; // steps of the run; 0: no trial, or not any more
};

} // namespace stencilc::inline STENCILC_SPACE
