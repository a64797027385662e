/// \file The state of a run without the cells of its fields. A resumed run continues from it with
/// the same bits.
#pragma once

#include "stencilc/Checks.h"
#include "stencilc/Reports.h"
#include "stencilc/stream/TierState.h"

namespace stencilc::inline STENCILC_SPACE {

/// The state of a run without the cells of its fields, as a checkpoint stores it.
struct RunState {
  std::int64_t size[3] = {1, 1, 1}; // grid size in cells
  std::vector<double> parameters;
  std::int64_t first = 0;  // time steps done before the run began
  std::int64_t done = 0;   // time steps done by the run, including resumed parts
  std::int64_t wanted = 0; // time steps of the whole run
  RunNumbers numbers;
  std::vector<Reported> reports;
  /// Number of trace values of each set of points. The values follow the cells in the file.
  std::vector<std::int64_t> traces;

  /// Returns the state as the header of a checkpoint file. Floating-point numbers keep all their
  /// bits.
  TierState head(const ProgramDescription &program) const;
  /// Sets the state from the header of the checkpoint file `path`. Fails if it belongs to another
  /// program or to fields of other types.
  Status take(const ProgramDescription &program, const TierState &head, const std::string &path);
};

/// Returns the hash of what a program computes. It is the same for all schedules.
std::string identityText(const ProgramDescription &program);

/// Returns the grid size in a checkpoint header, such as "16,24,32". It is empty if the header has
/// none.
std::string sizeOfHead(const TierState &head);

} // namespace stencilc::inline STENCILC_SPACE
