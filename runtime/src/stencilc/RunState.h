/// \file All that a run needs to go on with the same bits, but for the cells of its fields.
#pragma once

#include "stencilc/Checks.h"
#include "stencilc/Reports.h"
#include "stencilc/stream/TierState.h"

namespace stencilc::inline STENCILC_SPACE {

struct RunState {
  std::int64_t size[3] = {1, 1, 1}; // of the domain, in cells
  std::vector<double> parameters;
  std::int64_t first = 0;  // steps that were done before the run began
  std::int64_t done = 0;   // by it since then, however often it was resumed
  std::int64_t wanted = 0; // in all
  RunNumbers numbers;
  std::vector<Reported> reports;
  std::vector<std::int64_t> traces; // how many values each set of points has, behind the cells

  /// As the head of a file. Numbers of floating point have all their bits.
  TierState head(const ProgramDescription &program) const;
  /// Takes the head of the file `path`; refuses one of another program, or of fields that are
  /// stored otherwise.
  Status take(const ProgramDescription &program, const TierState &head, const std::string &path);
};

/// What a program computes, whatever its schedule.
std::string identityText(const ProgramDescription &program);

/// "16,24,32", the size that a head tells; empty if it tells none.
std::string sizeOfHead(const TierState &head);

} // namespace stencilc::inline STENCILC_SPACE
