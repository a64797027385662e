/// \file Determines on which targets `stencilc verify` runs which schedules, and which schedules
/// cannot run the program.
#pragma once

#include "analysis/Facts.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/Options.h"
#include "plan/interface/Plan.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// The name of a schedule, and the target it runs on.
struct ScheduleOn {
  std::string schedule;
  plan::TargetKind target;
  bool operator==(const ScheduleOn &) const = default;
};

/// A schedule that cannot run the program on a target, and the reason.
struct Refusal {
  ScheduleOn on;
  std::string reason;
};

/// One way to execute a program: target, schedule, and the names of the orders in which threads are
/// executed. Only the CPU device, an emulated GPU, has several orders. Other targets have one
/// order, with an empty name.
struct Way {
  BuildKind kind;
  std::string schedule; // the value of --schedule
  std::vector<std::string> orders;
};

/// All ways to execute a program that `stencilc verify` will test, and all schedules that refuse
/// the program.
struct Ways {
  std::vector<Way> found;
  std::vector<Refusal> refused;
};

/// Returns every schedule that accepts the program, on every target, as far as the options allow.
/// Targets are the CPU, the CPU device (an emulated GPU), and a GPU if `canRunOnGpu`. If --schedule
/// is given, only this schedule is returned. `found` is empty if no target accepts it.
Ways waysToVerify(const Options &options, const analysis::Facts &facts, bool canRunOnGpu);

} // namespace stencilc::driver
