/// \file One run of a built program for `stencilc verify`: its arguments and files, and the
/// comparison of its results with the interpreter's.
#pragma once

#include "driver/run/Divided.h"
#include "driver/verify/Cases.h"
#include "driver/verify/Summary.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One run for `stencilc verify`: a test case of a program, and the order in which the CPU device,
/// an emulated GPU, executes threads.
struct CaseRun {
  const ir::Program &program;
  const VerifyCase &verifyCase;
  std::string order;  // of threads on the CPU device: "shuffled"; empty for other targets
  Shares shares = {}; // processes and devices that share the domain
};

/// Returns the command line arguments of a run for `stencilc verify`. Its input and result files
/// are in `folder`.
std::vector<std::string> argumentsOf(const CaseRun &run, const std::string &folder);

/// Writes the input files of a run into `folder`: initial values, series, and coordinates of
/// sources and receivers. Returns false after it has reported an error.
bool writeStarts(const CaseRun &run, const std::string &folder, Diagnostics &diags);

/// Result of one run that was compared with the interpreter.
struct CaseOutcome {
  std::string difference; // text to print; empty if the results are equal
  std::string result;     // hash of the results (resultSum()), if they are equal
};
/// Compares the results that the run has left in `folder` with those of the interpreter, bit by
/// bit. Adds the numbers of compared arrays and reports to `verified`. Returns the first
/// difference, or the hash of the results if all are equal.
CaseOutcome compareRun(const CaseRun &run, const std::string &folder, Verified &verified,
                       Diagnostics &diags);

/// Adds to `verified` the numbers of arrays and reports of a run whose results all equal those of
/// the interpreter. Used for a run that is skipped because its results are known.
void countEqual(const CaseRun &run, Verified &verified);

/// Returns the SHA-256 hash of everything on which the results of a run depend: the hash `module`
/// of the built program, the `identity` of machine and runtime (Identity.h), the arguments and the
/// inputs.
std::string runKey(const CaseRun &run, const std::string &module, const std::string &identity);

/// Returns the SHA-256 hash of the interpreter's results for this run: all compared arrays, traces
/// (values at receivers) and reports.
std::string resultSum(const CaseRun &run);

} // namespace stencilc::driver
