/// \file Plans of sweep kernels that load planes into shared memory.
#include "schedules/sweep/staged/StagedSweep.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "schedules/sweep/Options.h"
#include "schedules/sweep/VectorWidth.h"
#include "schedules/sweep/staged/StagedCost.h"
#include "schedules/sweep/staged/Staging.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kTensorCells = 256; // largest tile of a TMA load along an axis
constexpr int kMost = 1 << 12; // upper limit of rows per thread and planes ahead; prevents overflow
constexpr int kMostWaves = 64; // number of waves of blocks above which no more chunks are tried

bool allowsTensors(const analysis::Facts &facts, const Target &target) {
  return facts.program.rank() == 3 && target.has.tensorLoads;
}

CopyEngine standardEngine(const analysis::Facts &facts, const Target &target) {
  return allowsTensors(facts, target) ? CopyEngine::Tensor
         : target.has.asyncCopies     ? CopyEngine::Async
                                      : CopyEngine::Plain;
}

/// Returns a kernel plan with the options that `request` sets, and with default values of the other
/// options.
KernelPlan choiceOf(const analysis::Facts &facts, const Target &target,
                    const ScheduleRequest &request) {
  const bool isSpace = facts.program.rank() == 3;
  const AskedSweep asked = sweepOptions().parse(request);
  KernelPlan kernel;
  const auto block =
      asked(&SweepOptions::block).value_or(isSpace ? std::vector{32, 16} : std::vector{128});
  kernel.block[0] = block[0];
  kernel.block[1] = block.size() > 1 ? block[1] : 1;
  kernel.sweepAxis = facts.program.lastAxis();
  kernel.cellsPerThread = asked(&SweepOptions::cells).value_or(kAccessBytes / widestCell(facts));
  kernel.staging = stagingOf(request);
  kernel.engine = asked(&SweepOptions::engine).value_or(standardEngine(facts, target));
  setStagedParameters(kernel, {.rows = std::min(asked(&SweepOptions::rows).value_or(1), kMost),
                               .ahead = std::min(asked(&SweepOptions::ahead).value_or(1), kMost),
                               .keepsColumn = !asked(&SweepOptions::dropsColumn).value_or(false)});
  kernel.planesPerChunk = 1;
  return kernel;
}

/// Sets `kernel.shape` (its windows, ring buffers and options) for kernel number `index` of the
/// program, with the options of `request`. Also sets three members of `kernel` that follow from
/// these: bytes of shared memory, registers per thread, and blocks that run on a multiprocessor at
/// the same time.
void complete(const analysis::Facts &facts, const Target &target, const ScheduleRequest &request,
              std::size_t index, KernelPlan &kernel) {
  const AskedSweep asked = sweepOptions().parse(request);
  const auto staged = std::make_shared<StagedShape>(stagedShape(facts, index, kernel));
  staged->planesAtRun = asked(&SweepOptions::planes).value_or(0) == 0;
  staged->streamingStores = asked(&SweepOptions::streamsStores).value_or(false);
  kernel.shape = staged;
  kernel.sharedBytes = static_cast<int>(std::min<std::int64_t>(staged->sharedBytes, 1 << 30));
  kernel.registers = staged->registers;
  demandBlocks(kernel, target, asked(&SweepOptions::blocks));
}

/// Returns true if updates read cells of other threads in planes of `level` that are not in shared
/// memory. This can happen only with option `stage=plane`, which keeps only the plane of the
/// updated cell in shared memory.
bool readsBesideColumn(const StagedLevel &level) {
  for (int plane = level.first; plane <= level.last; ++plane)
    if (level.onePlane && plane != 0 && !(level.window(plane) == Window()))
      return true;
  return false;
}

bool isBeyondTensors(const StagedLevel &level) {
  return level.inRing && (level.width > kTensorCells || level.height > kTensorCells);
}

/// Returns the reason why `kernel`, which is kernel number `index` of the program, does not fit the
/// target, as a message for the user. Returns "" if it fits.
std::string excess(const analysis::Facts &facts, const Target &target, std::size_t index,
                   const KernelPlan &kernel) {
  const StagedShape staged = stagedShape(facts, index, kernel);
  if (staged.sharedBytes > target.sharedBytesPerBlock)
    return llvm::formatv("its planes need {0} bytes of shared memory per block, and {1} has {2}; "
                         "use {3}a smaller block or fewer rows per thread",
                         staged.sharedBytes, target.name, target.sharedBytesPerBlock,
                         stagedParameters(kernel).ahead > 1 ? "a smaller ahead=, " : "")
        .str();
  if (staged.registers > target.registersPerThread)
    return llvm::formatv("a thread needs about {0} registers, and {1} has {2}; use {3}",
                         staged.registers, target.name, target.registersPerThread,
                         kernel.rowsPerThread() > 1 ? "fewer rows per thread"
                         : stagedParameters(kernel).keepsColumn
                             ? "reuse=none, or fewer cells per thread"
                             : "fewer cells per thread")
        .str();
  for (const StagedLevel &level : staged.fieldLevels)
    if (readsBesideColumn(level))
      return llvm::formatv("stage=plane stages only the plane being updated, and {0} is read at "
                           "neighbours in other planes; use stage=shared",
                           facts.program.fields[level.fieldLevel.field].name)
          .str();
  const double threads = threadsOf(kernel);
  if (threads <= target.threadsPerBlock && residentBlocks(kernel, target) < 1)
    return llvm::formatv("a block of {0} threads with about {1} registers each needs more than the "
                         "{2} that {3} has; use a smaller block or fewer rows per thread",
                         std::int64_t(threads), staged.registers, target.registersPerSm,
                         target.name)
        .str();
  for (const StagedLevel &level : staged.fieldLevels)
    if (kernel.engine == CopyEngine::Tensor && isBeyondTensors(level))
      return llvm::formatv("a tile of {0} x {1} cells with its halo is too large for tensor loads "
                           "of at most {2} along an axis; use a smaller block or engine=async",
                           level.width, level.height, kTensorCells)
          .str();
  return "";
}

bool fits(const analysis::Facts &facts, const Target &target, const KernelPlan &kernel) {
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    if (!excess(facts, target, index, kernel).empty())
      return false;
  return true;
}

/// Returns the number of planes per block with which a launch of `kernel` on a grid of `extents`
/// cells takes the fewest steps of the sweep. Steps are summed over all waves of blocks. `lead` is
/// the number of steps of a block before its first update.
int planesFor(const KernelPlan &kernel, const Target &target, const Extents &extents, int lead) {
  KernelPlan column = kernel;
  column.planesPerChunk =
      static_cast<int>(std::min<std::int64_t>(extents[kernel.sweepAxis], 1 << 30));
  const auto grid = launchGrid(column, extents);
  const double tiles =
      double(grid[0]) * double(grid[1]) * double(grid[2]) / double(grid[kernel.sweepAxis]);
  const double places = std::max(1, kernel.residentBlocks) * double(target.multiprocessors);
  const std::int64_t planes = extents[kernel.sweepAxis];
  std::int64_t best = planes;
  double fewest = 0;
  for (std::int64_t chunks = 1; chunks <= std::min<std::int64_t>(planes, 256); ++chunks) {
    const double waves = std::ceil(tiles * double(chunks) / places);
    const std::int64_t each = (planes + chunks - 1) / chunks;
    const double steps = waves * double(each + lead);
    if (chunks == 1 || steps < 0.995 * fewest) {
      fewest = steps;
      best = each;
    }
    if (waves > kMostWaves)
      break;
  }
  return static_cast<int>(std::min<std::int64_t>(best, 1 << 30));
}

Plan makePlan(const analysis::Facts &facts, const Target &target, const ScheduleRequest &request,
              const KernelPlan &choice) {
  Plan plan;
  plan.schedule = "sweep";
  plan.target = target;
  const bool isSpace = facts.program.rank() == 3;
  const int planes = sweepOptions().parse(request)(&SweepOptions::planes).value_or(0);
  using Options = SweepOptions;
  const Options options = {.block = {choice.block, choice.block + (isSpace ? 2 : 1)},
                           .cells = choice.cellsPerThread,
                           .planes = planes,
                           .dropsColumn = !stagedParameters(choice).keepsColumn,
                           .stage = choice.staging,
                           .engine = choice.engine,
                           .rows = choice.rowsPerThread(),
                           .ahead = stagedParameters(choice).ahead};
  plan.options = sweepOptions().print(
      options, {&Options::block, &Options::cells, &Options::planes, &Options::prefetch,
                &Options::dropsColumn, &Options::stage, &Options::engine, &Options::ahead});
  addRequested(request, plan);
  if (isSpace)
    plan.options.merge(sweepOptions().print(options, {&Options::rows}));
  const Extents extents = plannedExtents(facts.program);
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
    KernelPlan kernel = choice;
    complete(facts, target, request, index, kernel);
    kernel.planesPerChunk =
        planes ? planes : planesFor(kernel, target, extents, kernel.shapeAs<StagedShape>().lead);
    kernel.redundancy = stagedRedundancy(facts, kernel);
    kernel.estimate = stagedEstimate(facts, index, kernel, target, extents);
    plan.cost += kernel.estimate.seconds;
    plan.kernels.push_back(kernel);
  }
  const KernelPlan &first = plan.kernels.front();
  plan.notes.push_back(
      llvm::formatv("a block updates {0} x {1} cells of a plane and keeps {2} bytes of planes in "
                    "shared memory; {3} {4} on a multiprocessor",
                    cellsOfBlock(first, 0), isSpace ? cellsOfBlock(first, 1) : 1, first.sharedBytes,
                    first.residentBlocks, first.residentBlocks == 1 ? "block" : "blocks")
          .str());
  const Estimate wave = stagedWave(facts, 0, first, target, std::max(1, first.residentBlocks));
  plan.notes.push_back(llvm::formatv("every neighbour in the plane is read from shared memory, not "
                                     "through the caches; bound by {0}",
                                     stagedBound(wave))
                           .str());
  if (first.shapeAs<StagedShape>().isPaced)
    plan.notes.push_back("blocks that are ahead of others load planes later, so that all find the "
                         "planes of their neighbours in L2");
  return plan;
}

} // namespace

Staging stagingOf(const ScheduleRequest &request) {
  return sweepOptions().parse(request)(&SweepOptions::stage).value_or(Staging::None);
}

void addRequested(const ScheduleRequest &request, Plan &plan) {
  const AskedSweep asked = sweepOptions().parse(request);
  if (const auto blocks = asked(&SweepOptions::blocks))
    plan.options.merge(sweepOptions().print({.blocks = *blocks}, {&SweepOptions::blocks}));
  if (const auto streams = asked(&SweepOptions::streamsStores))
    plan.options.merge(
        sweepOptions().print({.streamsStores = *streams}, {&SweepOptions::streamsStores}));
  addVector(request, plan);
}

Fit fitStagedSweep(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) {
  const int rank = facts.program.rank();
  if (rank == 2 && stagingOf(request) == Staging::Rows)
    return Fit::no("stage=rows keeps rows of a plane, and with two axes a row is swept; use "
                   "stage=shared");
  const AskedSweep asked = sweepOptions().parse(request);
  if (rank == 2 && asked.has(&SweepOptions::rows))
    return Fit::no("rows= counts rows of a plane, and with two axes a row is swept; leave it out");
  if (asked(&SweepOptions::prefetch).value_or(0) > 0)
    return Fit::no(
        "ahead= sets how far planes are copied ahead to shared memory; leave out prefetch=");
  KernelPlan kernel = choiceOf(facts, target, request);
  if (kernel.engine == CopyEngine::Tensor && !allowsTensors(facts, target))
    return Fit::no("engine=tensor copies planes of three axes on sm_90; use engine=async");
  if (Fit engine = engineFits(kernel.engine, target); !engine.legal)
    return engine;
  if (kernel.engine == CopyEngine::Plain && asked.has(&SweepOptions::ahead) &&
      stagedParameters(kernel).ahead > 1)
    return Fit::no("engine=plain copies one plane ahead; use ahead=1 or engine=async");
  if (!asked.has(&SweepOptions::block))
    kernel.block[1] = std::min(kernel.block[1], rank == 3 ? 4 : 1);
  int narrowest = 4; // bytes of a cell
  for (const ir::FieldDecl &field : facts.program.fields)
    narrowest = std::min(narrowest, bytesOf(field.storage));
  if (kernel.block[0] * kernel.cellsPerThread * narrowest % 16 != 0)
    return Fit::no(llvm::formatv("{0} threads of {1} along x do not fill whole accesses of 16 "
                                 "bytes; use a multiple of {2} threads along x",
                                 kernel.block[0], counted(kernel.cellsPerThread, "cell"),
                                 16 / narrowest)
                       .str());
  bool hasNeighbours = false;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
    hasNeighbours |= hasNeighboursInPlane(facts, index);
    if (std::string text = excess(facts, target, index, kernel); !text.empty())
      return Fit::no(text);
  }
  if (!hasNeighbours)
    return Fit::no("no update reads neighbours in the plane, so nothing would be shared; use "
                   "stage=none");
  return Fit::yes();
}

/// Returns the block shapes to try, as threads along x and y. If `request` sets a shape, which
/// `asked` then has, it is the only one. Otherwise the list is fixed, and longer if the user has
/// set the option `stage` (`isNamed`).
static std::vector<std::array<int, 2>> blocksTried(const analysis::Facts &facts,
                                                   const ScheduleRequest &request,
                                                   const KernelPlan &asked, bool isNamed) {
  if (sweepOptions().parse(request).has(&SweepOptions::block))
    return {{asked.block[0], asked.block[1]}};
  if (facts.program.rank() == 2)
    return {{128, 1}, {256, 1}};
  std::vector<std::array<int, 2>> blocks = {{32, 16}, {32, 8}};
  if (isNamed)
    blocks.push_back({32, 4});
  return blocks;
}

/// Returns true if the prefetch distance of `kernel` (planes loaded ahead of their use) is worth
/// trying when the user did not set it. Distances up to two always are. A distance above two is
/// worth trying only if blocks are throttled (fast blocks wait for slower ones, so that all are
/// near the same plane).
static bool isWorthTrying(const analysis::Facts &facts, const KernelPlan &kernel) {
  return stagedParameters(kernel).ahead < kLeastPaced || stagedShape(facts, 0, kernel).isPaced;
}

std::vector<Plan> stagedSweepPlans(const analysis::Facts &facts, const Target &target,
                                   const ScheduleRequest &request, bool isNamed) {
  const KernelPlan asked = choiceOf(facts, target, request);
  const AskedSweep given = sweepOptions().parse(request);
  std::vector<int> rows = {asked.rowsPerThread()}, aheads = {stagedParameters(asked).ahead};
  if (facts.program.rank() == 3 && !given.has(&SweepOptions::rows) &&
      asked.staging != Staging::Rows)
    rows = {1, 2, 4};
  if (!given.has(&SweepOptions::ahead) && asked.engine != CopyEngine::Plain)
    aheads = isNamed ? std::vector{2, 4, 3, 1} : std::vector{2, 4, 3};
  std::vector<Plan> plans;
  for (const auto &block : blocksTried(facts, request, asked, isNamed))
    for (int count : rows)
      for (int ahead : aheads) {
        KernelPlan kernel = asked;
        kernel.block[0] = block[0];
        kernel.block[1] = block[1];
        setStagedParameters(kernel, {count, ahead, stagedParameters(asked).keepsColumn});
        if (fits(facts, target, kernel) && (isNamed || isWorthTrying(facts, kernel)))
          plans.push_back(makePlan(facts, target, request, kernel));
      }
  return plans;
}

} // namespace stencilc::schedules
