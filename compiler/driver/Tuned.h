/// \file Plans that were measured: where they are kept, and planning that prefers them.
#pragma once

#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "plan/TuningRecord.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// The file of the tuning store, in the folder that also keeps what was built.
std::string tuningStorePath();

/// What a program planned for `kind` is looked up by. The device is that of --machine, else the one
/// of this machine, or any if it has none of this architecture.
plan::TuningKey tuningKey(const Options &options, const Pipeline &line, plan::TargetKind kind);

/// `device` as records name so many of them as --devices says: "4 x NVIDIA H200".
std::string deviceText(const Options &options, const std::string &device);

/// Whether plans are wanted that take least energy (--for=energy).
bool isForEnergy(const Options &options);

/// Puts what --for asks for first into `records`, which are sorted by speed: those of least energy,
/// behind them those of which it is not known.
void sortForGoal(const Options &options, std::vector<plan::TuningRecord> &records);

/// What was measured for the program of `line` on as many devices, the best first; nothing with
/// --no-tuned. A store that cannot be read is a warning.
std::vector<plan::TuningRecord> tuningRecords(const Options &options, Pipeline &line,
                                              plan::TargetKind kind);

/// Records of what `run` did: shown beside predictions, never planned by. Warns of nothing.
std::vector<plan::TuningRecord> runRecords(const Options &options, Pipeline &line,
                                           plan::TargetKind kind);

/// Plans by --schedule if given, for several devices too, else by the fastest record that still
/// makes a plan, which is said in a note, else by the model. False after a report.
bool chooseTunedPlan(const Options &options, Pipeline &line, plan::TargetKind kind);

} // namespace stencilc::driver
