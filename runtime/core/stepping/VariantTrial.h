/// \file Trial that times the kernel variants (kernels for the same time steps) of a program on the
/// first steps of a long run, because predictions may be inaccurate. All variants give the same
/// bits. Therefore the timed steps are a part of the run.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/stepping/SplitSteps.h"
#include <functional>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Facts about a run that decide whether and how a trial times kernel variants (kernels for the
/// same time steps).
struct TrialRun {
  double cells;
  std::int64_t steps; // time steps of the whole run
  /// Most time steps between two events of the run, such as reports. Variants that fuse more steps
  /// are not timed.
  std::int64_t longest;
  /// Returns true if the run enqueues launches of so many time steps as recordings (CUDA graphs).
  std::function<bool(int steps)> gathers;
};

/// Returns the number of time steps of one trial launch of `variant`: its `steps` if its `fewest`
/// is 0. Otherwise the smallest of `steps`, `longest` and 256, but at least `fewest`. `longest` is
/// the largest number of steps between two events of the run, such as reports.
int stepsOfTrial(const KernelVariant &variant, std::int64_t longest);

/// Consecutive launches of one kernel variant (one of several kernels for the same time steps) in a
/// trial. The first ones are not timed. They keep the device busy while the host enqueues the timed
/// ones, as in the rest of the run.
struct TrialPiece {
  std::int64_t lead = 0, timed = 0; // launches
  bool isGathered = false;          // enqueue them as recordings (CUDA graphs)
};

/// Trial that times kernel variants (kernels for the same time steps). The first launch of each
/// variant is not timed, because it loads the code. Then rounds follow, in each of which every
/// variant has a turn of a few timed launches. Events of the run, such as reports, may divide a
/// turn into pieces. Each piece lies between two timestamps of the stream. The host waits only
/// after the last round.
class VariantTrial {
public:
  explicit VariantTrial(Device &device) : device(device) {}

  /// Begins the timing of `variants`, kernels for the same time steps. Returns false if fewer than
  /// two can be timed, or if even one round would take more than an eighth of the run's predicted
  /// time or of its steps. On a GPU, runs below 50 ms have no trial.
  bool begin(const std::vector<KernelVariant> &variants, const TrialRun &run);

  bool isActive() const { return active; }
  /// Returns the index of the kernel variant (one of several kernels for the same time steps) that
  /// the caller must launch next.
  std::size_t variant() const { return candidate().variant; }
  /// Returns the number of time steps that the next launch must compute.
  int steps() const { return candidate().steps; }
  /// Returns the launches of the next kernel variant (one of several kernels for the same time
  /// steps) that the caller must make now. Together they are at least 1 and at most `most`, which
  /// is at least 1.
  TrialPiece piece(std::int64_t most) const;

  /// Marks the begin of the timed launches of a piece. A piece that was begun and not stopped does
  /// not count.
  Status start(Stream stream);
  /// Marks the end of a piece with `timed` timed launches.
  Status stop(Stream stream, std::int64_t timed);
  /// Returns true if all rounds of the trial are done. The caller must then call finish().
  bool isComplete() const { return active && turn == turns(); }

  /// Waits for the last launch of the trial. Sets the cost of each timed kernel variant (one of
  /// several kernels for the same time steps) in `variants` by its shortest time per launch in a
  /// turn, scaled to launches of KernelVariant::steps time steps, in nanoseconds for 1e9 cells.
  Status finish(std::vector<KernelVariant> &variants);
  /// Ends the timing of kernel variants without a result.
  void abandon();

  /// Calls `act` with the index of each kernel variant that is timed.
  template <class Act> void forEachVariant(Act act) const {
    for (const Candidate &each : candidates)
      act(each.variant);
  }

private:
  struct Candidate {
    std::size_t variant;
    int steps;
    double seconds;        // predicted for a launch
    bool gathers;          // the run enqueues recordings (CUDA graphs) of its launches
    std::int64_t launches; // timed launches of a turn
  };
  using Pieces = std::vector<std::unique_ptr<Stopwatch>>;

  bool planTurns(double seconds, std::int64_t steps);
  /// Returns the number of launches in a turn before the timed ones.
  std::int64_t leadOf(const Candidate &each) const;
  const Candidate &candidate() const { return candidates[turn % candidates.size()]; }
  bool isTimed() const { return turn >= candidates.size(); }
  std::size_t turns() const { return (1 + rounds) * candidates.size(); }
  Status secondsOf(const Pieces &turn, double &seconds) const;

  Device &device;
  bool active = false;
  double perCell = 0;     // cost units per second
  std::size_t rounds = 0; // timed rounds
  std::size_t turn = 0;
  std::int64_t done = 0;       // timed launches of the current turn
  bool isPieceOpen = false;    // start() was called after the last stop()
  std::vector<Pieces> watches; // of each turn; empty in the round that is not timed
  std::vector<Candidate> candidates;
};

} // namespace stencilc::inline STENCILC_SPACE
