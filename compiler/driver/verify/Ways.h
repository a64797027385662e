/// \file Which schedules `stencilc verify` runs, and where, and which refuse.
#pragma once

#include "analysis/Facts.h"
#include "driver/Options.h"
#include "driver/Toolchain.h"
#include "plan/Plan.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A schedule, by name, on a kind of target.
struct ScheduleOn {
  std::string schedule;
  plan::TargetKind target;
  bool operator==(const ScheduleOn &) const = default;
};

/// A schedule that cannot run the program, and why.
struct Refusal {
  ScheduleOn on;
  std::string reason;
};

/// One program built one way, with the thread orders it is run in ("" where there is no choice).
struct Way {
  BuildKind kind;
  std::string schedule; // as in --schedule=
  std::vector<std::string> orders;
};

/// What the options ask for, by schedule in the order of their names: what will run, and what
/// refuses.
struct Ways {
  std::vector<Way> found;
  std::vector<Refusal> refused;
};

/// Every legal schedule on every target, or what the options leave of them: loops on the CPU, CUDA
/// text on the CPU device, and on a GPU if programs can be built for it and run there. With
/// --schedule= that one alone, and nothing if it refuses wherever it was asked for.
Ways waysToVerify(const Options &options, const analysis::Facts &facts, bool canRunOnGpu);

} // namespace stencilc::driver
