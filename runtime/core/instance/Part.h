/// \file Parts of a simulation that only some programs need.
#pragma once

#include "runtime/core/timeline/Timeline.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// A part that was added to a simulation, such as the files to which it saves fields. The
/// simulation owns it. As an event, it is carried out during runs.
class Part : public Event {
public:
  /// Returns an address that is different for each class of parts.
  virtual const void *kind() const = 0;
  /// Completes what the part has begun, such as files. Called by reset() and at the end of the
  /// simulation.
  virtual Status end() = 0;
};

/// The parts that were added to a simulation.
class Parts {
public:
  /// Creates an empty set. Parts that are added happen as events of `timeline`.
  explicit Parts(Timeline &timeline) : timeline(timeline) {}

  void add(std::unique_ptr<Part> part) {
    timeline.add(*part);
    all.push_back(std::move(part));
  }
  /// Returns the part of class `kind` (Part::kind), or null if none was added.
  Part *find(const void *kind) const {
    for (const std::unique_ptr<Part> &part : all)
      if (part->kind() == kind)
        return part.get();
    return nullptr;
  }
  /// Completes what all parts have begun, such as files. Stops at the first failure.
  Status end() const {
    for (const std::unique_ptr<Part> &part : all)
      if (Status status = part->end(); !status)
        return status;
    return {};
  }

private:
  Timeline &timeline;
  std::vector<std::unique_ptr<Part>> all;
};

} // namespace stencilc::inline STENCILC_SPACE
