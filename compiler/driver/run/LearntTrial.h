/// \file Rates of kernels that the trial of an earlier run has measured: which program a run may
/// use them for, and where they are kept.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "plan/store/TrialStore.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace stencilc::driver {

/// Returns the rates that a trial has measured for the program of `line`, with the same plan, on
/// the same device and with grid sizes of the same class. Returns `nullopt` if there are none, and
/// with
/// --no-trial, --no-tuned and --devices.
std::optional<plan::TrialRecord> learntTrial(const Options &options, Pipeline &line,
                                             plan::TargetKind kind);

/// Stores the rates that a run has measured in a trial, for later runs. `summary` is the summary of
/// that run. Does nothing if it had no trial. Warns if the rates cannot be stored.
void keepTrial(const Options &options, Pipeline &line, plan::TargetKind kind,
               const llvm::json::Object &summary);

/// Makes the program contain the plans that a trial of an earlier run has compared. A run that is
/// too short for a trial then uses the fastest of them.
void addLearntPlans(const Options &options, Pipeline &line, plan::TargetKind kind);

/// Returns the rates as text: "wavefront of 3 steps 281.8 GLUP/s, sweep 192.6".
std::string ratesText(const plan::TrialRecord &record);

} // namespace stencilc::driver
