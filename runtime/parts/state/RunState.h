/// \file Numbers that a checkpoint stores in addition to the cells of fields. A resumed run
/// continues from them, and its results have the same bits.
#pragma once

#include "runtime/core/stepping/Checks.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/files/TierState.h"

namespace stencilc::inline STENCILC_SPACE {

/// Numbers of a run that a checkpoint stores in addition to the cells of fields: grid size,
/// parameters, numbers of time steps, and reports.
struct RunState {
  std::int64_t size[3] = {1, 1, 1}; // grid size in cells
  std::vector<double> parameters;
  std::int64_t first = 0;  // time steps done before the run began
  std::int64_t done = 0;   // time steps done by the run, including resumed parts
  std::int64_t wanted = 0; // time steps of the whole run
  RunNumbers numbers;
  std::vector<Reported> reports;
  /// Number of values in the trace (values over time) of each source and receiver, 0 for sources.
  /// In a checkpoint file the values themselves follow the cells of fields.
  std::vector<std::int64_t> traces;

  /// Returns the header of a checkpoint file: pairs of a name and a text. Floating-point numbers
  /// keep all their bits.
  TierState head(const ProgramDescription &program) const;
  /// Sets all members from `head`, the header of the checkpoint file `path`. Fails if the header is
  /// not valid, or belongs to another program, another version of it, or other types of fields.
  Status take(const ProgramDescription &program, const TierState &head, const std::string &path);
};

/// Returns a hash of what a program computes, as 16 hexadecimal digits. It does not depend on the
/// schedule (the way in which kernels compute it).
std::string identityText(const ProgramDescription &program);

/// Returns the grid size in the header of a checkpoint, such as "16,24,32". Returns an empty text
/// if the header has none.
std::string sizeOfHead(const TierState &head);

} // namespace stencilc::inline STENCILC_SPACE
