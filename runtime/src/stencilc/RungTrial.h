/// \file The kernels of a program timed on the first steps of a long run: the compiler's model may
/// be wrong, and all of them give the same bits, so that what a trial does is done.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/SplitSteps.h"
#include <cmath>
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
             std::int64_t longest) {
    constexpr double kTurn = 1e-4; // seconds that a clock of microseconds can tell apart
    constexpr double kMostLaunches = 16;
    constexpr double kShare = 1.0 / 8; // of the run, at most
    perCell = kCostOfASecond / cells;
    double trial = 0, best = 0;
    std::int64_t trialSteps = 0;
    candidates.clear();
    for (std::size_t i = 0; i < rungs.size(); ++i) {
      const double seconds = double(rungs[i].cost) / perCell;
      const double rate = seconds / rungs[i].steps;
      best = i == 0 || rate < best ? rate : best;
      if (rungs[i].steps > longest)
        continue;
      const double launches = std::ceil(std::min(kMostLaunches, kTurn / std::max(seconds, 1e-9)));
      candidates.push_back({i, rungs[i].steps, std::max<std::int64_t>(1, std::int64_t(launches))});
      const auto all = 1 + kRounds * candidates.back().launches;
      trial += double(all) * seconds;
      trialSteps += all * rungs[i].steps;
    }
    active = candidates.size() > 1 && trial <= kShare * best * double(steps) &&
             double(trialSteps) <= kShare * double(steps);
    turn = 0;
    if (active)
      for (std::size_t i = 0; i < turns(); ++i)
        watches.push_back(device.makeStopwatch());
    return active;
  }

  bool isActive() const { return active; }
  /// What is launched next, how often, and whether that is timed.
  std::size_t rung() const { return candidate().rung; }
  std::int64_t launches() const { return isWarm() ? candidate().launches : 1; }
  std::int64_t steps() const { return launches() * candidate().steps; }

  Status start(Stream stream) { return isWarm() ? watches[turn]->start(stream) : Status(); }
  Status stop(Stream stream) {
    Status status = isWarm() ? watches[turn]->stop(stream) : Status();
    ++turn;
    return status;
  }
  /// Whether all turns are over: time for finish().
  bool isComplete() const { return active && turn == turns(); }

  /// Waits for the last turn and puts the least time of each rung into `rungs`.
  Status finish(std::vector<Rung> &rungs) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      double least = INFINITY;
      for (std::size_t at = candidates.size() + i; at < turns(); at += candidates.size()) {
        double seconds = 0;
        if (Status status = watches[at]->seconds(seconds); !status)
          return status;
        least = std::min(least, seconds / double(candidates[i].launches));
      }
      rungs[candidates[i].rung].cost = std::max<std::int64_t>(1, std::llround(least * perCell));
    }
    abandon();
    return {};
  }
  /// Ends it without a result.
  void abandon() {
    active = false;
    watches.clear();
  }

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
