/// \file Schedule sweep: threads stand on a plane and march along the last axis with the column of
/// neighbours in registers (2.5D blocking).
///
/// The cached plane sweep of Schaefer and Fey (000), 2DReg of Itu et al. (001), int.z.reg of Pavan
/// et al. (004). Each thread owns `cells` neighbouring cells of a row, one access of up to 16
/// bytes, as the Hopper prototypes need to reach the bandwidth of memory in single precision.
///
///        z ^   planes of a chunk              registers of a thread, 7-point stencil
///          |  +--------------------+          plane z+1        [::]       <- new from memory
///          |  | - - - - - - - - -  |          plane z       [.][::][.]    <- moved down, ends
///          loaded |  |   block of threads |          plane z, y+-1 [::] [::]     <- through the
///          caches |  +--------------------+          plane z-1        [::]       <- moved down
///          +-----------------------> x, y
///
/// A cell comes from memory once; planes that two chunks read come mostly from L2 the second time.
/// With two axes the rows are swept, by blocks of one row.
///
/// With stage=rows, shared or plane, neighbours in the plane come from shared memory instead of the
/// caches (2DShM and 2DShMReg of Itu et al., the shared versions of Pavan et al., who keep one
/// plane there); those plans are made in plan/StagedSweep.cpp, and stage=shared is also tried
/// unasked. reuse=none is 2DBase and int.z: nothing waits in registers.
///
/// Good for two and three axes on grids that fill the machine. It loses on small grids, where long
/// chunks leave too few threads, and does not fit where the columns of a wide box exceed the
/// registers of a thread.
///
/// Legal with two or more axes: chunks and threads own disjoint cells of t+1, whose buffer no
/// thread of the pass reads except at its own cells; the values moved down are values of t, which
/// no thread writes, so a register holds what a load would give.
#include "ir/Walk.h"
#include "plan/Column.h"
#include "plan/CostModel.h"
#include "plan/LaunchGrid.h"
#include "plan/Options.h"
#include "plan/Schedule.h"
#include "plan/StagedSweep.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>
#include <map>

namespace stencilc::plan {

namespace {

constexpr int kAccessBytes = 16; // the widest access
/// Registers beside cells: pointers, offsets, extents and uniforms. This is what compilers were
/// seen to need without spilling on top of the cells held, which take a quarter more than their
/// number once they are many (kFewWords); free to choose, compilers take more.
constexpr int kBaseRegisters = 12, kFewWords = 28;
/// Where a row or a cell beside the own ones lies is found once and held, in two words or one. A
/// quarter of the cells held, but no more than a star of radius 4 has, are among the above.
constexpr int kFewOffsets = 24, kShortArm = 4;
/// Words under way where nothing waits in registers.
constexpr int kTurnWords = 96;
/// Registers of divisions, roots and special functions, which are sequences of instructions.
constexpr int kSequenceRegisters = 24;
/// Instructions per plane and thread for the loop, per row loaded (address, test for the inside,
/// load) and per margin cell loaded.
constexpr int kLoopInstructions = 16, kRowInstructions = 8, kMarginInstructions = 6;
/// Planes that two chunks both read come from L2 as long as the chunks run at the same time: this
/// share of them comes from memory. The longer a chunk, the further its block drifts from its
/// neighbours, and the less they find of each other's rows: the share lost per plane. From H200
/// runs at 512 cubed, where chunks of 16, 32 and 64 planes reach 214, 211 and 201 GLUP/s in f64.
constexpr double kRereadShare = 0.25, kRowDrift = 1.0 / 192, kDrift = 1.0 / 512;
/// With three axes, runs on an H200 took this much of what the model says; needed where planes in
/// shared memory, whose model is another, come close.
constexpr double kSeenInSpace = 0.95;
constexpr std::array<int, 4> kPlanes = {64, 32, 16, 8}; // chunks tried, longest first

/// The options of one candidate.
struct Choice {
  std::vector<int> block;
  int cells = 1, planes = 0, prefetch = 0;
  bool keepsColumn = true;
  Staging staging = Staging::None;
};

bool keepsColumn(const ScheduleRequest &request) {
  return textOption(request, "reuse").value_or("registers") == "registers";
}

int words(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Whether a boundary value of a field the pass reads is computed from the position of the cell.
bool computesBoundary(const analysis::Facts &facts, const analysis::Pass &pass) {
  for (const Column &column : columnsOf(facts, pass))
    for (const auto &faces : facts.program.fields[column.stream.field].boundary)
      for (const ir::Boundary &boundary : faces)
        if (boundary.kind == ir::BoundaryKind::Fixed)
          for (ir::ExprId id : ir::reachableFrom(facts.program, {boundary.value}))
            if (std::holds_alternative<ir::Position>(facts.program[id].node))
              return true;
  return false;
}

/// Words that say where neighbours lie.
int offsetWords(const analysis::Facts &facts, const analysis::Pass &pass) {
  std::map<analysis::Stream, Row> margins;
  int words = 0;
  for (const Column &column : columnsOf(facts, pass)) {
    words += column.row != 0 ? 2 : 0;
    Row &all = margins[column.stream];
    for (const Row &row : column.rows) {
      all.low = std::max(all.low, row.low);
      all.high = std::max(all.high, row.high);
    }
  }
  for (const auto &[stream, row] : margins)
    words += row.low + row.high;
  return words;
}

/// Registers of a thread: all cells held, the planes loaded ahead, the results, and the rest.
int registersOf(const analysis::Facts &facts, std::size_t index, const Choice &choice) {
  const analysis::Pass &pass = facts.dependence.passes[index];
  const analysis::Operations &operations = facts.cost.passes[index].operations;
  int held =
      static_cast<int>(pass.stages.size()) * words(bytesOf(facts.program.compute), choice.cells);
  for (const Column &column : columnsOf(facts, pass)) {
    const int ahead = column.row == 0 ? choice.prefetch * choice.cells : 0;
    held += words(column.bytes, column.heldCells(choice.cells) + ahead);
  }
  if (!choice.keepsColumn) // loaded in turn, so many at once as compilers were seen to keep
    held = std::min(held, kTurnWords);
  int registers = kBaseRegisters + held + std::max(0, held - kFewWords) / 4 +
                  std::max(0, offsetWords(facts, pass) - std::min(kFewOffsets, held / 4));
  if (operations.divide + operations.sqrt + operations.special > 0 || computesBoundary(facts, pass))
    registers += kSequenceRegisters;
  return registers;
}

int mostRegisters(const analysis::Facts &facts, const Choice &choice) {
  int most = 0;
  for (std::size_t index = 0; index < facts.dependence.passes.size(); ++index)
    most = std::max(most, registersOf(facts, index, choice));
  return most;
}

/// What is tried beside columns in registers where arms are longer than these: the updated plane
/// in shared memory. On an H200 it ran stars with arms of 5 and 16 cells 2.5 and 7 times as fast.
std::optional<ScheduleRequest> alternative(const analysis::Facts &facts, const Target &target,
                                           const ScheduleRequest &request) {
  const auto isWide = [&](const analysis::Pass &pass) {
    for (const Column &column : columnsOf(facts, pass))
      for (const Row &row : column.rows)
        if (std::max({column.row, -column.row, row.low, row.high}) > kShortArm)
          return true;
    return false;
  };
  const auto &passes = facts.dependence.passes;
  if (!request.options.empty() || facts.program.rank() != 3 ||
      !std::all_of(passes.begin(), passes.end(), isWide))
    return std::nullopt;
  ScheduleRequest plane = request;
  plane.options["stage"] = "plane";
  if (!fitStagedSweep(facts, target, plane).legal)
    plane.options["cells"] = "1"; // of wide accesses too many cells would wait in registers
  return fitStagedSweep(facts, target, plane).legal ? std::optional(plane) : std::nullopt;
}

/// Memory: each stream once, and what chunks read again. L2: the rows beyond the block's edge.
Traffic trafficOf(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                  const Extents &extents) {
  std::map<analysis::Stream, std::pair<Reach, int>> streams; // reach, bytes
  Traffic traffic;
  double perThread = kLoopInstructions;
  for (const Column &column : columnsOf(facts, facts.dependence.passes[index])) {
    auto &[reach, bytes] = streams[column.stream];
    bytes = column.bytes;
    reach.include(Offset{{0, column.row, column.first}});
    reach.include(Offset{{0, column.row, column.last}});
    perThread += kRowInstructions;
    for (int plane = 0; plane < column.planes(); ++plane) {
      const Row fresh = column.freshMargins(plane), all = column.rows[plane];
      perThread += kMarginInstructions * (fresh.low + fresh.high);
      if (plane + 1 < column.planes())
        perThread += words(column.bytes, pass.cellsPerThread + all.low + all.high); // moves
    }
  }
  const double planes = std::min<double>(pass.planesPerChunk, extents[pass.sweepAxis]);
  for (const auto &[stream, read] : streams) {
    const auto &[reach, bytes] = read;
    const double rows = double(reach.low[1] + reach.high[1]) / pass.block[1];
    traffic.memoryBytes += bytes * (1 + kRereadShare * (reach.low[2] + reach.high[2]) / planes);
    traffic.memoryBytes += bytes * planes * (rows * kRowDrift + kDrift);
    traffic.cacheBytes += bytes * rows;
    traffic.bytesUnderWay += double(bytes) * pass.cellsPerThread * (1 + pass.prefetch);
  }
  const double arithmetic = arithmeticInstructions(facts, index);
  traffic.instructions = perThread / pass.cellsPerThread + arithmetic;
  countArithmetic(traffic, facts, arithmetic);
  traffic.memoryBytes += bytesWritten(facts, index);
  traffic.bytesUnderWay = std::max(traffic.bytesUnderWay, 4.0);
  return traffic;
}

class Sweep : public Schedule {
public:
  llvm::StringRef name() const override { return "sweep"; }
  llvm::StringRef summary() const override {
    return "threads on a plane march along the last axis";
  }
  TargetKind target() const override { return TargetKind::Cuda; }

  std::vector<OptionSpec> options() const override {
    return {
        {"block", "threads along the axes not swept, such as 32x8", {}, OptionForm::Block},
        {"cells", "cells of a row per thread, together at most 16 bytes", {"1", "2", "4"}},
        {"planes",
         "planes a block sweeps before the next block takes over",
         {"auto"},
         OptionForm::IntegerOrListed},
        {"prefetch", "planes loaded ahead of their use into registers", {"0", "1"}},
        {"reuse", "where cells wait for the next plane", {"registers", "none"}},
        {"stage",
         "where neighbours in the plane come from: caches or shared memory",
         {"none", "readonly", "rows", "shared", "plane"}},
        {"engine", "how planes come to shared memory", {"plain", "async", "tensor"}},
        {"rows", "rows per thread of planes in shared memory; three axes only", {}},
        {"ahead", "planes on their way to shared memory", {}},
        {"blocks",
         "blocks on a multiprocessor that the compiler shall leave registers for",
         {},
         OptionForm::Listed},
        {"store",
         "how new cells are written: as any data, or first to be dropped from the caches",
         {"cached", "streaming"}},
    };
  }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (rank == 1)
      return Fit::no("one axis leaves nothing to sweep; use naive");
    if (Fit block = blockFitsAxes(request, rank - 1, rank); !block.legal)
      return block;
    const int widest = widestCell(facts), asked = intOption(request, "cells").value_or(1);
    const Staging staging = stagingOf(request);
    const bool isStaged = staging != Staging::None && staging != Staging::ReadOnly;
    for (const char *key : {"engine", "rows", "ahead"})
      if (!isStaged && request.options.count(key))
        return Fit::no(std::string(key) + "= is about planes in shared memory; add stage=shared, "
                                          "stage=plane or stage=rows");
    if (asked * widest > kAccessBytes)
      return Fit::no(llvm::formatv("cells={0} of {1} bytes would need accesses of {2} bytes, and "
                                   "the widest have {3}; use cells={4} or fewer",
                                   asked, widest, asked * widest, kAccessBytes,
                                   kAccessBytes / widest)
                         .str());
    if (isStaged)
      return fitStagedSweep(facts, target, request);
    Choice least{{}, asked, 0, intOption(request, "prefetch").value_or(0)};
    least.keepsColumn = keepsColumn(request);
    if (least.prefetch && !least.keepsColumn)
      return Fit::no("prefetch=1 loads the next plane of a column in registers, and reuse=none "
                     "keeps none; use prefetch=0");
    const int registers = mostRegisters(facts, least);
    if (registers <= target.registersPerThread || alternative(facts, target, request))
      return Fit::yes();
    std::string advice = least.prefetch    ? "use prefetch=0"
                         : least.cells > 1 ? "use fewer cells per thread (cells=1)"
                                           : "use naive, which keeps nothing";
    return Fit::no(
        llvm::formatv("its columns need about {0} registers per thread, and {1} has {2}; "
                      "{3}",
                      registers, target.name, target.registersPerThread, advice)
            .str());
  }

  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    const Staging staging = stagingOf(request);
    if (staging != Staging::None && staging != Staging::ReadOnly)
      return stagedSweepPlans(facts, target, request, true);
    const bool isSpace = facts.program.rank() == 3;
    std::vector<std::vector<int>> blocks = {{isSpace ? 32 : 256, isSpace ? 8 : 1},
                                            {isSpace ? 32 : 128, isSpace ? 4 : 1}};
    if (auto asked = blockOption(request, "block"))
      blocks = {*asked};
    std::vector<int> cells, planes(kPlanes.begin(), kPlanes.end());
    if (auto asked = intOption(request, "cells"))
      cells = {*asked};
    else
      for (int count = kAccessBytes / widestCell(facts); count >= 1; count /= 2)
        cells.push_back(count);
    if (auto asked = intOption(request, "planes"))
      planes = {*asked};
    std::vector<Plan> plans;
    for (std::vector<int> &block : blocks) {
      block.resize(2, 1);
      for (int count : cells) {
        Choice choice{block, count, 0, intOption(request, "prefetch").value_or(0)};
        choice.keepsColumn = keepsColumn(request);
        choice.staging = staging;
        if (mostRegisters(facts, choice) > target.registersPerThread)
          continue;
        for (int chunk : planes) {
          choice.planes = chunk;
          plans.push_back(makePlan(facts, target, request, choice));
        }
      }
    }
    if (const auto plane = alternative(facts, target, request))
      for (Plan &plan : stagedSweepPlans(facts, target, *plane, true))
        plans.push_back(std::move(plan));
    addStagedPlans(facts, target, request, plans);
    return plans;
  }

  /// Per pass the columns a thread holds, plane by plane with all margins and with those it loads.
  llvm::json::Object context(const analysis::Facts &facts, const Plan &) const override {
    llvm::json::Array passes;
    for (const analysis::Pass &pass : facts.dependence.passes) {
      llvm::json::Array columns;
      for (const Column &column : columnsOf(facts, pass))
        columns.push_back(columnContext(facts, column));
      passes.push_back(llvm::json::Object{{"columns", std::move(columns)}});
    }
    return llvm::json::Object{{"passes", std::move(passes)}};
  }

private:
  static llvm::json::Object columnContext(const analysis::Facts &facts, const Column &column) {
    llvm::json::Array rows;
    for (int plane = 0; plane < column.planes(); ++plane) {
      const Row all = column.rows[plane], fresh = column.freshMargins(plane);
      rows.push_back(llvm::json::Object{{"plane", column.first + plane},
                                        {"low", all.low},
                                        {"high", all.high},
                                        {"freshLow", fresh.low},
                                        {"freshHigh", fresh.high}});
    }
    return llvm::json::Object{{"field", facts.program.fields[column.stream.field].name},
                              {"level", column.stream.level},
                              {"row", column.row},
                              {"first", column.first},
                              {"last", column.last},
                              {"rows", std::move(rows)}};
  }

  /// Those with planes in shared memory, for large grids, unless the request says where neighbours
  /// come from.
  static void addStagedPlans(const analysis::Facts &facts, const Target &target,
                             const ScheduleRequest &request, std::vector<Plan> &plans) {
    if (request.options.count("stage") || request.options.count("prefetch") ||
        !isLarge(plannedExtents(facts.program)))
      return;
    ScheduleRequest staged = request;
    staged.options["stage"] = "shared";
    if (fitStagedSweep(facts, target, staged).legal)
      for (Plan &plan : stagedSweepPlans(facts, target, staged, false))
        plans.push_back(std::move(plan));
  }

  Plan makePlan(const analysis::Facts &facts, const Target &target, const ScheduleRequest &request,
                const Choice &choice) const {
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    std::vector<int> block = choice.block;
    if (facts.program.rank() == 2)
      block.resize(1);
    plan.options = {{"block", blockText(block)},
                    {"cells", std::to_string(choice.cells)},
                    {"planes", std::to_string(choice.planes)},
                    {"prefetch", std::to_string(choice.prefetch)},
                    {"reuse", choice.keepsColumn ? "registers" : "none"}};
    if (choice.staging == Staging::ReadOnly)
      plan.options["stage"] = "readonly";
    addRequested(request, plan);
    const Extents extents = plannedExtents(facts.program);
    for (std::size_t index = 0; index < facts.dependence.passes.size(); ++index) {
      PassPlan pass;
      pass.streamingStores = textOption(request, "store") == "streaming";
      pass.block[0] = choice.block[0];
      pass.block[1] = choice.block[1];
      pass.cellsPerThread = choice.cells;
      pass.sweepAxis = facts.program.lastAxis();
      pass.planesPerChunk = choice.planes;
      pass.prefetch = choice.prefetch;
      pass.keepsColumn = choice.keepsColumn;
      pass.staging = choice.staging;
      pass.registers = registersOf(facts, index, choice);
      demandBlocks(pass, target, intOption(request, "blocks"));
      const Traffic traffic = trafficOf(facts, index, pass, extents);
      const double read = std::max(1, facts.cost.passes[index].bytesRead);
      pass.redundancy = (traffic.memoryBytes - bytesWritten(facts, index)) / read;
      pass.estimate = estimatePass(pass, traffic, target, extents);
      if (facts.program.rank() == 3)
        pass.estimate.seconds *= kSeenInSpace;
      plan.cost += pass.estimate.seconds;
      plan.passes.push_back(pass);
    }
    addNotes(facts, target, choice, plan);
    return plan;
  }

  static void addNotes(const analysis::Facts &facts, const Target &target, const Choice &choice,
                       Plan &plan) {
    const int widest = widestCell(facts);
    plan.notes.push_back(llvm::formatv("{0} {1} of {2} bytes per access: {3} bytes", choice.cells,
                                       choice.cells == 1 ? "cell" : "cells", widest,
                                       choice.cells * widest)
                             .str());
    const PassPlan &pass = plan.passes.front();
    const auto blocks = launchGrid(pass, plannedExtents(facts.program));
    plan.notes.push_back(
        llvm::formatv("{0} planes a chunk: {1} x {2} x {3} blocks, {4} at a time", choice.planes,
                      blocks[0], blocks[1], blocks[2],
                      std::int64_t(residentBlocks(pass, target)) * target.multiprocessors)
            .str());
  }
};

} // namespace

const Schedule &scheduleSweep() {
  static const Sweep sweep;
  return sweep;
}

} // namespace stencilc::plan
