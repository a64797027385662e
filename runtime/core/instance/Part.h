/// \file Parts of a simulation that only some programs need, such as the files to which fields are
/// saved.
#pragma once

#include "runtime/core/timeline/Timeline.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Object that is added to a simulation for a task that only some programs need, such as saving
/// fields to files. The simulation owns it. During runs, the object is carried out as an event.
class Part : public Event {
public:
  /// Returns an address that identifies the class of this part: it is different for each class
  /// derived from Part.
  virtual const void *kind() const = 0;
  /// Completes the work that this part of a simulation has begun, such as writing files. Called by
  /// reset() and at the end of the simulation.
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
  /// Completes the work that all parts of the simulation have begun, such as writing files. Returns
  /// the first failure, without completing later parts.
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
