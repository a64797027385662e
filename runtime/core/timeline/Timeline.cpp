/// \file Finds the events that happen after a time step, such as reports, and carries them out.
#include "runtime/core/timeline/Timeline.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status Timeline::begin(const RunPoint &point, std::int64_t end) const {
  for (Event *event : events)
    if (Status status = event->begin(point, end); !status)
      return status;
  return {};
}

std::int64_t Timeline::next(std::int64_t step, std::int64_t end) const {
  for (const Event *event : events)
    end = std::min(end, event->next(step));
  return end;
}

std::int64_t Timeline::interval() const {
  std::int64_t shortest = Event::kNever;
  for (const Event *event : events)
    shortest = std::min(shortest, event->interval());
  return shortest;
}

bool Timeline::needsSingleStep(std::int64_t from, std::int64_t to) const {
  return std::any_of(events.begin(), events.end(), [&](const Event *event) {
    return event->next(from) == to && event->needsSingleStep(to);
  });
}

Status Timeline::happen(std::int64_t from, const RunPoint &point) const {
  std::vector<Event *> due; // found first, because events change when they are due next
  for (Event *event : events)
    if (event->next(from) == point.step)
      due.push_back(event);
  for (Event *event : due)
    if (Status status = event->happen(point); !status)
      return status;
  return {};
}

bool Timeline::endsRun() const {
  return std::any_of(events.begin(), events.end(),
                     [](const Event *event) { return event->endsRun(); });
}

} // namespace stencilc::inline STENCILC_SPACE
