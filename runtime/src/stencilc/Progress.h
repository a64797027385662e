/// \file The progress line of a run: on a terminal only, on standard error.
#pragma once

#include "stencilc/Arguments.h"

namespace stencilc::inline STENCILC_SPACE {

/// Whether colours may be used on `descriptor` (https://no-color.org).
bool mayColour(int descriptor);

/// One line that is overwritten, with share done, rate and time left. Where it is not active it
/// prints nothing and asks for no stops: nextBatch() is all steps at once.
class Progress {
public:
  Progress(ProgressMode mode, const char *name, double cells, std::int64_t steps);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  bool active() const { return enabled; }

  /// Steps to enqueue before the next update(): about half a second's worth, growing from one
  /// step while the rate is unknown.
  std::int64_t nextBatch(std::int64_t done) const;

  /// Call when `done` steps are finished on the device.
  void update(std::int64_t done);

  /// Shows a run that tells how far it is, with what it is doing.
  void update(double done, const std::string &what);

  /// Removes the line, so that what is printed next stands alone.
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
