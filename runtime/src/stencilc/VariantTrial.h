/// \file A trial that times the kernel variants of a program on the first time steps of a long run.
/// The cost model may be inaccurate. All variants give the same bits, so that the timed steps
/// count.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/SplitSteps.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// A trial that times kernel variants. In each round every variant is launched a few times between
/// two timestamps of the stream. The host waits only after the last round. The first launch of each
/// variant is not timed, because it loads the code.
class VariantTrial {
public:
  explicit VariantTrial(Device &device) : device(device) {}

  /// Begins a trial and returns true if a run of `steps` time steps on `cells` cells is long enough
  /// for it, by the costs in `variants`. Kernel variants that fuse more than `longest` steps, the
  /// most between two reports, are left out.
  bool begin(const std::vector<KernelVariant> &variants, double cells, std::int64_t steps,
             std::int64_t longest);

  bool isActive() const { return active; }
  /// Returns the index of the kernel variant to launch next in the trial. launches() returns the
  /// number of launches, steps() the number of time steps in them.
  std::size_t variant() const { return candidate().variant; }
  std::int64_t launches() const { return isWarm() ? candidate().launches : 1; }
  std::int64_t steps() const { return launches() * candidate().steps; }

  Status start(Stream stream) { return isWarm() ? watches[turn]->start(stream) : Status(); }
  Status stop(Stream stream);
  /// Returns whether all rounds of the trial are done. The caller then calls finish().
  bool isComplete() const { return active && turn == turns(); }

  /// Waits for the last launch. Sets the cost of each kernel variant in `variants` to its shortest
  /// time.
  Status finish(std::vector<KernelVariant> &variants);
  /// Ends the trial of kernel variants without a result.
  void abandon();

  /// Calls `act` with the index of each kernel variant in the trial.
  template <class Act> void forEachVariant(Act act) const {
    for (const Candidate &each : candidates)
      act(each.variant);
  }

private:
  static constexpr std::size_t kRounds = 3; // timed rounds

  struct Candidate {
    std::size_t variant;
    int steps;
    std::int64_t launches;
  };

  const Candidate &candidate() const { return candidates[turn % candidates.size()]; }
  bool isWarm() const { return turn >= candidates.size(); }
  std::size_t turns() const { return (1 + kRounds) * candidates.size(); }

  Device &device;
  bool active = false;
  double perCell = 0; // cost units per second
  std::size_t turn = 0;
  std::vector<Candidate> candidates;
  std::vector<std::unique_ptr<Stopwatch>> watches; // one per timed or untimed group of launches
};

} // namespace stencilc::inline STENCILC_SPACE
