/// \file The progress line of a run, on standard error.
#pragma once

#include "runtime/program/Arguments.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if output to the file descriptor `descriptor` may have colours
/// (https://no-color.org).
bool mayColour(int descriptor);

/// Progress line of a run, which shows the fraction done, the rate and the time left. Each update
/// overwrites the line. If it is switched off, it prints nothing, and nextBatch() returns all
/// remaining steps.
class Progress {
public:
  Progress(ProgressMode mode, const char *name, double cells, std::int64_t steps);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  bool active() const { return enabled; }

  /// Returns the number of time steps to enqueue before the next update of the line: about 0.5
  /// seconds of work. The number grows from one step until the rate is known. `done` steps are
  /// done.
  std::int64_t nextBatch(std::int64_t done) const;

  /// Updates the line. The device has done `done` time steps.
  void update(std::int64_t done);

  /// Updates the line of a run whose engine reports its progress. `done` is the number of time
  /// steps done, with a fraction, and `what` describes the current work.
  void update(double done, const std::string &what);

  /// Removes the line from the terminal, before other output.
  void clear();

private:
  void show(double share, const std::string &text);

  const char *name;
  double cells;
  std::int64_t steps, batch = 1;
  double start, last;
  bool enabled, onTerminal, coloured, shown = false;
};

} // namespace stencilc::inline STENCILC_SPACE
