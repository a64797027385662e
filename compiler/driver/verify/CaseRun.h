/// \file One run of a module that `stencilc verify` judges: what it is given, and how what it gave
/// differs from the interpreter's results.
#pragma once

#include "driver/Divided.h"
#include "driver/verify/Cases.h"
#include "driver/verify/Summary.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A case of a program in one order of threads ("" where there is no choice).
struct CaseRun {
  const ir::Program &program;
  const VerifyCase &verifyCase;
  std::string order;
  Shares shares = {}; // processes and devices that share the domain
};

/// The arguments of the run, with its files in `folder`.
std::vector<std::string> argumentsOf(const CaseRun &run, const std::string &folder);

/// Writes what the run starts from into `folder`. Returns false after a report.
bool writeStarts(const CaseRun &run, const std::string &folder, Diagnostics &diags);

/// Result of one run.
struct CaseOutcome {
  std::string difference; // from the interpreter's results, for people; empty if there is none
  std::string result;     // as resultSum() has it, if there is no difference
};
/// Reads what the run left in `folder`, and counts in `verified` what was compared.
CaseOutcome compareRun(const CaseRun &run, const std::string &folder, Verified &verified,
                       Diagnostics &diags);

/// Counts what compareRun() counts of a run without a difference.
void countEqual(const CaseRun &run, Verified &verified);

/// SHA-256 of all that a run of the module with SHA-256 `module` depends on: the module, who runs
/// it (Identity.h), the arguments, and what the run starts from.
std::string runKey(const CaseRun &run, const std::string &module, const std::string &identity);

/// SHA-256 of what the interpreter gave: all arrays that are compared, traces, and reports.
std::string resultSum(const CaseRun &run);

} // namespace stencilc::driver
