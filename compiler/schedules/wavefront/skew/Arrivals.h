/// \file Finds the lag of a wavefront, and the arrivals of its fields.
#pragma once

#include "schedules/wavefront/skew/ReadTimes.h"
#include <optional>

namespace stencilc::schedules {

/// Search for the smallest lag of a wavefront (planes by which a time step trails the one before)
/// and for arrivals of its fields with this lag. Every program has one: each stage (update
/// statement) can compute a plane late enough, because stages of a time step read only results of
/// earlier ones.
class ArrivalSearch {
public:
  /// Keeps references to all arguments, which must outlive this object. `earliest` lists the
  /// expressions of `program`, and `reads` has the times at which cells can be read.
  ArrivalSearch(const ir::Program &program, EarliestTimes &earliest, const ReadTimes &reads)
      : program(program), earliest(earliest), reads(reads) {}

  /// Returns the smallest lag, with the only arrivals that it permits if every stage completes its
  /// planes as early as possible. Returns `nullopt` if some field would be earlier in every time
  /// step, because no other field makes it wait. A field that other fields only read is an example.
  std::optional<Arrivals> tight();
  /// Returns the smallest lag, with the earliest arrivals from 0 on that it permits.
  Arrivals leastLag();

private:
  using Times = std::map<ir::FieldId, int>;

  Arrivals atOnce() const;
  bool raise(Arrivals &arrivals);
  int earliestOut(ir::StageId stage, const Arrivals &arrivals, const Times &fresh);
  int dueTime(ir::StageId stage, const Arrivals &arrivals) const {
    return arrivals.at.at(program.stages[stage].target) + arrivals.lag;
  }

  const ir::Program &program;
  EarliestTimes &earliest;
  const ReadTimes &reads;
};

} // namespace stencilc::schedules
