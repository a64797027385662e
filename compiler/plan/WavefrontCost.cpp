/// \file What a wavefront costs, and how it looks.
#include "plan/WavefrontCost.h"
#include "plan/Column.h"
#include "plan/CostModel.h"
#include "plan/LaunchGrid.h"
#include "stencilc/Chunks.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

namespace stencilc::plan {

namespace {

constexpr double kSweepShare = 0.9 / 0.88; // of the bandwidth of a copy
constexpr double kHaloShare = 0.35;        // of halo cells that L2 does not hold
constexpr double kCacheShare = 0.25;       // cost of a byte from L2 against one from memory
constexpr double kIssueShare = 0.88;       // of issue slots filled with 8 warps per multiprocessor
constexpr double kPlaneInstructions = 16;  // once per row and sweep: from memory and back
constexpr double kStripInstructions = 4;   // with two axes, where nothing is exchanged
constexpr double kFreeIssueShare = 0.85;   // with two axes, where no warp waits for another
/// With three planes on their way, or one, against two: more of them were seen to slow down memory.
constexpr double kAheadThree = 1.03, kAheadOne = 1.04;
constexpr double kRingShare = 0.74; // of the bandwidth of a copy for planes with halos, in one step
constexpr double kFullIssueShare = 0.96; // of issue slots with 16 warps that exchange planes
constexpr double kMoreWarps = 0.025;     // of them less with each warp less
constexpr double kMoreBoxWarps = 0.04;   // in updates that read diagonals
constexpr double kRowInstructions =
    10;                            // for a row of a thread, beside arithmetic: addresses, moves
constexpr double kFieldRows = 1.2; // rows of fields that never change, against others
constexpr double kFixedInstructions = 2;   // per cell, for each row of fields that never change
constexpr double kOverlapLoss = 0.2;       // of the resources that are not the slowest
constexpr double kSpaceOverlapLoss = 0.08; // the same with three axes
constexpr double kSpillCost = 0.015;       // per register too many
/// The same beyond as many as compilers find room for. From random programs on an H200.
constexpr double kManySpillCost = 0.05;
constexpr int kManySpills = 40;
/// A row that a warp reads straight from memory waits for it, and other warps hide this part less.
/// From the same runs: programs that read t-1 and t-2 took up to five times what the rest says.
constexpr double kDirectCycles = 500;
constexpr int kSpareRegisters = 15; // that compilers cannot use without spilling
constexpr double kShuffleCycles = 24, kOperationCycles = 4; // until a result is there
constexpr double kWaitingLoss = 0.1; // where time steps wait for each other's shuffles
constexpr double kIssueLanes = 128;

/// Columns of tiles, the chunks that the runtime cuts each into, and the steps until all are swept.
struct Waves {
  std::int64_t columns = 1;
  std::string chunks;
  double steps = 0;
};

Waves wavesOf(const FusedPlan &plan, const WavefrontShape &shape, const Extents &extents, int rank,
              const Target &target) {
  Waves waves;
  const int extra = shape.extraSteps, across = shape.x.count(static_cast<int>(extents[0]));
  const int teams = target.multiprocessors * (rank == 3 ? 1 : plan.warps);
  if (rank < 3) { // warps for themselves; a tile is what a warp streams along one axis
    const int planes = rank == 1 ? across : static_cast<int>(extents[1]);
    waves.columns = rank == 1 ? 1 : across;
    const int ends = rank == 1 ? 0 : std::min(across, 2); // in more chunks, but as long as others
    const int columns = static_cast<int>(waves.columns) + ends * (shape.endChunks() - 1);
    const int chunks = plan.chunks ? std::min(plan.chunks, planes)
                       : rank == 1 ? std::min(teams, planes)
                                   : chooseChunks(columns, 0, teams, planes, extra, 2 * extra + 1);
    waves.chunks = std::to_string(chunks);
    waves.steps = ceilDiv(std::int64_t(columns) * chunks, std::int64_t(teams)) *
                  double(ceilDiv(planes, chunks) + extra);
    return waves;
  }
  const int up = shape.y.count(static_cast<int>(extents[1])), planes = static_cast<int>(extents[2]);
  const bool isFlush =
      shape.endsFlush &&
      (shape.shiftsCells || shape.x.canEndFlush(static_cast<int>(extents[0]), shape.unit)) &&
      shape.y.canEndFlush(static_cast<int>(extents[1]), 1);
  const int faces = shape.isUniform || (isFlush && !plan.apart) ? 0 : faceTiles(across, up);
  const SweptColumns swept{.inner = across * up - faces,
                           .outer = faces,
                           .atOnce = teams,
                           .extra = extra,
                           .cost = isFlush || shape.shiftsRims ? kFlushTileCost
                                   : shape.repeatsAcross       ? kRepeatTileCost
                                                               : kFaceTileCost};
  const Chunks chunks = plan.chunks
                            ? Chunks{.planes = planes, .shorts = std::min(plan.chunks, planes)}
                            : balancedChunks(swept, planes);
  waves.columns = std::int64_t(across) * up;
  waves.chunks = chunks.longs
                     ? llvm::formatv("({0} long + {1} short)", chunks.longs, chunks.shorts).str()
                     : std::to_string(chunks.shorts);
  waves.steps = stepsUntilDone(swept, chunks);
  return waves;
}

/// Rows of earlier time levels that a thread's row waits for in a step of the sweep: those that the
/// first time steps read and nothing has brought before.
double directRows(const WavefrontShape &shape, const std::set<analysis::Stream> &streams) {
  double rows = 0;
  for (const analysis::Stream &stream : streams)
    if (stream.level < 0 && !shape.ownRingOf(stream))
      rows += std::min(-stream.level, shape.plan.steps);
  return rows;
}

} // namespace

WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const Target &target) {
  const ir::Program &program = facts.program;
  const FusedPlan &plan = shape.plan;
  const Extents extents = plannedExtents(program);
  const bool isSpace = program.rank() == 3, isLine = program.rank() == 1;
  const int teams = target.multiprocessors * (isSpace ? 1 : plan.warps);
  const Waves waves = wavesOf(plan, shape, extents, program.rank(), target);
  // Cells computed by all teams in these steps, per cell of the grid.
  double cells = 1;
  for (int axis = 0; axis < program.rank(); ++axis)
    cells *= double(extents[axis]);
  const double computed = waves.steps * teams * shape.computedCells() / cells;

  // Per cell and time step.
  double arithmetic = 0, doubles = 0;
  for (std::size_t index = 0; index < facts.cost.passes.size(); ++index)
    arithmetic += arithmeticInstructions(facts, index);
  if (program.compute == ir::ScalarType::F64)
    doubles = arithmetic;
  double mostRows = 1;                           // of planes, read for one of the thread's
  double moreRows = 0, shuffles = 0, shared = 0; // instructions of 4 bytes per lane, bytes
  for (const auto &[field, reach] : shape.pipeline.cross) {
    const double bytes = bytesOf(program.fields[field].storage);
    const double rows = plan.isWhole && isSpace && shape.readsDiagonals(facts, field)
                            ? double(plan.rows + reach.low[1] + reach.high[1]) / plan.rows
                            : 1;
    mostRows = std::max(mostRows, rows);
    const int margins = reach.low[0] + reach.high[0];
    if (isSpace && plan.isWhole && reach.low[0] % plan.cells == 0 &&
        reach.high[0] % plan.cells == 0) // whole pieces, from shared memory
      shared += rows * margins * bytes / plan.cells;
    else
      shuffles += rows * margins * bytes / 4 / plan.cells;
    if (isSpace)
      shared += plan.isWhole ? bytes * (rows + 1)
                             : bytes * 2.0 * (reach.low[1] + reach.high[1]) / plan.rows;
  }
  shared += 3.0 / plan.steps * 8;      // the ring
  for (const Ring &ring : shape.rings) // fields that never change
    if (!shape.pipeline.arrival.count(ring.field)) {
      const Reach reach = facts.footprint.reachOf(ring.field);
      const double bytes = bytesOf(program.fields[ring.field].storage);
      const double beside = isSpace ? reach.low[1] + reach.high[1] : 0;
      // A thread keeps the rows of a plane for all time steps, or each of these reads them anew.
      const double rows =
          isSpace && !plan.isWhole ? 1 + beside / plan.rows + 1.0 / plan.steps : 1 + beside;
      shared += bytes * rows;
      shuffles += (reach.low[0] + reach.high[0]) * bytes / 4 / plan.cells;
      moreRows += rows;
    }
  double read = 0, written = 0;
  for (std::size_t index = 0; index < facts.cost.passes.size(); ++index)
    written += bytesWritten(facts, index);
  std::set<analysis::Stream> streams;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[stream, reads] : footprint.streams)
      if (stream.level <= 0)
        streams.insert(stream);
  double again = 0; // through L2: cells every time step reads from memory
  double own = 0;   // read where cells are stored alone
  for (const analysis::Stream &stream : streams) {
    const int bytes = bytesOf(program.fields[stream.field].storage);
    (shape.ownRingOf(stream) ? own : read) += bytes;
    if (!shape.ringOf(stream.field))
      again += bytes * (plan.steps - 1);
  }
  for (const auto &[field, arrival] : shape.pipeline.arrival)
    written += (std::min(program.fields[field].levels, plan.steps) - 1) *
               bytesOf(program.fields[field].storage);

  const double halo = shape.redundancy - 1;
  const double ringShare = shape.isUniform ? kRingShare : 1;
  const double memoryBytes =
      (read * (1 + halo * ((isLine ? 0 : kHaloShare) + kCacheShare)) / ringShare + own + written +
       again * kCacheShare) /
      plan.steps;
  const double memory = memoryBytes / (target.copyBandwidth * kSweepShare);
  const double cycles = target.multiprocessors * target.clock;
  const double pipe =
      std::max(doubles / target.doublesPerCycle, (arithmetic - doubles) / target.singlesPerCycle) /
      cycles;
  const double overhead = (isSpace ? kRowInstructions * mostRows : kStripInstructions) *
                              (1 + kFieldRows * moreRows) / plan.cells +
                          0.5 + shuffles + kFixedInstructions * moreRows +
                          kPlaneInstructions / plan.cells / plan.steps;
  const double perWarp = mostRows > 1 ? kMoreBoxWarps : kMoreWarps;
  const double share = !isSpace       ? kFreeIssueShare
                       : plan.isWhole ? kFullIssueShare - perWarp * (16 - plan.warps)
                                      : kIssueShare;
  const double issue = (arithmetic + overhead) / (kIssueLanes * share) / cycles;
  const double exchange = (shared + 8 * shuffles) / target.sharedBytesPerCycle / cycles;
  double work = std::max({pipe, issue, exchange}) +
                (isSpace ? kSpaceOverlapLoss : kOverlapLoss) *
                    (pipe + issue + exchange - std::max({pipe, issue, exchange}));
  double waiting = 0;
  if (isLine && shape.pipeline.lag == 0) {
    // The time steps of a tile wait for each other, and only other warps fill the time.
    const double chain = kShuffleCycles + kOperationCycles * arithmetic;
    waiting = chain / (plan.warps * 32.0 * plan.cells) / cycles;
    work = std::max(work * (1 + kWaitingLoss), waiting);
  }
  const int quarter = (plan.warps + 3) / 4;
  const int have = std::min(255, target.registersPerSm / 4 / quarter / 32) -
                   (isSpace && !plan.isWhole ? kSpareRegisters : 0);
  const int spilled = std::max(0, shape.registers - have);
  work *= 1 + kSpillCost * spilled + kManySpillCost * std::max(0, spilled - kManySpills);
  work += kDirectCycles * directRows(shape, streams) / (plan.warps * 32.0 * plan.cells) /
          plan.steps / cycles;
  work *= computed;
  WavefrontCost cost;
  const double slowest = std::max(memory, work);
  cost.seconds = 1e9 * (slowest + kOverlapLoss * (memory + work - slowest));
  if (isSpace)
    cost.seconds *= plan.ahead > 2 ? kAheadThree : plan.ahead == 2 ? 1 : kAheadOne;
  Estimate &estimate = cost.estimate;
  estimate.memoryBytes = (read * (1 + halo * (isLine ? 0 : kHaloShare)) + written) / plan.steps;
  estimate.cacheBytes = (read * halo + again) / plan.steps;
  estimate.sharedBytes = shared + 8 * shuffles;
  estimate.arithmetic = arithmetic;
  estimate.instructions = arithmetic + overhead;
  estimate.work = computed;
  estimate.barriers = isSpace ? 1 : 0;
  estimate.memory = 1e9 * memory;
  estimate.waiting = 1e9 * waiting * computed;
  estimate.pipe = 1e9 * pipe * computed;
  estimate.issue = 1e9 * issue * computed;
  estimate.shared = 1e9 * exchange * computed;
  estimate.seconds = cost.seconds;
  const std::string pieces =
      isLine
          ? llvm::formatv("{0} tiles in {1} parts", shape.x.count(static_cast<int>(extents[0])),
                          waves.chunks)
                .str()
          : llvm::formatv("{0} columns of tiles x {1} chunks", waves.columns, waves.chunks).str();
  cost.notes = {
      llvm::formatv("{0} time steps a sweep, {1} bytes through memory per update", plan.steps,
                    llvm::formatv("{0:F1}", memoryBytes).str())
          .str(),
      llvm::formatv("{0}; {1:F2} times the work of the cells stored", pieces, computed).str(),
      memory > work ? "memory binds" : "the multiprocessors bind"};
  return cost;
}

/// "s", "s-3" or "s+1".
static std::string stepText(int behind) {
  return behind == 0 ? "s" : (behind > 0 ? "s-" : "s+") + std::to_string(std::abs(behind));
}

std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const FusedPlan &plan = shape.plan;
  const bool isSpace = program.rank() == 3, isLine = program.rank() == 1;
  const std::string axis = program.axes[program.lastAxis()];
  const char *unit = isSpace ? "plane" : isLine ? "tile" : "row";
  std::vector<std::string> lines;
  const auto add = [&](const std::string &line) { lines.push_back(line); };
  add(llvm::formatv("One step of {0} along {1}; s is the newest {2} from memory:",
                    isLine ? "a warp" : "the sweep", axis, unit)
          .str());
  for (const Ring &ring : shape.rings)
    add(llvm::formatv("  {0,-12} shared memory: {1}s {2} (arriving) to {3} of {4}, {5} slots",
                      "memory", unit, stepText(ring.arrival - plan.ahead),
                      stepText(ring.ages + ring.arrival), program.fields[ring.field].name,
                      ring.slots)
            .str());
  for (const OwnRing &ring : shape.ownRings)
    add(llvm::formatv("  {0,-12} shared memory, each warp its own cells: {1} {2} (arriving) to {3} "
                      "of {4}{5}, {6} slots",
                      "memory", std::string(unit) + "s", stepText(ring.arrival - plan.ahead),
                      stepText(ring.ages + ring.arrival), program.fields[ring.stream.field].name,
                      ring.stream.level < 0 ? llvm::formatv(" at t{0}", ring.stream.level).str()
                                            : "",
                      ring.slots)
            .str());
  for (int t = 1; t <= plan.steps; ++t) {
    std::string made;
    for (const StagePipeline &stage : shape.pipeline.stages)
      made += (made.empty() ? "" : ", ") + program.fields[program.stages[stage.stage].target].name +
              " at " + stepText((t - 1) * shape.pipeline.lag + stage.out);
    if (plan.steps > 6 && t > 3 && t < plan.steps - 1) {
      if (t == 4)
        add("  ...");
      continue;
    }
    add(llvm::formatv("  {0,-12} {1}{2}", "t+" + std::to_string(t), made,
                      t == plan.steps ? " -> memory" : "")
            .str());
  }
  std::string waits;
  for (const auto &[field, age] : shape.pipeline.ages)
    if (age > 0 && !shape.isUniform) // where all planes wait in shared memory
      waits += llvm::formatv("{0}{1} {2}{3} of {4}", waits.empty() ? "" : ", ", age, unit,
                             age == 1 ? "" : "s", program.fields[field].name)
                   .str();
  int parts = 0;
  for (const StagePipeline &stage : shape.pipeline.stages)
    for (const Waiting &value : stage.waiting)
      parts += value.depth;
  if (parts)
    waits += llvm::formatv("{0}{1} partial result{2}", waits.empty() ? "" : ", ", parts,
                           parts == 1 ? "" : "s")
                 .str();
  add(llvm::formatv("  waiting in registers, per cell and time step: {0}",
                    waits.empty() ? "nothing" : waits)
          .str());
  if (isSpace)
    add(llvm::formatv("  through shared memory: {0}; one barrier per plane",
                      plan.isWhole ? "the newest plane of each time step"
                                   : "rows at the edges of warps")
            .str());
  else if (isLine)
    add(llvm::formatv("  a tile of {0} cells stores {1}, the others are its neighbours' too; each "
                      "warp has tiles of its own: no barrier",
                      shape.x.tile, shape.x.stride)
            .str());
  else
    add("  each warp has a tile of its own: no barrier");
  return lines;
}

} // namespace stencilc::plan
