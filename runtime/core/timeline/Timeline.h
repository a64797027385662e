/// \file The timeline of a run, which divides its time steps at events, such as reports and saves
/// of fields.
#pragma once

#include "runtime/core/timeline/Event.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The events of a run, in the order in which those of the same time step happen.
class Timeline {
public:
  /// Adds `event`, which must outlive the timeline or be removed.
  void add(Event &event) { events.push_back(&event); }
  void remove(const Event &event) { std::erase(events, &event); }

  /// Prepares all events for a run from the time step of `point` to time step number `end`.
  Status begin(const RunPoint &point, std::int64_t end) const;
  /// Returns the number of the next time step above `step` after which an event happens, but at
  /// most `end`.
  std::int64_t next(std::int64_t step, std::int64_t end) const;
  /// Returns the smallest interval of all events, in time steps, or Event::kNever if no event has a
  /// fixed interval.
  std::int64_t interval() const;
  /// Returns true if an event that happens after time step `to` needs this step computed alone, not
  /// fused with others. `from` steps are done.
  bool needsSingleStep(std::int64_t from, std::int64_t to) const;
  /// Carries out all events that happen after the time step of `point`. `from` is the number of
  /// steps that were done when events were last carried out. Returns the first failure, without
  /// carrying out later events.
  Status happen(std::int64_t from, const RunPoint &point) const;
  /// Returns true if an event has decided that the run ends now.
  bool endsRun() const;

private:
  std::vector<Event *> events;
};

/// Guard that adds an event to a timeline (the events of a run), and removes it in the destructor.
class AddedEvent {
public:
  AddedEvent(Timeline &timeline, Event &event) : timeline(timeline), event(event) {
    timeline.add(event);
  }
  AddedEvent(const AddedEvent &) = delete;
  AddedEvent &operator=(const AddedEvent &) = delete;
  ~AddedEvent() { timeline.remove(event); }

private:
  Timeline &timeline;
  const Event &event;
};

} // namespace stencilc::inline STENCILC_SPACE
