/// \file Chooses plans by earlier measurements: reads the tuning store, the file of measured plans,
/// and prefers the best plan in it.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "plan/store/TuningRecord.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Returns the path of the tuning store, the SQLite file that keeps measured plans. It lies in the
/// cache folder.
std::string tuningStorePath();

/// Returns the key under which measurements of a program for the target `kind` are stored: the
/// program, the architecture, the version of stencilc, and the device. The device is that of
/// --machine, else that of this machine. If this machine has no device of that architecture, it is
/// `nullopt`, which matches any device.
plan::TuningKey tuningKey(const Options &options, const Pipeline &line, plan::TargetKind kind);

/// Returns the name of a device with the number of devices that --devices asks for, as in stored
/// measurements: "4 x NVIDIA H200". For one device it returns `device`.
std::string deviceText(const Options &options, const std::string &device);

/// Returns true if plans are chosen for least energy per update (--for=energy), not for speed.
bool isForEnergy(const Options &options);

/// Sorts `records` (measured plans, the fastest first) by the goal that --for names. With
/// --for=energy the plan with the least energy per update is first, and plans without measured
/// energy are last. Otherwise the order stays.
void sortForGoal(const Options &options, std::vector<plan::TuningRecord> &records);

/// Returns the plans that `stencilc tune` measured for the program of `line`, the best first. They
/// were measured on as many devices as --devices asks for. With --no-tuned there are none. Warns if
/// the tuning store, the file of measurements, cannot be read.
std::vector<plan::TuningRecord> tuningRecords(const Options &options, Pipeline &line,
                                              plan::TargetKind kind);

/// Returns the rates that `stencilc run` measured for the program of `line`, from the tuning store.
/// The rates are shown beside predictions but never used to choose a plan. Gives no
/// warning if the store cannot be read.
std::vector<plan::TuningRecord> runRecords(const Options &options, Pipeline &line,
                                           plan::TargetKind kind);

/// Chooses the plan of the program of `line`: that of --schedule if given. Otherwise it is the best
/// plan that `stencilc tune` has measured, if it is still valid, and a note says so. Else it is the
/// plan that the cost model ranks first. Returns false after it has reported an error.
bool chooseTunedPlan(const Options &options, Pipeline &line, plan::TargetKind kind);

} // namespace stencilc::driver
