/// \file Finds the smallest lag of a wavefront, and arrivals of its fields (struct Arrivals).
#pragma once

#include "schedules/wavefront/skew/ReadTimes.h"
#include <optional>

namespace stencilc::schedules {

/// Search for the smallest lag of a wavefront (planes by which a time step trails the one before)
/// and for arrivals of its fields with this lag. The search always succeeds. Stages (update
/// statements) of a time step read only results of earlier stages, so a large enough lag gives each
/// stage the planes that it reads.
class ArrivalSearch {
public:
  /// Keeps references to all arguments, which must outlive this object. `earliest` lists the
  /// expressions of `program`, and `reads` has the times at which cells can be read.
  ArrivalSearch(const ir::Program &program, EarliestTimes &earliest, const ReadTimes &reads)
      : program(program), earliest(earliest), reads(reads) {}

  /// Returns the smallest lag, and the arrivals with which every stage completes its planes as
  /// early as possible. Returns `nullopt` if some arrival has no lower limit, because no other
  /// field makes that field wait. A field that other fields only read is an example.
  std::optional<Arrivals> tight();
  /// Returns the smallest lag, and the earliest arrivals that it permits. No arrival is negative.
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
