/// \file What an update of a wavefront moves, executes and waits for.
#include "schedules/wavefront/Traffic.h"
#include "plan/Column.h"
#include "plan/Points.h"
#include "plan/Quotients.h"
#include "schedules/wavefront/HeldValues.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

// Instructions, counted in compiled kernels.
constexpr double kPlaneInstructions = 16; // once per row and sweep: from memory and back
constexpr double kStripInstructions = 4;  // with one axis, where nothing is exchanged
constexpr double kFieldRows = 1.2;        // rows of fields that never change, against others
constexpr double kFixedInstructions = 2;  // per cell, for each row of fields that never change
constexpr double kInstructionsPerCell = 0.5;
// With three axes: for a row of a thread, beside arithmetic, where whole planes are exchanged
// (addresses, moves), and of each field that is stored, where rows at the edges of warps are; for
// each row of fields that never change, and per cell of it.
constexpr double kRowInstructions = 10, kEdgeRowInstructions = 5;
constexpr double kConstantRowInstructions = 6, kConstantInstructions = 0.5;
// With two axes, once per row and sweep: the sweep itself, a field that is stored, an older level
// of it beside; then for a time step, and for each row that it reads straight from memory.
constexpr double kSweepInstructions = 30, kStoredInstructions = 53, kLevelInstructions = 40;
constexpr double kStepInstructions = 1.5, kDirectInstructions = 7;
constexpr double kShuffleBytes = 4; // of a lane and word, through the pipe of shared memory
constexpr double kRingAccesses = 3; // of a cell that memory brings: its arrival, and two loads
/// What other warps do not fill of the time that quotients take one after the other: they fill
/// most, but where a block waits for all of its own with every plane.
constexpr double kSeenByWarps = 0.25;
constexpr int kSpareRegisters = 15; // that compilers cannot use without spilling
constexpr int kMostWarps = 16;      // of a block; fewer fill fewer issue slots
/// Registers more that spill of wide stars in the plane once any do: of six steps of radius 2 in
/// f32 none does in the loop of tiles inside, of seven, estimated at 13 too many, 44 do, and on an
/// H200 they take twice as long. Two fields of radius 1, at 7 too many, spill none.
constexpr int kStarSpills = 20;

/// What threads exchange for an update, and rows beside their own that they read for one.
struct Exchange {
  double mostRows = 1; // of planes that are updated
  double moreRows = 0; // of fields that never change
  double shuffles = 0; // instructions of 4 bytes per lane
  double shared = 0;   // bytes
};

/// Adds planes of `field`, which is updated and of which others read `reach`.
void addUpdated(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
                ir::FieldId field, const Reach &reach) {
  const FusedPlan &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const double bytes = bytesOf(facts.program.fields[field].storage);
  const double rows = plan.isWhole && isSpace && facts.footprint.readsDiagonals(field)
                          ? double(plan.rows + reach.low[1] + reach.high[1]) / plan.rows
                          : 1;
  sum.mostRows = std::max(sum.mostRows, rows);
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
void addConstant(Exchange &sum, const analysis::Facts &facts, const WavefrontShape &shape,
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

/// Bytes of a cell in all time steps of a sweep.
struct Moved {
  double read = 0, written = 0;
  double own = 0;   // read where cells are stored alone
  double again = 0; // through L2: cells every time step reads from memory
};

/// Fields that updates read, at the newest and at older levels.
std::set<analysis::FieldLevel> fieldLevelsOf(const analysis::Facts &facts) {
  std::set<analysis::FieldLevel> fieldLevels;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
      if (fieldLevel.level <= 0)
        fieldLevels.insert(fieldLevel);
  return fieldLevels;
}

Moved movedBy(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const int steps = shape.plan.steps;
  Moved moved;
  for (std::size_t index = 0; index < facts.cost.kernels.size(); ++index)
    moved.written += bytesWritten(facts, index);
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts)) {
    const int bytes = bytesOf(program.fields[fieldLevel.field].storage);
    (shape.ownRingOf(fieldLevel) ? moved.own : moved.read) += bytes;
    if (!shape.ringOf(fieldLevel.field))
      moved.again += bytes * (steps - 1);
  }
  for (const auto &[field, arrival] : shape.skew.arrival) {
    const int bytes = bytesOf(program.fields[field].storage);
    const auto local = facts.dependence.locals.find(field);
    if (local == facts.dependence.locals.end())
      moved.written += (std::min(program.fields[field].levels, steps) - 1) * bytes;
    else if (local->second.isStored) // by kernels; here it stays with the threads
      moved.written -= bytes;
  }
  return moved;
}

/// Whether tiles meet inside a sector of a field.
bool splitsSectors(const WavefrontShape &shape, int cellBytes) {
  return shape.x.stride * cellBytes % kSectorBytes || shape.x.first * cellBytes % kSectorBytes;
}

/// Bytes that memory moves for a cell of a row whose tiles meet inside a sector: each of the two
/// writes a part of it, of every level that is stored, which memory completes; and both read it of
/// older levels, which threads bring by themselves.
double splitBytes(const analysis::Facts &facts, const WavefrontShape &shape) {
  double sectors = 0;
  for (const auto &[id, arrival] : shape.skew.arrival) {
    const ir::FieldDecl &field = facts.program.fields[id];
    if (splitsSectors(shape, bytesOf(field.storage)))
      sectors += 2.0 * std::min(field.levels, shape.plan.steps);
  }
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts))
    if (fieldLevel.level < 0)
      sectors += splitsSectors(shape, bytesOf(facts.program.fields[fieldLevel.field].storage));
  return sectors * kSectorBytes / shape.x.stride;
}

void countBytes(Traffic &traffic, const analysis::Facts &facts, const WavefrontShape &shape,
                const Target &target) {
  const Moved moved = movedBy(facts, shape);
  const int steps = shape.plan.steps;
  const auto &halos = target.shares.halos;
  const double halo = shape.redundancy - 1;
  const double again = facts.program.rank() == 1 ? 0 : halo * halos.fromMemory;
  traffic.memoryBytes = (moved.read * (1 + again) + moved.own + moved.written) / steps;
  traffic.cacheBytes = (moved.read * halo + moved.again) / steps;
  if (facts.program.rank() == 3)
    traffic.lostBytes = splitBytes(facts, shape) / steps;
  if (shape.isUniform) {
    const double planes = moved.read * (1 + again + halo * target.shares.space.l2Cost);
    const double rate = halos.oneStep * target.multiprocessors * target.clock;
    traffic.lostBytes += planes * std::max(0.0, target.copyBandwidth / rate - 1) / steps;
  }
}

/// Rows of earlier time levels that a thread's row waits for in a step of the sweep: those that the
/// first time steps read and nothing has brought before.
double directRows(const analysis::Facts &facts, const WavefrontShape &shape) {
  double rows = 0;
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts))
    if (fieldLevel.level < 0 && !shape.ownRingOf(fieldLevel))
      rows += std::min(-fieldLevel.level, shape.plan.steps);
  return rows;
}

/// Registers that a thread can have without spilling.
int registersToHave(const analysis::Facts &facts, const WavefrontShape &shape,
                    const Target &target) {
  const FusedPlan &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const int quarter = (plan.warps + 3) / 4;
  return std::min(255, target.registersPerSm / 4 / quarter / target.warpWidth) -
         (isSpace && !plan.isWhole ? kSpareRegisters : 0);
}

/// How often a step of the sweep waits for rows that all time steps read straight from memory: as
/// many are on their way at once as there are registers to have.
double directWaits(const analysis::Facts &facts, const WavefrontShape &shape,
                   const Target &target) {
  const int rowWords = directWords(facts, shape) * shape.plan.cells, steps = shape.plan.steps;
  if (rowWords == 0)
    return 0;
  const int others = shape.registers - rowWords * steps;
  const int atOnce = (registersToHave(facts, shape, target) - others) / rowWords;
  return std::ceil(double(steps) / std::max(1, atOnce));
}

/// Whether an update of the plane reads rows beyond the next and no diagonals.
bool isWideStar(const analysis::Facts &facts) {
  const Reach &reach = facts.footprint.reach;
  return facts.program.rank() == 2 && !facts.footprint.readsDiagonals() &&
         std::max(reach.low[1], reach.high[1]) > 1;
}

/// How many times as long an update takes for registers that spill.
double slowedBySpills(const analysis::Facts &facts, const WavefrontShape &shape,
                      const Target &target) {
  int spilled = std::max(0, shape.registers - registersToHave(facts, shape, target));
  if (spilled > 0 && isWideStar(facts))
    spilled += kStarSpills;
  const auto &spills = target.shares.spills;
  return 1 + spills.each * spilled + spills.eachBeyond * std::max(0.0, spilled - spills.room);
}

/// Fields that the kernel stores.
int updatedFields(const analysis::Facts &facts, const WavefrontShape &shape) {
  return static_cast<int>(llvm::count_if(shape.skew.arrival, [&](const auto &updated) {
    return !facts.dependence.locals.count(updated.first);
  }));
}

/// Instructions of an update beside arithmetic and shuffles.
double overheadOf(const analysis::Facts &facts, const WavefrontShape &shape,
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
  const double rows =
      plan.isWhole
          ? kRowInstructions * exchange.mostRows + kPlaneInstructions / plan.steps
          : updatedFields(facts, shape) * (kEdgeRowInstructions + kPlaneInstructions / plan.steps);
  return (rows + kConstantRowInstructions * exchange.moreRows) / plan.cells + kInstructionsPerCell +
         kConstantInstructions * exchange.moreRows;
}

} // namespace

Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                         const Target &target, double computed) {
  const FusedPlan &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3, isLine = facts.program.rank() == 1;
  const Exchange exchange = exchangeOf(facts, shape);
  double arithmetic = 0, others = recordInstructions(facts, plan.cells), quotients = 0;
  for (std::size_t index = 0; index < facts.cost.kernels.size(); ++index) {
    arithmetic += arithmeticInstructions(facts, index);
    others += pointInstructions(facts, index, plan.cells);
    if (!isLine) {
      others += quotientInstructions(facts, index);
      quotients += quotientCycles(facts, index);
    }
  }
  Traffic traffic;
  countBytes(traffic, facts, shape, target);
  traffic.sharedBytes = exchange.shared + kShuffleBytes * exchange.shuffles;
  traffic.instructions =
      arithmetic + overheadOf(facts, shape, exchange) + exchange.shuffles + others;
  countArithmetic(traffic, facts, arithmetic);
  const auto &chain = target.shares.chain;
  const double cells = double(plan.threads()) * plan.cells;
  if (isLine && shape.skew.lag == 0)
    // The time steps of a tile wait for each other, and only other warps fill the time.
    traffic.waiting = (chain.shuffle + chain.operation * arithmetic) / cells;
  traffic.stalls = chain.direct * directRows(facts, shape) / cells / plan.steps;
  // Cycles in which memory is asked for nothing else.
  double lost = chain.direct * directWaits(facts, shape, target) / cells / plan.steps;
  (shape.isUniform ? lost : traffic.stalls) +=
      quotients * (shape.isUniform ? 1 : kSeenByWarps) / plan.threads();
  traffic.lostBytes += lost * target.copyBandwidth / (target.multiprocessors * target.clock);
  traffic.barriers = isSpace ? 1 : 0;
  traffic.slower = slowedBySpills(facts, shape, target);
  traffic.work = computed;
  return traffic;
}

machine::KernelShares wavefrontShares(const analysis::Facts &facts, const WavefrontShape &shape,
                                      const Target &target) {
  const int rank = facts.program.rank();
  const machine::Shares &all = target.shares;
  machine::KernelShares shares = rank == 1            ? all.line
                                 : rank == 2          ? all.plane
                                 : shape.plan.isWhole ? all.space
                                                      : all.edges;
  shares.sharedRate = target.sharedBytesPerCycle;
  if (rank < 3)
    return shares;
  const FusedPlan &plan = shape.plan;
  if (plan.isWhole) {
    const double less = exchangeOf(facts, shape).mostRows > 1 ? all.exchange.fewerBoxWarps
                                                              : all.exchange.fewerWarps;
    shares.issue = all.exchange.issue - less * (kMostWarps - plan.warps);
  }
  shares.seen = plan.ahead > 2 ? all.ahead.three : plan.ahead == 2 ? 1 : all.ahead.one;
  return shares;
}

} // namespace stencilc::schedules
