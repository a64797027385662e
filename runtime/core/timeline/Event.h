/// \file Events of a run: what happens after certain time steps, such as a report or a saved field.
#pragma once

#include "runtime/core/fields/NamedCopies.h"
#include "runtime/core/stepping/Engine.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the smallest multiple of `every` that is greater than `step`, or the largest 64-bit
/// integer if that multiple is larger still. `every` must be at least 1.
inline std::int64_t nextMultiple(std::int64_t step, std::int64_t every) {
  const std::int64_t left = every - step % every;
  return step > std::numeric_limits<std::int64_t>::max() - left
             ? std::numeric_limits<std::int64_t>::max()
             : step + left;
}

/// State of a run between two time steps, at which events can read fields.
struct RunPoint {
  /// Number of time steps done, including those before this simulation (option --first-step, or a
  /// run that this one resumes).
  std::int64_t step = 0;
  std::int64_t first = 0; // number of those before this simulation
  Engine &engine;
  NamedCopies fields;
  const double *parameters; // in the order of the program
  Scalars &scalars;
  Stream stream; // the stream on which the last steps were enqueued
};

/// Something that happens after certain time steps of a run: a report, values of receivers, a saved
/// field, a frame of a movie, a checkpoint, an update of the progress line. All processes of a run
/// must have the same events.
class Event {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  Event() = default;
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  virtual ~Event() = default;

  /// Prepares the event for a run from the time step of the first argument to time step number
  /// `end`. The caller calls it before the run's first step.
  virtual Status begin(const RunPoint &, [[maybe_unused]] std::int64_t end) { return {}; }
  /// Returns the number of the first time step greater than `step` after which the event happens,
  /// or kNever. The run pauses after that step to carry out the event.
  virtual std::int64_t next(std::int64_t step) const = 0;
  /// Returns the smallest interval in time steps at which the event happens, or kNever if it has no
  /// fixed interval. The run never launches kernels that fuse more steps than this.
  virtual std::int64_t interval() const { return kNever; }
  /// Returns true if the time step `step`, after which the event happens, must be computed alone.
  /// The reason is that the event reads a time level that fused steps do not store.
  virtual bool needsSingleStep([[maybe_unused]] std::int64_t step) const { return false; }
  /// Carries out the event after the time step of `point`. The step may still be in progress on the
  /// device.
  virtual Status happen(const RunPoint &point) = 0;
  /// Returns true if the event has decided that the run ends now.
  virtual bool endsRun() const { return false; }
};

} // namespace stencilc::inline STENCILC_SPACE
