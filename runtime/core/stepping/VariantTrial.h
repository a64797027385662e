/// \file Trial that times the kernel variants (kernels for the same time steps) of a program on the
/// first steps of a long run, because predictions may be inaccurate. All variants give the same
/// bits. Therefore the timed steps are a part of the run.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/stepping/SplitSteps.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Trial that times kernel variants (kernels for the same time steps). In each round every variant
/// is launched a few times between two timestamps of the stream. The host waits only after the last
/// round. The first launch of each variant is not timed, because it loads the code.
class VariantTrial {
public:
  explicit VariantTrial(Device &device) : device(device) {}

  /// Begins the timing of `variants`, kernels for the same time steps. Returns false if that would
  /// take more than an eighth of a run of `steps` time steps on `cells` cells, or if fewer than two
  /// can be timed. Variants that fuse more than `longest` steps are not timed. `longest` is the
  /// most steps between two events, such as reports.
  bool begin(const std::vector<KernelVariant> &variants, double cells, std::int64_t steps,
             std::int64_t longest);

  bool isActive() const { return active; }
  /// Returns the index of the kernel variant (one of several kernels for the same time steps) that
  /// the caller must launch next.
  std::size_t variant() const { return candidate().variant; }
  /// Returns the number of launches of the next kernel variant (one of several kernels for the same
  /// time steps) that the caller must make. In the first round, which is not timed, it is 1.
  std::int64_t launches() const { return isWarm() ? candidate().launches : 1; }
  /// Returns the number of time steps that launches() launches of the next kernel variant (one of
  /// several kernels for the same time steps) compute together.
  std::int64_t steps() const { return launches() * candidate().steps; }

  Status start(Stream stream) { return isWarm() ? watches[turn]->start(stream) : Status(); }
  Status stop(Stream stream);
  /// Returns true if all rounds of the trial are done. The caller must then call finish().
  bool isComplete() const { return active && turn == turns(); }

  /// Waits for the last launch of the trial. Sets the cost of each timed kernel variant (one of
  /// several kernels for the same time steps) in `variants` to its shortest time per launch, in
  /// nanoseconds for 1e9 cells.
  Status finish(std::vector<KernelVariant> &variants);
  /// Ends the timing of kernel variants without a result.
  void abandon();

  /// Calls `act` with the index of each kernel variant that is timed.
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
