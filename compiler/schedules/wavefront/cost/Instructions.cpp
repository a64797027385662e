/// \file Counts the instructions of a wavefront kernel other than arithmetic and shuffles.
#include "schedules/wavefront/cost/Instructions.h"
#include "schedules/wavefront/cost/HeldValues.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Instructions of a thread other than arithmetic and shuffles. The comments name the unit to which
/// each number refers.
constexpr double kPlaneInstructions = 16;    // per row and sweep: load and store
constexpr double kStripInstructions = 4;     // per row, with one axis, where nothing is exchanged
constexpr double kFieldRows = 1.2;           // cost of rows of constant fields, relative to others
constexpr double kFixedInstructions = 2;     // per cell, for each row of fields that never change
constexpr double kInstructionsPerCell = 0.5; // per cell
/// Instructions with two axes. kSweepInstructions is for each row and sweep. kStoredInstructions is
/// for each field that a row stores, and kLevelInstructions for each older time level of it.
/// kStepInstructions is for each row and time step. kDirectInstructions is for each row that a time
/// step loads directly from global memory.
constexpr double kSweepInstructions = 30, kStoredInstructions = 53, kLevelInstructions = 40;
constexpr double kStepInstructions = 1.5, kDirectInstructions = 7;
/// Instructions with three axes, if threads exchange rows at the edges of warps.
/// kEdgeRowInstructions is for each row of a thread and field that it stores.
/// kConstantRowInstructions is for each row of fields that never change, and kConstantInstructions
/// for each cell of such a row.
constexpr double kEdgeRowInstructions = 5;
constexpr double kConstantRowInstructions = 6, kConstantInstructions = 0.5;

/// Instructions, other than arithmetic and shuffles, of kernels in which threads exchange whole
/// planes through shared memory. Counted in 51 compiled loops of stars and boxes, one to three
/// steps, one and two fields (median error 3%, at most 19%).
struct PlaneInstructions {
  double row = 0;      // per row of a thread and time step
  double sweepRow = 0; // per row of a thread and field, once per sweep: load and store
  double plane = 0;    // per plane, once per sweep
  double sideRow = 0;  // per time step, for each row of other threads that is read
};
constexpr PlaneInstructions kStarPlanes = {.row = 2.5, .sweepRow = 31, .plane = 62, .sideRow = 4};
constexpr PlaneInstructions kBoxPlanes = {.row = 3.3, .sweepRow = 25, .plane = 90, .sideRow = 0};

/// Returns the number of fields whose new cells the kernel writes to global memory.
int updatedFields(const analysis::Facts &facts, const WavefrontShape &shape) {
  return static_cast<int>(llvm::count_if(shape.skew->arrival, [&](const auto &updated) {
    return !facts.dependence.locals.count(updated.first);
  }));
}

/// Returns the predicted instructions, other than arithmetic and shuffles, that a thread executes
/// to update one of its rows in one time step, with three axes. `exchange` has the amount of data
/// that threads exchange.
double rowInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                       const Exchange &exchange) {
  const WavefrontOptions &plan = shape.plan;
  const double fields = updatedFields(facts, shape);
  if (!plan.isWhole)
    return fields * (kEdgeRowInstructions + kPlaneInstructions / plan.steps) +
           kInstructionsPerCell * plan.cells;
  const PlaneInstructions &each = facts.footprint.readsDiagonals() ? kBoxPlanes : kStarPlanes;
  return each.row + each.sideRow * exchange.sideRows / plan.rows +
         (each.sweepRow * fields + each.plane / plan.rows) / plan.steps;
}

} // namespace

double overheadInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                            const Exchange &exchange) {
  const WavefrontOptions &plan = shape.plan;
  const double fixed = kFixedInstructions * exchange.moreRows;
  if (facts.program.rank() == 2) {
    double sweep = kSweepInstructions;
    for (const auto &[field, arrival] : shape.skew->arrival)
      if (!facts.dependence.locals.count(field))
        sweep +=
            kStoredInstructions +
            kLevelInstructions * (std::min(facts.program.fields[field].levels, plan.steps) - 1);
    const double step = kStepInstructions + kStripInstructions * kFieldRows * exchange.moreRows +
                        kDirectInstructions * double(directFields(facts, shape).size());
    return (sweep / plan.steps + step) / plan.cells + fixed;
  }
  if (facts.program.rank() == 1)
    return kStripInstructions * (1 + kFieldRows * exchange.moreRows) / plan.cells +
           kInstructionsPerCell + fixed + kPlaneInstructions / plan.cells / plan.steps;
  const double rows = rowInstructions(facts, shape, exchange);
  return (rows + kConstantRowInstructions * exchange.moreRows) / plan.cells +
         kConstantInstructions * exchange.moreRows;
}

} // namespace stencilc::schedules
