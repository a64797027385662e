/// \file What threads of a wavefront exchange: neighbours along rows by shuffles, other rows and
/// what memory brings through shared memory.
#include "schedules/wavefront/Exchange.h"
#include "plan/Column.h"

namespace stencilc::schedules {

using namespace plan;

/// Accesses of a cell that memory brings: its arrival, and two loads.
static constexpr double kRingAccesses = 3;

/// Adds planes of `field`, which is updated and of which others read `reach`.
static void addUpdated(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
                       ir::FieldId field, const Reach &reach) {
  const FusedPlan &plan = shape.plan;
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

/// Adds planes of a field that never changes. A thread keeps the rows of a plane for all time
/// steps, or each of these reads them anew.
static void addConstant(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
                        ir::FieldId field) {
  const FusedPlan &plan = shape.plan;
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
  for (const auto &[field, reach] : shape.skew.cross)
    addUpdated(sum, facts, shape, field, reach);
  for (const Ring &ring : shape.rings)
    if (!shape.skew.arrival.count(ring.field))
      addConstant(sum, facts, shape, ring.field);
  return sum;
}

} // namespace stencilc::schedules
