/// \file Registers a thread of a wavefront needs: an estimate, fitted to what nvcc takes.
#include "plan/Column.h"
#include "schedules/wavefront/HeldValues.h"
#include "schedules/wavefront/Repeats.h"
#include "schedules/wavefront/Shape.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {
/// Registers beside the values that wait: addresses, loop counters, uniforms, rows being worked on.
constexpr int kBaseRegisters = 58, kFreeBaseRegisters = 40;
/// Registers of each time step that asks for the weights of points: two steps of a star of radius 2
/// in f64, estimated at 168 without, take all 255, and three (240) spill 912 bytes.
constexpr int kPointRegisters = 30;
/// With two axes in f32, for each time step of smaller boxes.
constexpr int kBoxRegisters = 6;
/// For each row and each word beyond two a time step that waits, of boxes in f32 whose planes are
/// exchanged whole, by several steps: one of four coefficients spills 600 bytes of four rows, which
/// took 1.1 times as long as a sweep. Single steps of 125 points take 96 registers with three rows
/// and 128 with four: none more.
constexpr int kBoxSumRegisters = 3, kFewBoxSums = 2;
/// For each time step after the second of such boxes: so many a row, but for some. Of 19 points
/// three steps of four rows spill 32 bytes near faces with 168 registers, where 150 were foreseen,
/// three rows 16 bytes with 128, where it were 126.
constexpr int kLaterRowRegisters = 16, kLaterFreeRegisters = 40;
/// With two axes, for each time step that divides constants by roots: numbers on the way to them.
constexpr int kRootRegisters = 10, kDoubleRootRegisters = 18;
/// Per cell and time step, where rows of frozen planes are kept for all time steps.
constexpr double kHeldRegisters = 2.7;
/// For each row of a thread, where faces repeat updated cells: they are put a second time. Not
/// where whole planes are exchanged and faces of the swept axis alone do: compiled boxes of 27
/// points take as many as without, and their inner loops do not know of such faces. Nor where cells
/// beyond repeat the one at the face alone: tiles inside were compiled to as many registers.
constexpr int kRepeatRegisters = 18;
/// With two axes, for each time step after the first, where updates read whole boxes of more than
/// two cells to each side: compilers hold products of several rows.
constexpr int kWideBoxRegisters = 24, kWideBox = 2;
/// Values of an update that wait at once beyond so many are held for each cell, row and time step:
/// what the parts of an update have in common is computed once. Of the library only `tricubic` has
/// more, 16, and spills 3444 bytes with two steps of three rows.
constexpr int kFewValues = 9;
constexpr int kStarRegisters = 12, kPieceRegisters = 15; // more, of single stages without diagonals

/// Words of a cell that wait from step to step of the sweep.
int waitingWords(const ir::Program &program, const WavefrontShape &shape) {
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
  return words;
}

/// Registers of values that many parts of an update share.
int sharedRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  int values = 0;
  for (const analysis::KernelCost &kernel : facts.cost.kernels)
    values = std::max(values, kernel.temporaries - kFewValues);
  return values * wordsOf(facts.program.compute) * shape.plan.cells * shape.plan.rows *
         shape.plan.steps;
}

/// Whether rows are finished apart: single stages that exchange planes.
bool isRowwise(const WavefrontShape &shape) {
  return shape.plan.isWhole && shape.skew.stages.size() == 1;
}

/// Words of a field's row being worked on: the own one with margins, and those beside it, which
/// slide along; or, in single stages that exchange planes, updates of the rows beside it.
int rowWords(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field,
             const Reach &reach) {
  const ir::Program &program = facts.program;
  const int cells = shape.plan.cells, margins = reach.low[0] + reach.high[0];
  const int beside = program.rank() == 3 ? reach.low[1] + reach.high[1] : 0;
  const bool isBox = facts.footprint.readsDiagonals(field);
  int held = beside * cells + (beside ? (beside + 1) * cells : 0);
  if (isRowwise(shape))
    held = isBox ? beside * cells : 0;
  else if (shape.plan.isWhole)
    held = beside * (cells + (isBox ? margins : 0));
  const int words = (margins + cells + held) * wordsOf(program.fields[field].storage);
  if (!isRowwise(shape) || isBox)
    return words;
  // Measured: stars, whose parts finish rows apart, take more.
  const int steps = shape.plan.steps;
  if (program.compute == ir::ScalarType::F64)
    return words + kStarRegisters * steps + (reach.low[0] % cells ? 0 : kPieceRegisters);
  return words + 2 * kStarRegisters * (steps > 1);
}

/// Where rows are exchanged: registers of frozen planes that all time steps keep.
int frozenRowRegisters(const ir::Program &program, const WavefrontShape &shape) {
  int registers = 0;
  for (const Ring &ring : shape.rings)
    if (!shape.skew.arrival.count(ring.field))
      registers += static_cast<int>(kHeldRegisters * shape.plan.steps * shape.plan.cells *
                                    shape.plan.rows * wordsOf(program.fields[ring.field].storage));
  return registers;
}

/// What compilers hold of boxes beside that.
int boxRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const FusedPlan &plan = shape.plan;
  if (program.rank() == 2 && facts.footprint.widestBox() > kWideBox)
    return kWideBoxRegisters * (plan.steps - 1);
  if (program.compute == ir::ScalarType::F64 || !facts.footprint.readsDiagonals())
    return 0;
  if (program.rank() == 2)
    return kBoxRegisters * plan.steps;
  if (!plan.isWhole || plan.steps == 1)
    return 0;
  const int sums = waitingWords(program, shape) - kFewBoxSums * plan.steps;
  const int later = std::max(0, kLaterRowRegisters * plan.rows - kLaterFreeRegisters);
  return kBoxSumRegisters * plan.rows * std::max(0, sums) + later * std::max(0, plan.steps - 2);
}

} // namespace

int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const bool isSpace = program.rank() == 3;
  int registers = waitingWords(program, shape) * shape.plan.cells * shape.plan.rows;
  // Rows of fields are worked on one after the other where those at the edges of warps are
  // exchanged: two fields in f64 (grayscott3d, three steps) take 208 registers, not 255.
  int all = 0, most = 0;
  for (const auto &[field, reach] : shape.skew.cross) {
    const int words = rowWords(facts, shape, field, reach);
    all += words;
    most = std::max(most, words);
  }
  registers += isSpace && !shape.plan.isWhole ? most : all;
  if (isSpace && !shape.plan.isWhole)
    registers += frozenRowRegisters(program, shape);
  if (isSpace && (!repeatsOutermost(facts, 0) || !repeatsOutermost(facts, 1) ||
                  (!repeatsOutermost(facts, 2) && !shape.plan.isWhole)))
    registers += kRepeatRegisters * shape.plan.rows;
  registers += boxRegisters(facts, shape);
  if (llvm::any_of(facts.cost.kernels, [](const auto &kernel) { return kernel.points > 0; }))
    registers += kPointRegisters * shape.plan.steps;
  const bool isDouble = program.compute == ir::ScalarType::F64;
  if (program.rank() == 2 && facts.cost.operations.perRoot)
    registers += (isDouble ? kDoubleRootRegisters : kRootRegisters) * shape.plan.steps;
  registers += sharedRegisters(facts, shape) + heldRegisters(facts, shape);
  const bool isFree = shape.plan.isWhole || program.rank() == 2; // no rows at edges to address
  return registers +
         (isFree && !(isRowwise(shape) && isDouble) ? kFreeBaseRegisters : kBaseRegisters);
}

} // namespace stencilc::schedules
