/// \file Estimates the registers of a thread of a wavefront kernel.
///
/// The constants are fitted to the registers that nvcc uses for wavefront kernels.
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/cost/HeldValues.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Shape.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {
/// Registers of a thread for addresses, loop counters, scalars and rows being updated.
/// kFreeBaseRegisters is for kernels with two axes or with an exchange of whole planes, except for
/// f64 kernels of one stage that exchange whole planes. kBaseRegisters is for all others.
constexpr int kBaseRegisters = 58, kFreeBaseRegisters = 40;
/// Registers of a thread for each fused time step, if the program has points (sources or receivers
/// between cells) with weights. With this number, the estimate for a star of radius 2 in f64 is 228
/// for two steps, which take all 255 registers, and 330 for three, which spill.
constexpr int kPointRegisters = 30;
/// Registers of a thread for each time step of a box stencil, with two axes in f32.
constexpr int kBoxRegisters = 6;
/// Coefficients of the registers for partial sums of box stencils in f32 whose fused time steps
/// exchange whole planes through shared memory. A thread needs kBoxSumRegisters for each of its
/// rows and each word of sums beyond kFewBoxSums words per time step. Single time steps need none.
constexpr int kBoxSumRegisters = 3, kFewBoxSums = 2;
/// Coefficients of the registers for each fused time step after the second, for box stencils in f32
/// that exchange whole planes through shared memory. The number of registers is max(0,
/// kLaterRowRegisters * rows of a thread - kLaterFreeRegisters). Fitted to kernels of 19 points
/// with three steps and three or four rows.
constexpr int kLaterRowRegisters = 16, kLaterFreeRegisters = 40;
/// Registers of a thread for each fused time step, with two axes, if updates divide constants by
/// roots. kRootRegisters is for f32, kDoubleRootRegisters for f64.
constexpr int kRootRegisters = 10, kDoubleRootRegisters = 18;
/// Registers of a thread for each cell of its rows, each 32-bit word and each time step, if it
/// keeps rows of fields that never change for all time steps.
constexpr double kHeldRegisters = 2.7;
/// Registers for each row of a thread, with three axes, if new cells are also stored in ghost
/// cells. None are needed if each ghost cell has the value of the cell at the face. None are needed
/// either if whole planes are exchanged and only faces of the swept axis are mirror or copy faces.
constexpr int kRepeatRegisters = 18;
/// Registers of a thread for each time step after the first, with two axes, for full boxes that
/// reach more than kWideBox cells to each side. The compiler keeps products of several rows in
/// them.
constexpr int kWideBoxRegisters = 24, kWideBox = 2;
/// Number of values of an update that may be in use at the same time without additional registers.
/// The compiler keeps each further value in registers for every cell, row and time step. In the
/// library of programs only `tricubic` has more (16).
constexpr int kFewValues = 9;
/// Additional registers of a thread for stars in kernels of one stage (update statement) that
/// exchange whole planes through shared memory. In f64 a thread needs kStarRegisters for each time
/// step. It also needs kPieceRegisters once, if the largest offset along x is a multiple of the
/// cells per thread. In f32 it needs 2 * kStarRegisters once, if several time steps are fused.
constexpr int kStarRegisters = 12, kPieceRegisters = 15;

/// Returns true if the update of `field` reads no updated field except `field` itself, at the own
/// cell. An example is a source that decays.
bool readsOnlyItself(const analysis::Facts &facts, ir::FieldId field) {
  const ir::Program &program = facts.program;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[read, level] : footprint.fieldLevels)
      if (program.stages[stage].target == field && ir::isUpdated(program, read.field) &&
          (read.field != field || read.level != 0 || !level.reach.isZero()))
        return false;
  return true;
}

/// Returns true if new values of `field` take the registers of the old ones: kernels that exchange
/// rows at the edges of warps update row by row. Measured with nvcc 13: 219 registers for heat with
/// a source that decays, f64, four steps and three rows. The estimate is 242.
bool replacesItself(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field) {
  return facts.program.rank() == 3 && !shape.plan.isWhole && readsOnlyItself(facts, field);
}

/// Returns the number of 32-bit words, per cell of a thread, of planes and partial sums that stay
/// in registers from one step of the sweep to the next. It is a sum over the fused time steps.
int waitingWords(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const int steps = shape.plan.steps;
  const TimeSkew &skew = *shape.skew;
  int words = 0;
  const int own = shape.plan.isWhole ? 1 : 0; // planes of age 1 are in shared memory
  for (const auto &[field, age] : skew.ages)
    words += std::max(0, age - own) * (steps - 1) * wordsOf(program.fields[field].storage);
  words += skew.reads.sumWords * steps;
  if (skew.stages.size() > 1) // old cells are still read when the new ones exist
    for (const auto &[field, age] : skew.ages)
      if (!replacesItself(facts, shape, field))
        words += steps * wordsOf(program.fields[field].storage);
  return words;
}

/// Returns the predicted registers of a thread for the intermediate values of an update that are in
/// use at the same time, for all its cells, rows and fused time steps. The first kFewValues values
/// do not count.
int sharedRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  int values = 0;
  for (const analysis::KernelCost &kernel : facts.cost.kernels)
    values = std::max(values, kernel.temporaries - kFewValues);
  return values * wordsOf(facts.program.compute) * shape.plan.cells * shape.plan.rows *
         shape.plan.steps;
}

/// Returns true if updates are split by the rows that they read: each loaded row is added at once
/// to the partial sums of all updates that read it. Kernels of a single stage (update statement)
/// are split in this way if threads exchange whole planes through shared memory.
bool isRowwise(const WavefrontShape &shape) {
  return shape.plan.isWhole && shape.skew->stages.size() == 1;
}

/// Returns the number of 32-bit registers that a thread needs for rows of `field` while it updates
/// a row. `reach` has the largest offsets of reads on each side. The registers contain the row with
/// the cells left and right of it, and neighbouring rows. If each loaded row is added at once to
/// the partial sums of all updates that read it, these sums take the place of neighbouring rows.
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
  // Measured: stars, whose parts complete rows at different times, take more.
  const int steps = shape.plan.steps;
  if (program.compute == ir::ScalarType::F64)
    return words + kStarRegisters * steps + (reach.low[0] % cells ? 0 : kPieceRegisters);
  return words + 2 * kStarRegisters * (steps > 1);
}

/// Returns the predicted registers of a thread for rows of fields that never change, if it keeps
/// them for all time steps. Kernels keep them if threads exchange rows at the edges of warps.
int heldRowRegisters(const ir::Program &program, const WavefrontShape &shape) {
  int registers = 0;
  for (const Ring &ring : shape.loads.rings)
    if (!shape.skew->arrival.count(ring.field))
      registers += static_cast<int>(kHeldRegisters * shape.plan.steps * shape.plan.cells *
                                    shape.plan.rows * wordsOf(program.fields[ring.field].storage));
  return registers;
}

/// Returns the predicted registers of a thread that box stencils need in addition to those for
/// partial sums and rows. Returns 0 for other stencils.
int boxRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const WavefrontOptions &plan = shape.plan;
  if (program.rank() == 2 && facts.footprint.widestBox() > kWideBox)
    return kWideBoxRegisters * (plan.steps - 1);
  if (program.compute == ir::ScalarType::F64 || !facts.footprint.readsDiagonals())
    return 0;
  if (program.rank() == 2)
    return kBoxRegisters * plan.steps;
  if (!plan.isWhole || plan.steps == 1)
    return 0;
  const int sums = waitingWords(facts, shape) - kFewBoxSums * plan.steps;
  const int later = std::max(0, kLaterRowRegisters * plan.rows - kLaterFreeRegisters);
  return kBoxSumRegisters * plan.rows * std::max(0, sums) + later * std::max(0, plan.steps - 2);
}

} // namespace

int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const bool isSpace = program.rank() == 3;
  int registers = waitingWords(facts, shape) * shape.plan.cells * shape.plan.rows;
  // If rows at the edges of warps are exchanged, the rows of one field are updated after those of
  // another. Two fields in f64 (grayscott3d, three steps) take 208 registers, not 255.
  int all = 0, most = 0;
  for (const auto &[field, reach] : shape.skew->cross) {
    const int words = rowWords(facts, shape, field, reach);
    all += words;
    most = std::max(most, words);
  }
  registers += isSpace && !shape.plan.isWhole ? most : all;
  if (isSpace && !shape.plan.isWhole)
    registers += heldRowRegisters(program, shape);
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
  const bool isFree = shape.plan.isWhole || program.rank() == 2; // no addresses of rows at edges
  return registers +
         (isFree && !(isRowwise(shape) && isDouble) ? kFreeBaseRegisters : kBaseRegisters);
}

} // namespace stencilc::schedules
