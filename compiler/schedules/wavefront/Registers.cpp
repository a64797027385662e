/// \file Registers a thread of a wavefront needs: an estimate, fitted to what nvcc takes.
#include "plan/Column.h"
#include "schedules/wavefront/Repeats.h"
#include "schedules/wavefront/Shape.h"
#include <algorithm>

namespace stencilc::plan {

namespace {
/// Registers beside the values that wait: addresses, loop counters, uniforms, rows being worked on.
constexpr int kBaseRegisters = 58, kFreeBaseRegisters = 40;
/// Per cell and time step, where rows of frozen planes are kept for all time steps.
constexpr double kHeldRegisters = 2.7;
/// For each row of a thread, where faces repeat updated cells: they are put a second time.
constexpr int kRepeatRegisters = 18;
/// With two axes, for each time step after the first, where updates read whole boxes of more than
/// two cells to each side: compilers hold products of several rows.
constexpr int kWideBoxRegisters = 24, kWideBox = 2;
constexpr int kStarRegisters = 12, kPieceRegisters = 15; // more, of single stages without diagonals

/// Whether an update reads all cells of a wide box.
bool readsWideBox(const analysis::Facts &facts) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      if (read.shape == analysis::ShapeName::Box && read.reach.low[0] > kWideBox)
        return true;
  return false;
}

} // namespace

int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const int steps = shape.plan.steps;
  const TimeSkew &skew = shape.skew;
  int words = 0;
  const int own = shape.plan.isWhole ? 1 : 0; // planes of age 1 are in shared memory
  for (const auto &[field, age] : skew.ages)
    words += std::max(0, age - own) * (steps - 1) * wordsOf(program.fields[field].storage);
  for (const StageSkew &stage : skew.stages)
    for (const Waiting &value : stage.waiting)
      words += value.depth * steps * wordsOf(program[value.value].type);
  if (skew.stages.size() > 1) // old cells are still read when the new ones are there
    for (const auto &[field, age] : skew.ages)
      words += steps * wordsOf(program.fields[field].storage);
  words *= shape.plan.cells * shape.plan.rows;
  // Rows being worked on: the own one with margins, and those beside it, which slide along; or,
  // in single stages that exchange planes, updates of the rows beside it.
  const bool isDouble = program.compute == ir::ScalarType::F64;
  const bool isRowwise = shape.plan.isWhole && skew.stages.size() == 1;
  int row = 0;
  for (const auto &[field, reach] : skew.cross) {
    const int margins = reach.low[0] + reach.high[0];
    const int beside = program.rank() == 3 ? reach.low[1] + reach.high[1] : 0;
    const int cells = shape.plan.cells;
    const bool isBox = shape.readsDiagonals(facts, field);
    const int held = isRowwise            ? (isBox ? beside * cells : 0)
                     : shape.plan.isWhole ? beside * (cells + (isBox ? margins : 0))
                                          : beside * cells + (beside ? (beside + 1) * cells : 0);
    row += (margins + cells + held) * wordsOf(program.fields[field].storage);
    if (isRowwise && !isBox) // measured: stars, whose parts finish rows apart, take more
      row += isDouble ? kStarRegisters * steps + (reach.low[0] % cells ? 0 : kPieceRegisters)
                      : 2 * kStarRegisters * (steps > 1);
  }
  if (program.rank() == 3 && !shape.plan.isWhole)
    for (const Ring &ring : shape.rings)
      if (!skew.arrival.count(ring.field))
        row += static_cast<int>(kHeldRegisters * steps * shape.plan.cells * shape.plan.rows *
                                wordsOf(program.fields[ring.field].storage));
  if (program.rank() == 3 &&
      (repeatsAlong(facts, 0) || repeatsAlong(facts, 1) || repeatsAlong(facts, 2)))
    row += kRepeatRegisters * shape.plan.rows;
  if (program.rank() == 2 && readsWideBox(facts))
    row += kWideBoxRegisters * (steps - 1);
  const bool isFree = shape.plan.isWhole || program.rank() == 2; // no rows at edges to address
  return (isFree && !(isRowwise && isDouble) ? kFreeBaseRegisters : kBaseRegisters) + words + row;
}

} // namespace stencilc::plan
