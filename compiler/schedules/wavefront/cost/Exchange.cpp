/// \file Estimates how much data the threads of a wavefront kernel exchange, by shuffles and
/// through shared memory, to update a cell.
#include "schedules/wavefront/cost/Exchange.h"
#include "plan/cost/Column.h"

namespace stencilc::schedules {

using namespace plan;

/// Number of accesses to shared memory for each cell of a ring buffer (planes loaded from memory):
/// one store when the cell is loaded, and two loads.
static constexpr double kRingAccesses = 3;

/// Adds to `sum` the rows, shuffle instructions and bytes that threads exchange of the updated
/// field `field`, per updated cell. `reach` has the largest offsets on each side at which updates
/// read cells of other threads.
static void addUpdated(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
                       ir::FieldId field, const Reach &reach) {
  const WavefrontOptions &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const double bytes = bytesOf(facts.program.fields[field].storage);
  const double rows = plan.isWhole && isSpace && facts.footprint.readsDiagonals(field)
                          ? double(plan.rows + reach.low[1] + reach.high[1]) / plan.rows
                          : 1;
  sum.sideRows += reach.low[1] + reach.high[1];
  const int margins = reach.low[0] + reach.high[0];
  if (isSpace && plan.isWhole && reach.low[0] % plan.cells == 0 &&
      reach.high[0] % plan.cells == 0) // whole pieces, from shared memory
    sum.shared += rows * margins * bytes / plan.cells;
  else
    sum.shuffles += rows * margins * wordsOf(facts.program.fields[field].storage) / plan.cells;
  sum.shared += kRingAccesses * bytes / plan.steps;
  if (isSpace)
    sum.shared += plan.isWhole ? bytes * (rows + 1)
                               : bytes * 2.0 * (reach.low[1] + reach.high[1]) / plan.rows;
}

/// Adds to `sum` the loads of `field` from shared memory, per updated cell. No update changes
/// `field`. A thread keeps its rows of a plane in registers for all time steps, or each time step
/// loads them again.
static void addConstant(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
                        ir::FieldId field) {
  const WavefrontOptions &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const Reach reach = facts.footprint.reachOf(field);
  const double bytes = bytesOf(facts.program.fields[field].storage);
  const double beside = isSpace ? reach.low[1] + reach.high[1] : 0;
  const double rows =
      isSpace && !plan.isWhole ? 1 + beside / plan.rows + 1.0 / plan.steps : 1 + beside;
  sum.shared += bytes * rows;
  sum.shuffles += double(reach.low[0] + reach.high[0]) *
                  wordsOf(facts.program.fields[field].storage) / plan.cells;
  sum.moreRows += rows;
}

Exchange exchangeOf(const analysis::Facts &facts, const WavefrontShape &shape) {
  Exchange sum;
  for (const auto &[field, reach] : shape.skew->cross)
    addUpdated(sum, facts, shape, field, reach);
  for (const Ring &ring : shape.loads.rings)
    if (!shape.skew->arrival.count(ring.field))
      addConstant(sum, facts, shape, ring.field);
  return sum;
}

} // namespace stencilc::schedules
