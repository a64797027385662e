/// \file Times at which threads of a wavefront can read cells of updated fields.
#pragma once

#include "analysis/Facts.h"
#include "schedules/wavefront/skew/EarliestTimes.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include <map>
#include <set>

namespace stencilc::schedules {

/// Lag of a wavefront and arrivals of its fields. The lag is the number of planes by which a time
/// step trails the one before. The arrival of a field is n if its plane p, at the time level from
/// which the time step begins, is complete in step p + n of the sweep.
struct Arrivals {
  int lag = 0;
  std::map<ir::FieldId, int> at; // for each updated field

  bool operator==(const Arrivals &) const = default;
};

/// Rules that give the first step of the sweep in which a thread can read a cell of an updated
/// field. They follow from the arrivals of the fields, the exchange between threads, and mirror and
/// copy faces.
class ReadTimes {
public:
  /// Creates the rules for the program of `facts`. Keeps a reference to `facts`, which must outlive
  /// this object. `neighbours` has the numbers of steps of the sweep after which threads can read
  /// new cells.
  ReadTimes(const analysis::Facts &facts, Neighbours neighbours);

  /// Returns the first time at which a thread can read the cell of `read`, or kAnyTime if no update
  /// changes its field.
  int timeOf(const ir::Read &read, const Arrivals &arrivals) const;
  /// Returns the first time at which a thread can make `read`. `arrival` is the time at which the
  /// updated plane of the field is complete at the time level of `read`. A plane beyond a mirror or
  /// copy face can be read when the plane whose values it repeats can be read. If a replay (steps
  /// executed again, see whenReplayed()) corrects the values later, the result is without this
  /// wait.
  int timeAfter(const ir::Read &read, int arrival) const;
  /// Returns the first time at which the replay for `read` can run, or kAnyTime if `read` needs
  /// none. At a low mirror or copy face, steps of the sweep run before the planes that give the
  /// ghost values are loaded. A replay executes these steps again afterwards. `arrival` is the time
  /// at which the updated plane is complete at the time level of `read`.
  int whenReplayed(const ir::Read &read, int arrival) const;

private:
  /// Returns the number of steps of the sweep after which a thread can read the new cell of `read`.
  int delayOf(const ir::Read &read) const;

  const analysis::Facts &facts;
  const int along; // the swept axis
  const Neighbours neighbours;
  std::set<ir::FieldId> replayed; // fields whose reads beyond the low face need a replay
};

} // namespace stencilc::schedules
