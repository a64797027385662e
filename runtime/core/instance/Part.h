/// \file Parts of a simulation that only some programs need, such as the files to which fields are
/// saved.
#pragma once

#include "runtime/core/timeline/Timeline.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Base class of objects that are added to a simulation for an optional task, such as saving fields
/// to files. The simulation owns them. Each is an event too: runs call it after certain time steps.
class Part : public Event {
public:
  /// Returns an address that identifies the class of this part: it is different for each class
  /// derived from Part.
  virtual const void *kind() const = 0;
  /// Completes the work that this part of a simulation has begun, such as writing files. Called by
  /// reset() and at the end of the simulation.
  virtual Status end() = 0;
};

/// List of the parts of a simulation: objects for optional tasks, such as saving fields to files.
/// The list owns them.
class Parts {
public:
  /// Creates an empty list. Each part that is added also becomes an event of `timeline`, which
  /// calls it after certain time steps of a run.
  explicit Parts(Timeline &timeline) : timeline(timeline) {}

  void add(std::unique_ptr<Part> part) {
    timeline.add(*part);
    all.push_back(std::move(part));
  }
  /// Returns the part whose function kind() returns `kind`, which identifies its class, or null if
  /// there is none.
  Part *find(const void *kind) const {
    for (const std::unique_ptr<Part> &part : all)
      if (part->kind() == kind)
        return part.get();
    return nullptr;
  }
  /// Completes the work that all parts of the simulation have begun, such as writing files. If a
  /// part fails, returns its error and does not complete the parts after it.
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
