/// \file Prints the progress line of a run on standard error.
#pragma once

#include "runtime/core/timeline/Event.h"
#include "runtime/core/timeline/Pacer.h"
#include "runtime/program/Arguments.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if output to the file descriptor `descriptor` may have colours
/// (https://no-color.org).
bool mayColour(int descriptor);

/// Progress line of a run, which shows the fraction done, the rate and the time left. Each update
/// overwrites the line. The line is updated about every 0.5 seconds and at the end, unless the
/// engine itself reports progress.
class Progress final : public Event {
public:
  /// Creates the progress line of a run of `steps` time steps on `cells` cells. `name` is the name
  /// of the program. The line is only shown if `mode` allows it.
  Progress(ProgressMode mode, const char *name, double cells, std::int64_t steps);
  ~Progress() override { clear(); }

  Status begin(const RunPoint &point, std::int64_t end) override;
  std::int64_t next(std::int64_t) const override {
    return isPaced ? std::min(pacer.due(), end) : kNever;
  }
  Status happen(const RunPoint &point) override;

  /// Updates the line of a run whose engine reports its progress. `done` is the number of time
  /// steps done, with a fraction, and `what` describes the current work.
  void update(double done, const std::string &what);

  /// Removes the line from the terminal, before other output.
  void clear();

private:
  /// Updates the progress line of the run on standard error. The device has done `done` time steps
  /// of the run.
  void update(std::int64_t done);
  void show(double share, const std::string &text);

  const char *name;
  double cells;
  std::int64_t steps, end = 0; // of the run; number of the last step
  Pacer pacer{0.5};
  double start, last;
  bool enabled, onTerminal, coloured, shown = false;
  bool isPaced = false; // the line of any process is updated between time steps
};

} // namespace stencilc::inline STENCILC_SPACE
