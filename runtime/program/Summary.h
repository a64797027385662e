/// \file The summary of a finished run, as text for the user and as JSON.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/files/FieldStatistics.h"
#include "runtime/files/TraceFile.h"
#include "runtime/parts/save/Saves.h"
#include "runtime/parts/tuning/BetterKernels.h"
#include "runtime/program/files/BestPlanes.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Measurements of a run. A negative number means that the value was not measured, and is not
/// shown.
struct Summary {
  std::int64_t size[3] = {1, 1, 1};
  std::int64_t steps = 0;
  std::vector<double> parameters;
  std::string device;  // such as "NVIDIA H200" or "8 threads of ..."
  double seconds = 0;  // of all time steps; with --repeat the median
  int repetitions = 0; // 0: a single run
  double fastest = -1, slowest = -1;
  /// Rate of a plain copy in device memory in bytes per second, reads plus writes.
  double copyBytesPerSecond = -1;
  /// True if the fields may fit into a cache, so that the copy rate is no upper bound for the rate
  /// of the run.
  bool fitsInCache = false;
  double deviceBytes = 0, hostBytes = -1;
  double joules = -1;
  /// Seconds from the start of the process, with that of `stencilc run`, to the end of the first
  /// time step, or of the first fused ones.
  double firstStep = -1;
  /// Bytes copied from host to device, and from device to host, in an out-of-core run (one whose
  /// domain is not kept on the device). In other runs both are -1.
  double linkBytesIn = -1, linkBytesOut = -1;
  /// Seconds from the start of the process, with that of `stencilc run`, until the program began,
  /// and seconds until it could use the device.
  double startProgram = -1, startDevice = -1;
  /// Seconds spent on planning an out-of-core run (one whose domain is not kept on the device). In
  /// other runs it is -1. Seconds spent on allocation and on initial values.
  double startPlan = -1, startMemory = -1, startValues = -1;
  /// Bytes read and bytes written if the domain is in files.
  double fileBytesRead = -1, fileBytesWritten = -1;
  /// Number of time steps that earlier runs had done, if this run was resumed from their files.
  /// `steps` does not include them. 0 if the run was not resumed.
  std::int64_t resumedAt = 0;
  std::string checkpoint;          // checkpoint file; empty: none
  int checkpoints = 0;             // number of checkpoints written
  std::int64_t checkpointStep = 0; // time step of the last one
  double checkpointSeconds = 0;    // time spent on all of them
  std::vector<SaveResult> saved;   // during the run
  /// Seconds for which time steps have waited for saves of fields, and seconds that saving took
  /// after the last time step.
  double saveWaited = 0, saveAtEnd = 0;
  double predicted = -1;            // updates per second, of the cost model
  std::vector<std::string> results; // files written
  std::vector<Reported> reports;
  std::vector<TraceFile> traces;
  const char *rule = nullptr;     // the rule that ended the run
  std::vector<TriedKernel> tried; // fastest first; empty: no trial
  bool isLearnt = false;          // an earlier run has measured `tried`
  FirstKernels first;
  std::vector<FieldStatistics> fields; // final state
  std::vector<ChosenPlane> planes;     // chosen for pictures
  bool isAnythingKept = true;          // false: the run writes only this summary
  bool isVerbose = false;              // show all details
  int digits = kShownDigits;
  DividedRun divided; // parts == 1: not divided
  ChainedRun chained; // count == 1: no sequence of devices

  void recordStreamed(const Engine &engine);
  void recordEngine(const Engine &engine);
  double cells() const { return double(size[0]) * double(size[1]) * double(size[2]); }
  double updates() const { return cells() * double(steps); }
  double updatesPerSecond() const { return seconds > 0 && steps > 0 ? updates() / seconds : -1; }
  /// Returns the rate, in cell updates per second, of the kernels that the planner has chosen. If
  /// the run began with other kernels, only the steps after the change count. Returns -1 if the
  /// rate is not known.
  double plannedPerSecond() const;
};

/// Returns a whole number as text with commas between groups of three digits, such as
/// "209,715,200".
std::string groupDigits(double whole);

/// Returns the schedule of the program with its options, in the form of the option --schedule.
std::string scheduleText(const ProgramDescription &program);
/// Returns the schedule that was planned for the run with its options. It is not that of `program`
/// if the run began with other kernels.
std::string plannedText(const ProgramDescription &program, const Summary &s);

/// Returns the name of the schedule whose kernels computed the last time steps of the run. It
/// differs from the planned one if a trial has found faster kernels, or if the planned kernels were
/// not compiled in time.
std::string scheduleThatRan(const ProgramDescription &program, const Summary &s);

/// Returns the advice how to keep the fields `fields`, which a run does not write: "T: add --out
/// T=T.npy". The first three fields are named and the others counted.
std::string notKeptText(const std::vector<std::string> &fields);

/// Returns a text with the measured rates of kernel variants (kernels for the same time steps),
/// such as "sweep 219 GLUP/s, wavefront of 2 steps 131".
std::string trialText(const std::vector<TriedKernel> &tried);

/// Returns a text about the kernels with which a run began and continued, such as "naive first,
/// wavefront from step 3,121 on (after 1.2 s): 215.3 GLUP/s".
std::string firstKernelsText(const ProgramDescription &program, const Summary &s);

/// Returns the statistics of a field as text, such as "minimum 0, maximum 99.7, mean 12.4". Numbers
/// have `digits` significant digits.
std::string statisticsText(const FieldStatistics &field, int digits);

/// Returns the summary as lines of text for the user.
std::string summaryText(const ProgramDescription &program, const Summary &s);

/// Returns the summary as one JSON object on one line. Times are in seconds, rates per second,
/// sizes in bytes. Values that were not measured are absent.
std::string summaryJson(const ProgramDescription &program, const Summary &s);

} // namespace stencilc::inline STENCILC_SPACE
