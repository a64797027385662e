/// \file Computation of time steps: the choice of kernel variants and their launches.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Engine.h"
#include "stencilc/GlobalReductions.h"
#include "stencilc/RepeatedLaunches.h"
#include "stencilc/VariantTrial.h"

namespace stencilc::inline STENCILC_SPACE {

/// The choice and the launches of kernel variants for the time steps of a domain in device memory.
class Stepper {
public:
  /// Prepares to compute time steps of `program`. `longestSegment` is the largest number of steps
  /// in one call of run().
  Stepper(const ProgramDescription &program, Device &device, std::vector<FieldMemory> &fields,
          std::int64_t longestSegment)
      : device(device), fields(fields), longestSegment(longestSegment),
        globalReductions(device, fields), repeats(device), trial(device) {
    take(program);
  }

  /// Sets the device memory for partial results of reductions.
  void reduceIn(double *memory) { globalReductions.workIn(memory); }

  /// Allows a trial of the kernel variants on the first of `ofSteps` time steps, if the program has
  /// several.
  void tryKernels(std::int64_t ofSteps) { wantedTrial = program->isTried ? ofSteps : 0; }

  /// Uses the kernels of `other` from now on, which must have the same fields. No time steps may be
  /// in progress.
  void take(const ProgramDescription &other);

  /// Enqueues the time steps of a segment. Sets `done` to their number, which is smaller if the
  /// segment's stop flag is set.
  Status run(const Segment &segment, std::int64_t &done);

  /// Returns the rates that the trial has measured, fastest first. It is empty if there was no
  /// trial.
  const std::vector<TriedKernel> &tried() const { return found; }

private:
  bool isStopWanted() const { return stop && *stop; }
  Status runMany(Stream stream, std::int64_t &left);

  /// Returns the schedule of kernel variant `kernel`, which names none itself. Single steps of a
  /// program that fuses steps are computed by the schedule "naive".
  const char *ownSchedule(std::size_t kernel) const;
  void beginTrial();
  Status takeTurn(Stream stream, std::int64_t &left);

  /// Stores the results of the trial as soon as it ends, because kernel variants may be removed
  /// later.
  void noteFound();

  /// Launches the cheapest sequence of kernel variants for all remaining steps. Computes fewer
  /// steps if a variant turns out not to support this grid.
  Status runSplit(Stream stream, std::int64_t &left);

  /// Returns whether launches of `steps` time steps may be collected into recordings. This pays on
  /// a GPU with a small grid, and is possible if no values are read between launches.
  bool mayGather(int steps) const;
  LaunchQueue *queueFor(int steps) { return mayGather(steps) ? &repeats : nullptr; }
  /// Launches kernel variant `variant` `times` times, through `queue` if it is not null. Subtracts
  /// the time steps from `left`.
  Status launch(std::size_t variant, std::int64_t times, Stream stream, std::int64_t &left,
                LaunchQueue *queue);

  /// Removes kernel variant `variant` after its launch has failed, and returns true if the run can
  /// continue without it. This is so for a variant of another schedule that has launched nothing:
  /// its grid may need more blocks than a launch can have.
  bool mayDrop(std::size_t variant, const DeviceRun &run);

  const ProgramDescription *program = nullptr;
  Device &device;
  std::vector<FieldMemory> &fields;
  std::int64_t longestSegment;
  Scalars *scalars = nullptr; // of the current segment
  Receivers *recorded = nullptr;
  const volatile bool *stop = nullptr; // of the current segment
  std::int64_t stepsBefore = 0;        // steps done before the next one
  KernelHandles handles;
  GlobalReductions globalReductions;
  RepeatedLaunches repeats;
  std::vector<FusedKernel> kernels;
  std::vector<KernelVariant> variants; // costs of `kernels`, in the same order
  VariantTrial trial;
  std::vector<TriedKernel> found;
  /// Number of time steps of the run, if a trial is wanted and was not done yet; else 0.
  std::int64_t wantedTrial = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
