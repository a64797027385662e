/// \file Instructions of a wavefront beside arithmetic and shuffles: what nvcc makes of its loops.
#include "schedules/wavefront/Instructions.h"
#include "schedules/wavefront/HeldValues.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr double kPlaneInstructions = 16; // once per row and sweep: from memory and back
constexpr double kStripInstructions = 4;  // with one axis, where nothing is exchanged
constexpr double kFieldRows = 1.2;        // rows of fields that never change, against others
constexpr double kFixedInstructions = 2;  // per cell, for each row of fields that never change
constexpr double kInstructionsPerCell = 0.5;
// With two axes, once per row and sweep: the sweep itself, a field that is stored, an older level
// of it beside; then for a time step, and for each row that it reads straight from memory.
constexpr double kSweepInstructions = 30, kStoredInstructions = 53, kLevelInstructions = 40;
constexpr double kStepInstructions = 1.5, kDirectInstructions = 7;
// With three axes, where rows at the edges of warps are exchanged: for a row of a thread, of each
// field that is stored; for each row of fields that never change, and per cell of it.
constexpr double kEdgeRowInstructions = 5;
constexpr double kConstantRowInstructions = 6, kConstantInstructions = 0.5;

/// Where whole planes are exchanged, beside arithmetic and shuffles, counted in 51 compiled loops
/// of stars and boxes, one to three steps, one and two fields (3% off in the median, 19% at most).
struct PlaneInstructions {
  double row = 0;      // of a thread and time step
  double sweepRow = 0; // of a thread and field, from memory and back
  double plane = 0;    // of a sweep
  double sideRow = 0;  // of a time step: for each row of other threads that is read
};
constexpr PlaneInstructions kStarPlanes = {.row = 2.5, .sweepRow = 31, .plane = 62, .sideRow = 4};
constexpr PlaneInstructions kBoxPlanes = {.row = 3.3, .sweepRow = 25, .plane = 90, .sideRow = 0};

/// Fields that the kernel stores.
int updatedFields(const analysis::Facts &facts, const WavefrontShape &shape) {
  return static_cast<int>(llvm::count_if(shape.skew.arrival, [&](const auto &updated) {
    return !facts.dependence.locals.count(updated.first);
  }));
}

/// Instructions of a thread for a row and time step with three axes.
double rowInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                       const Exchange &exchange) {
  const FusedPlan &plan = shape.plan;
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
  const FusedPlan &plan = shape.plan;
  const double fixed = kFixedInstructions * exchange.moreRows;
  if (facts.program.rank() == 2) {
    double sweep = kSweepInstructions;
    for (const auto &[field, arrival] : shape.skew.arrival)
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
