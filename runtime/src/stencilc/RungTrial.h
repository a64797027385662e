/// \file The kernels of a program timed on the first steps of a long run: the compiler's model may
/// be wrong, and all of them give the same bits, so that what a trial does is done.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/SplitSteps.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Rounds of turns, in each of which every rung is launched a few times between two marks of the
/// stream's clock; nothing waits before the last turn. The first launch of each is not timed: it
/// brings the code to the device.
class RungTrial {
public:
  explicit RungTrial(Device &device) : device(device) {}

  /// Whether a run of `steps` steps on `cells` cells is long enough, as far as `rungs` tell: then
  /// the trial begins. A rung deeper than `longest`, the most steps between two reports, is left
  /// out.
  bool begin(const std::vector<Rung> &rungs, double cells, std::int64_t steps,
             std::int64_t longest);

  bool isActive() const { return active; }
  /// What is launched next, how often, and whether that is timed.
  std::size_t rung() const { return candidate().rung; }
  std::int64_t launches() const { return isWarm() ? candidate().launches : 1; }
  std::int64_t steps() const { return launches() * candidate().steps; }

  Status start(Stream stream) { return isWarm() ? watches[turn]->start(stream) : Status(); }
  Status stop(Stream stream);
  /// Whether all turns are over: time for finish().
  bool isComplete() const { return active && turn == turns(); }

  /// Waits for the last turn and puts the least time of each rung into `rungs`.
  Status finish(std::vector<Rung> &rungs);
  /// Ends it without a result.
  void abandon();

  /// Calls `act` with each rung that takes part.
  template <class Act> void forEachRung(Act act) const {
    for (const Candidate &each : candidates)
      act(each.rung);
  }

private:
  static constexpr std::size_t kRounds = 3; // that are timed

  struct Candidate {
    std::size_t rung;
    int steps;
    std::int64_t launches;
  };

  const Candidate &candidate() const { return candidates[turn % candidates.size()]; }
  bool isWarm() const { return turn >= candidates.size(); }
  std::size_t turns() const { return (1 + kRounds) * candidates.size(); }

  Device &device;
  bool active = false;
  double perCell = 0; // cost of a second, in the unit of rungs
  std::size_t turn = 0;
  std::vector<Candidate> candidates;
  std::vector<std::unique_ptr<Stopwatch>> watches; // by turn
};

} // namespace stencilc::inline STENCILC_SPACE
