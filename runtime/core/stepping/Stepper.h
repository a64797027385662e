/// \file Computation of time steps: the choice among kernel variants (kernels for the same steps),
/// and their launches.
#pragma once

#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/core/stepping/Engine.h"
#include "runtime/core/stepping/GlobalReductions.h"
#include "runtime/core/stepping/MeetingCounts.h"
#include "runtime/core/stepping/RepeatedLaunches.h"
#include "runtime/core/stepping/VariantTrial.h"

namespace stencilc::inline STENCILC_SPACE {

/// Computes time steps for a domain in device memory: chooses among kernel variants (kernels for
/// the same time steps), and launches them.
class Stepper {
public:
  /// Prepares to compute time steps of `program`.
  Stepper(const ProgramDescription &program, Device &device, std::vector<FieldMemory> &fields)
      : device(device), fields(fields), globalReductions(device, fields), meetings(device),
        repeats(device), trial(device) {
    take(program);
  }

  /// Sets the device memory in which reductions store intermediate results.
  void reduceIn(double *memory) { globalReductions.workIn(memory); }

  /// Allows the first of `ofSteps` time steps to be used for timing the kernel variants, if the
  /// program has several. If `rates`, of an earlier run, has all variants that would be timed, they
  /// are not timed, and these rates are used. `rates` must outlive this object.
  void tryKernels(std::int64_t ofSteps, const std::vector<KernelRate> &rates) {
    wantedTrial = program->isTried ? ofSteps : 0;
    learnt = &rates;
  }

  /// Makes later time steps use the kernels of `other`, which must have the same fields. No time
  /// steps may be in progress.
  void take(const ProgramDescription &other);

  /// Enqueues the time steps of `segment`. Sets `done` to the number of enqueued steps, which is
  /// smaller than in the segment if the caller asks for an early end.
  Status run(const Segment &segment, std::int64_t &done);

  /// Returns the measured rates of kernel variants (kernels for the same time steps), fastest
  /// first. The list is empty if no variants were timed.
  const std::vector<TriedKernel> &tried() const { return found; }
  /// Returns true if an earlier run has measured the rates of tried().
  bool hasLearnt() const { return isLearnt; }

private:
  bool isStopWanted() const { return stop && *stop; }
  Status runMany(Stream stream, std::int64_t &left);

  /// Returns the schedule (way to run the program) of kernel number `kernel` in `kernels`, whose
  /// description names none. The result is "naive" for the single-step kernel of a program that
  /// fuses steps, otherwise the program's own schedule.
  const char *ownSchedule(std::size_t kernel) const;
  void beginTrial();
  /// Sets the costs of the kernel variants that fuse at most `longest` steps by the rates of an
  /// earlier run. Returns false, and changes nothing, if a rate is missing.
  bool useLearnt(std::int64_t longest);
  Status takeTurn(Stream stream, std::int64_t &left);

  /// Stores the measured rates of kernel variants as soon as all are timed, because variants may be
  /// removed later.
  void noteFound();
  TriedKernel triedKernel(std::size_t variant) const;

  /// Launches the cheapest sequence of kernel variants (kernels for the same time steps) for the
  /// `left` remaining steps. Computes fewer steps if a variant turns out not to support this grid.
  /// Subtracts the steps from `left`.
  Status runSplit(Stream stream, std::int64_t &left);

  /// Returns true if launches of `steps` time steps may be collected and enqueued as one recording
  /// (a CUDA graph). That saves time on a GPU with a small grid, and is possible if no values are
  /// read between launches.
  bool mayGather(int steps) const;
  LaunchQueue *queueFor(int steps) { return mayGather(steps) ? &repeats : nullptr; }
  /// Consecutive launches of the kernel variant with index `variant` (one of several kernels for
  /// the same time steps). Each computes at most `most` time steps.
  struct Launches {
    std::size_t variant;
    std::int64_t count;
    int most;
  };
  /// Returns the number of time steps of the next of `launches`, `times` of which have still to be
  /// made for `left` time steps. For a variant with `fewest` > 0 this is `left` / `times`, rounded
  /// up, but at most `launches.most`. For others it is the variant's `steps`.
  int stepsOfLaunch(const Launches &launches, std::int64_t times, std::int64_t left) const;
  /// Enqueues `launches`. They go through `queue` if it is not null, otherwise directly to
  /// `stream`. Subtracts the number of computed time steps from `left`. Returns early, without an
  /// error, if the run must stop or if the variant was removed (mayDrop()).
  Status launch(const Launches &launches, Stream stream, std::int64_t &left, LaunchQueue *queue);

  /// Removes kernel variant number `variant` (one of several kernels for the same steps), whose
  /// launch in `run` has failed, and returns true. Returns false if the run cannot continue: if the
  /// variant has the program's own schedule, if it has launched a kernel, or if the failure is not
  /// an invalid launch. Too many blocks are an invalid launch. A fused kernel of the program's own
  /// schedule is removed only if it is not for the grid of the run.
  bool mayDrop(std::size_t variant, const DeviceRun &run);

  const ProgramDescription *program = nullptr;
  Device &device;
  std::vector<FieldMemory> &fields;
  std::int64_t interval = 0;  // Segment::interval of the current segment
  Scalars *scalars = nullptr; // of the current segment
  StepRecorder *recorder = nullptr;
  const volatile bool *stop = nullptr; // of the current segment
  std::int64_t stepsBefore = 0;        // steps done before the next one
  KernelHandles handles;
  GlobalReductions globalReductions;
  MeetingCounts meetings;
  RepeatedLaunches repeats;
  std::vector<FusedKernel> kernels;
  std::vector<KernelVariant> variants; // costs of `kernels`, in the same order
  VariantTrial trial;
  std::vector<TriedKernel> found;
  /// Number of time steps of the run if kernel variants are still to be timed, otherwise 0.
  std::int64_t wantedTrial = 0;
  const std::vector<KernelRate> *learnt = nullptr; // rates of an earlier run
  bool isLearnt = false;                           // `found` has these rates
};

} // namespace stencilc::inline STENCILC_SPACE
