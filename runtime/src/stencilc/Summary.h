/// \file What a run reports when it is done, for people and as JSON.
#pragma once

#include "stencilc/BestPlanes.h"
#include "stencilc/Description.h"
#include "stencilc/Engine.h"
#include "stencilc/FieldStatistics.h"
#include "stencilc/Reports.h"
#include "stencilc/TraceFile.h"
#include "stencilc/save/Saves.h"

namespace stencilc::inline STENCILC_SPACE {

/// How a run began that did not wait for all of its kernels.
struct FirstKernels {
  const char *schedule = nullptr;         // null: it had all of them from the start
  std::int64_t steps = -1;                // that they did; -1: all of the run
  double seconds = -1, secondsAfter = -1; // that these and the others took
  std::string why;                        // it has not gone over, if so
};

/// Measurements of one run. A negative number means: not measured, leave it out.
struct Summary {
  std::int64_t size[3] = {1, 1, 1};
  std::int64_t steps = 0;
  std::vector<double> parameters;
  std::string device;  // "NVIDIA H200", "8 threads"
  double seconds = 0;  // around the step launches; the median if repeated
  int repetitions = 0; // 0: a single run
  double fastest = -1, slowest = -1;
  double copyBytesPerSecond = -1; // a device copy in the same process, reads plus writes
  bool fitsInCache = false;       // fields may stay in a cache: the copy rate is no bound
  double deviceBytes = 0, hostBytes = -1;
  double joules = -1;
  double linkBytesIn = -1, linkBytesOut = -1; // of a streamed domain: to the device and back
  double startPlan = -1, startMemory = -1, startValues = -1; // the same: seconds before the steps
  double fileBytesRead = -1, fileBytesWritten = -1;          // of a domain in files
  std::int64_t resumedAt = 0;           // steps that an earlier run had done, beside `steps`
  std::string checkpoint;               // file with the state; empty: none
  int checkpoints = 0;                  // how often it was written
  std::int64_t checkpointStep = 0;      // the steps of the last
  double checkpointSeconds = 0;         // for all of them
  std::vector<SaveResult> saved;        // while it ran
  double saveWaited = 0, saveAtEnd = 0; // seconds that steps waited for that; behind the last step
  double predicted = -1;                // updates per second
  std::vector<std::string> results;     // files written
  std::vector<Reported> reports;
  std::vector<TraceFile> traces;
  const char *rule = nullptr;     // that ended the run after `steps` steps
  std::vector<TriedKernel> tried; // the fastest first; empty: there was no trial
  FirstKernels first;
  std::vector<FieldStatistics> fields; // at the end
  std::vector<ChosenPlane> planes;     // for pictures
  bool isAnythingKept = true;          // false: the run writes nothing but this
  bool isVerbose = false;              // all about speed and memory
  int digits = kShownDigits;
  DividedRun divided; // one part: one device had all of the domain
  ChainedRun chained; // one: no other had planes after it

  void tellStreamed(const Engine &engine);
  void tellEngine(const Engine &engine);
  double cells() const { return double(size[0]) * double(size[1]) * double(size[2]); }
  double updates() const { return cells() * double(steps); }
  double updatesPerSecond() const { return seconds > 0 && steps > 0 ? updates() / seconds : -1; }
  /// The rate of the kernels that were planned: of the whole run, or of its part that they did.
  double plannedPerSecond() const;
};

/// "209,715,200".
std::string groupDigits(double whole);

std::string scheduleText(const ProgramDescription &program);

/// Returns how to keep `fields` that a run did not write: "T: add --out T=T.npy". The first three
/// are named and the others counted.
std::string notKeptText(const std::vector<std::string> &fields);

/// "sweep 219 GLUP/s, wavefront of 2 steps 131".
std::string trialText(const std::vector<TriedKernel> &tried);

/// "naive first, wavefront from step 3,121 on (after 1.2 s): 215.3 GLUP/s".
std::string firstKernelsText(const ProgramDescription &program, const Summary &s);

/// "minimum 0, maximum 99.7, mean 12.4".
std::string statisticsText(const FieldStatistics &field, int digits);

std::string summaryText(const ProgramDescription &program, const Summary &s);

/// `text` as a JSON string with its quotes.
std::string jsonString(const std::string &text);

/// One JSON object on one line. Times in seconds, rates per second, sizes in bytes; what was not
/// measured is absent.
std::string summaryJson(const ProgramDescription &program, const Summary &s);

} // namespace stencilc::inline STENCILC_SPACE
