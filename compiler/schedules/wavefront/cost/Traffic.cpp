/// \file Bytes, instructions and waiting time per updated cell of a wavefront kernel.
#include "schedules/wavefront/cost/Traffic.h"
#include "plan/cost/Column.h"
#include "plan/cost/Points.h"
#include "plan/cost/Quotients.h"
#include "schedules/wavefront/cost/Exchange.h"
#include "schedules/wavefront/cost/HeldValues.h"
#include "schedules/wavefront/cost/Instructions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr double kShuffleBytes = 4; // per lane and word, through the pipe of shared memory
/// Fractions of the latency of divisions and roots that other warps do not hide. They hide most of
/// it, unless a block waits for all its warps at each plane. kSeenByWarps is for one or two axes.
/// kSeenInSpace (f32) and kDoubleSeenInSpace (f64) are for three axes. Measured on an H100 with
/// three axes, two steps of seven rows, a root and a division. The rate is 74 GLUP/s in f64, and
/// 212 in f32. A fraction of 0.25 predicts 160 and 258.
constexpr double kSeenByWarps = 0.25, kSeenInSpace = 0.4, kDoubleSeenInSpace = 1;
constexpr int kSpareRegisters = 15; // registers that the compiler cannot use without spills
constexpr int kMostWarps = 16;      // warps of a block; fewer fill fewer issue slots
/// Number that is added to the predicted number of spilled registers if any spill, for stars of
/// radius 2 or more with two axes. Fitted to a kernel of seven fused steps of radius 2 (f32, H200),
/// which spills 44 registers instead of the predicted 13. Two fields of radius 1 need no addition.
constexpr int kStarSpills = 20;

/// Bytes that memory transfers for one cell of the grid in a sweep, which computes all fused time
/// steps.
struct Moved {
  double read = 0, written = 0;
  double own = 0;   // read only for cells that tiles store, not for their halo
  double again = 0; // through L2: cells that time steps after the first read again
};

/// Returns the field levels (fields at one time level) that updates read. New cells of the same
/// time step do not count.
std::vector<analysis::FieldLevel> fieldLevelsOf(const analysis::Facts &facts) {
  std::vector<analysis::FieldLevel> fieldLevels;
  for (const auto &[fieldLevel, reach] : facts.footprint.fieldLevels)
    if (fieldLevel.level <= 0)
      fieldLevels.push_back(fieldLevel);
  return fieldLevels;
}

/// Returns the bytes that memory transfers for one cell of the grid in a sweep, which computes all
/// fused time steps.
Moved movedBy(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const int steps = shape.plan.steps;
  Moved moved;
  for (std::size_t index = 0; index < facts.cost.kernels.size(); ++index)
    moved.written += bytesWritten(facts, index);
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts)) {
    const int bytes = bytesOf(program.fields[fieldLevel.field].storage);
    (shape.privateRingOf(fieldLevel) ? moved.own : moved.read) += bytes;
    if (!shape.ringOf(fieldLevel.field))
      moved.again += bytes * (steps - 1);
  }
  for (const auto &[field, arrival] : shape.skew->arrival) {
    const int bytes = bytesOf(program.fields[field].storage);
    const auto local = facts.dependence.locals.find(field);
    if (local == facts.dependence.locals.end())
      moved.written += (std::min(program.fields[field].levels, steps) - 1) * bytes;
    else if (local->second.isStored) // by other kernels; here it stays in registers
      moved.written -= bytes;
  }
  return moved;
}

/// Returns true if neighbouring tiles meet inside a memory sector (32 bytes) along x. `cellBytes`
/// is the size of a cell in bytes.
bool splitsSectors(const WavefrontShape &shape, int cellBytes) {
  return shape.tile.x.stride * cellBytes % kSectorBytes ||
         shape.tile.x.first * cellBytes % kSectorBytes;
}

/// Returns the bytes per cell of the grid that memory transfers in addition, in a sweep, because
/// tiles meet inside a memory sector (32 bytes). Both tiles write a part of the sector in every
/// time level that they store, and memory must read the other part. Both also read the sector in
/// older time levels that threads load from global memory.
double splitBytes(const analysis::Facts &facts, const WavefrontShape &shape) {
  double sectors = 0;
  for (const auto &[id, arrival] : shape.skew->arrival) {
    const ir::FieldDecl &field = facts.program.fields[id];
    if (splitsSectors(shape, bytesOf(field.storage)))
      sectors += 2.0 * std::min(field.levels, shape.plan.steps);
  }
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts))
    if (fieldLevel.level < 0)
      sectors += splitsSectors(shape, bytesOf(facts.program.fields[fieldLevel.field].storage));
  return sectors * kSectorBytes / shape.tile.x.stride;
}

/// Sets three members of `traffic`, in bytes per updated cell. `memoryBytes` are transferred
/// through memory, and `cacheBytes` from L2 only. `lostBytes` could be transferred while memory
/// works below its full rate.
void countBytes(Traffic &traffic, const analysis::Facts &facts, const WavefrontShape &shape,
                const Target &target) {
  const Moved moved = movedBy(facts, shape);
  const int steps = shape.plan.steps;
  const auto &halos = target.shares.halos;
  const double halo = shape.tile.redundancy - 1;
  const double again = facts.program.rank() == 1 ? 0 : halo * halos.fromMemory;
  traffic.memoryBytes = (moved.read * (1 + again) + moved.own + moved.written) / steps;
  traffic.cacheBytes = (moved.read * halo + moved.again) / steps;
  if (facts.program.rank() == 3)
    traffic.lostBytes = splitBytes(facts, shape) / steps;
  if (shape.tile.isUniform) {
    const double planes = moved.read * (1 + again + halo * target.shares.space.l2Cost);
    const double rate = halos.oneStep * target.multiprocessors * target.clock;
    traffic.lostBytes += planes * std::max(0.0, target.copyBandwidth / rate - 1) / steps;
  }
}

/// Returns for how many rows of older time levels a thread stalls when it updates a row, summed
/// over the fused time steps. The first fused time steps of a launch load these rows directly from
/// global memory.
double directRows(const analysis::Facts &facts, const WavefrontShape &shape) {
  double rows = 0;
  for (const analysis::FieldLevel &fieldLevel : fieldLevelsOf(facts))
    if (fieldLevel.level < 0 && !shape.privateRingOf(fieldLevel))
      rows += std::min(-fieldLevel.level, shape.plan.steps);
  return rows;
}

/// Returns the number of registers that a thread can use before values spill to local memory.
int registersToHave(const analysis::Facts &facts, const WavefrontShape &shape,
                    const Target &target) {
  const WavefrontOptions &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const int quarter = (plan.warps + 3) / 4;
  return std::min(255, target.registersPerSm / 4 / quarter / target.warpWidth) -
         (isSpace && !plan.isWhole && !shape.block.isCompiled ? kSpareRegisters : 0);
}

/// Returns how many times a thread stalls in one step of the sweep for rows loaded directly from
/// global memory, summed over the fused time steps. It loads as many of these rows at once as it
/// has free registers.
double directWaits(const analysis::Facts &facts, const WavefrontShape &shape,
                   const Target &target) {
  const int rowWords = directWords(facts, shape) * shape.plan.cells, steps = shape.plan.steps;
  if (rowWords == 0)
    return 0;
  const int others = shape.block.registers - rowWords * steps;
  const int atOnce = (registersToHave(facts, shape, target) - others) / rowWords;
  return std::ceil(double(steps) / std::max(1, atOnce));
}

/// Returns the fraction of the latency of divisions and roots that other warps do not hide, from 0
/// to 1.
double seenOfQuotients(const analysis::Facts &facts) {
  if (facts.program.rank() < 3)
    return kSeenByWarps;
  return facts.program.compute == ir::ScalarType::F64 ? kDoubleSeenInSpace : kSeenInSpace;
}

/// Returns true if the program has two axes, and updates read rows at a distance above 1 but no
/// diagonal neighbours.
bool isWideStar(const analysis::Facts &facts) {
  const Reach &reach = facts.footprint.reach;
  return facts.program.rank() == 2 && !facts.footprint.readsDiagonals() &&
         std::max(reach.low[1], reach.high[1]) > 1;
}

/// Returns the factor by which values that spill from registers to local memory lengthen an update,
/// at least 1.
double slowedBySpills(const analysis::Facts &facts, const WavefrontShape &shape,
                      const Target &target) {
  int spilled = std::max(0, shape.block.registers - registersToHave(facts, shape, target));
  if (spilled > 0 && isWideStar(facts) && !shape.block.isCompiled)
    spilled += kStarSpills;
  const auto &spills = target.shares.spills;
  return 1 + spills.each * spilled + spills.eachBeyond * std::max(0.0, spilled - spills.room);
}

} // namespace

Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                         const Target &target, double computed) {
  const WavefrontOptions &plan = shape.plan;
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
      arithmetic + overheadInstructions(facts, shape, exchange) + exchange.shuffles + others;
  countArithmetic(traffic, facts, arithmetic);
  const auto &chain = target.shares.chain;
  const double cells = double(plan.threads()) * plan.cells;
  if (isLine && shape.skew->lag == 0)
    // The time steps of a tile wait for each other, and only other warps hide that.
    traffic.waiting = (chain.shuffle + chain.operation * arithmetic) / cells;
  traffic.stalls = chain.direct * directRows(facts, shape) / cells / plan.steps;
  // Cycles in which no load is issued.
  double lost = chain.direct * directWaits(facts, shape, target) / cells / plan.steps;
  (shape.tile.isUniform ? lost : traffic.stalls) +=
      quotients * (shape.tile.isUniform ? 1 : seenOfQuotients(facts)) / plan.threads();
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
  const WavefrontOptions &plan = shape.plan;
  if (plan.isWhole) {
    const bool isDouble = facts.program.compute == ir::ScalarType::F64;
    const bool isBox = llvm::any_of(shape.skew->cross, [&](const auto &updated) {
      return facts.footprint.readsDiagonals(updated.first);
    });
    const double less = !isBox     ? all.exchange.fewerWarps
                        : isDouble ? all.exchange.fewerDoubleBoxWarps
                                   : all.exchange.fewerBoxWarps;
    shares.issue = all.exchange.issue - less * (kMostWarps - plan.warps);
  }
  shares.seen = plan.ahead > 2 ? all.ahead.three : plan.ahead == 2 ? 1 : all.ahead.one;
  return shares;
}

} // namespace stencilc::schedules
