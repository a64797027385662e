/// \file Times launches of kernel variants (kernels for the same time steps), and sets the cost of
/// each variant to its time. The unit is nanoseconds for 1e9 cells.
#include "runtime/core/stepping/VariantTrial.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

/// Largest number of timed rounds. The shortest turn of each variant counts.
static constexpr std::size_t kRounds = 3;
/// Largest fraction of the run that a trial may take.
static constexpr double kShare = 1.0 / 8;

int stepsOfTrial(const KernelVariant &variant, std::int64_t longest) {
  // More steps say little more, and a shorter trial suits shorter runs.
  constexpr std::int64_t kMost = 256;
  if (!variant.fewest)
    return variant.steps;
  const std::int64_t most = std::min<std::int64_t>({variant.steps, longest, kMost});
  return std::max(variant.fewest, static_cast<int>(most));
}

bool VariantTrial::begin(const std::vector<KernelVariant> &variants, const TrialRun &run) {
  // Bounds on a GPU, in seconds: of a run that has a trial, whose recordings and timestamps take
  // about a millisecond; and of a launch, which takes this time even if it computes nothing.
  constexpr double kShortestRun = 0.05, kShortestLaunch = 1e-6;
  abandon();
  perCell = kCostOfASecond / run.cells;
  double best = INFINITY; // seconds of a time step
  candidates.clear();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const int steps = stepsOfTrial(variants[i], run.longest);
    const double cost = variants[i].fewest ? variants[i].costOf(steps) : double(variants[i].cost);
    const double seconds = std::max(cost / perCell, device.isGpu() ? kShortestLaunch : 1e-9);
    best = std::min(best, seconds / steps);
    if (steps <= run.longest)
      candidates.push_back({i, steps, seconds, run.gathers(steps), 1});
  }
  const double seconds = best * double(run.steps);
  if (candidates.size() < 2 || (device.isGpu() && seconds < kShortestRun))
    return false;
  rounds = kRounds;
  while (rounds > 0 && !planTurns(seconds, run.steps))
    --rounds;
  active = rounds > 0;
  turn = 0;
  done = 0;
  watches.resize(turns());
  return active;
}

/// Chooses the number of launches in each turn, for a run of `steps` time steps that is predicted
/// to take `seconds`. Returns false if the trial would take too much of the run.
bool VariantTrial::planTurns(double seconds, std::int64_t steps) {
  // Seconds of a turn, for clocks with a resolution of microseconds. On a GPU they may be longer if
  // all turns together take at most this fraction of the run.
  constexpr double kTurn = 1e-4, kLongTurn = 1e-3, kPart = 0.02;
  const bool isGpu = device.isGpu();
  const double mostLaunches = isGpu ? 48 : 16; // a multiple of the usual numbers of buffers
  const double part = kPart * seconds / double(rounds * candidates.size());
  const double wanted = isGpu ? std::clamp(part, kTurn, kLongTurn) : kTurn;
  double trial = 0;
  std::int64_t trialSteps = 0;
  for (Candidate &each : candidates) {
    each.launches = std::int64_t(std::ceil(std::min(mostLaunches, wanted / each.seconds)));
    const std::int64_t all = 1 + std::int64_t(rounds) * (each.launches + leadOf(each));
    trial += double(all) * each.seconds;
    trialSteps += all * each.steps;
  }
  return trial <= kShare * seconds && double(trialSteps) <= kShare * double(steps);
}

std::int64_t VariantTrial::leadOf(const Candidate &each) const {
  if (!device.isGpu() || each.launches == 1)
    return 0;
  return each.gathers ? each.launches : 1;
}

TrialPiece VariantTrial::piece(std::int64_t most) const {
  // Shorter sequences of launches are not recorded in a run either (RepeatedLaunches).
  constexpr std::int64_t kFewestGathered = 8;
  if (!isTimed())
    return {1, 0, false};
  const Candidate &its = candidate();
  const std::int64_t left = its.launches - done, lead = leadOf(its);
  if (its.gathers && std::min(left, most) >= kFewestGathered) {
    const std::int64_t timed = std::min(left, most);
    return {std::min(timed, most - timed), timed, true};
  }
  const std::int64_t before = lead > 0 && most > 1 ? 1 : 0;
  return {before, std::min(left, most - before), false};
}

Status VariantTrial::start(Stream stream) {
  if (!isPieceOpen)
    watches[turn].push_back(device.makeStopwatch());
  isPieceOpen = true;
  return watches[turn].back()->start(stream);
}

Status VariantTrial::stop(Stream stream, std::int64_t timed) {
  const Status status = timed > 0 ? watches[turn].back()->stop(stream) : Status();
  isPieceOpen = false;
  done += timed;
  if (!isTimed() || done >= candidate().launches) {
    ++turn;
    done = 0;
  }
  return status;
}

Status VariantTrial::secondsOf(const Pieces &turn, double &seconds) const {
  seconds = 0;
  for (const auto &watch : turn) {
    double piece = 0;
    if (Status status = watch->seconds(piece); !status)
      return status;
    seconds += piece;
  }
  return {};
}

Status VariantTrial::finish(std::vector<KernelVariant> &variants) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    double least = INFINITY;
    for (std::size_t at = candidates.size() + i; at < turns(); at += candidates.size()) {
      double seconds = 0;
      if (Status status = secondsOf(watches[at], seconds); !status)
        return status;
      least = std::min(least, seconds / double(candidates[i].launches));
    }
    variants[candidates[i].variant].setCost(candidates[i].steps, least * perCell);
  }
  abandon();
  return {};
}

void VariantTrial::abandon() {
  active = isPieceOpen = false;
  watches.clear();
}

} // namespace stencilc::inline STENCILC_SPACE
