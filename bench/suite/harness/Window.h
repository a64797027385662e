/// \file A window of time in which a program runs and the energy counter of the GPU is read.
#pragma once

#include "Program.h"
#include <chrono>
#include <runtime/program/Energy.h>

namespace harness {

/// The counter moves about ten times a second: a window begins and ends when it just has.
class EnergyWindow {
public:
  EnergyWindow() { meter.open(device().busId().c_str()); }

  /// JSON members: the energy of at least `seconds` of batches of `steps` steps, or that there is
  /// no counter.
  std::string measure(Program &program, std::int64_t steps, double seconds) {
    if (meter.joules() < 0)
      return ", \"energy\": \"the counter cannot be read\"";
    constexpr double kMost = 2; // seconds without a tick: then it does not move at all
    std::int64_t done = 0;
    Tick begin, end;
    const auto toNextTick = [&](Tick &tick, double from) {
      const double before = meter.joules(), started = now();
      while (now() < from || meter.joules() == before) {
        program.run(steps);
        program.synchronize();
        done += steps;
        if (now() > from && now() - started > kMost + seconds)
          return false;
      }
      tick = {now(), meter.joules(), done};
      return true;
    };
    // First the chip warms up, or the time passes; then comes a tick.
    if (!toNextTick(begin, now() + kWarm) || !toNextTick(begin, begin.seconds) ||
        !toNextTick(end, begin.seconds + seconds) || !toNextTick(end, end.seconds))
      return ", \"energy\": \"the counter does not move\"";
    return stencilc::format(", \"joules\": %.3f, \"energy_seconds\": %.4f, \"energy_steps\": %lld",
                            end.joules - begin.joules, end.seconds - begin.seconds,
                            static_cast<long long>(end.steps - begin.steps));
  }

private:
  struct Tick {
    double seconds = 0, joules = 0;
    std::int64_t steps = 0;
  };
  static constexpr double kWarm = 0.3; // seconds

  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  stencilc::EnergyMeter meter;
};

} // namespace harness
