/// \file Predicted cost of sweep kernels that load planes into shared memory.
#include "schedules/sweep/staged/StagedCost.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Points.h"
#include "plan/cost/Quotients.h"
#include <algorithm>
#include <array>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Predicted instructions of a thread per step of the sweep: kPlane once, kRow for each of its
/// rows, and kDirect for each load directly from global memory. kPiece is for each piece of 16
/// bytes that it copies to shared memory. kFrozen is for each 32-bit word of its cells, if some
/// cells of the grid are frozen (keep their values). Counted in compiled kernels.
constexpr double kPlane = 60, kRow = 25, kDirect = 3, kPiece = 80, kFrozen = 1.5;
/// Factors on the memory time of kernels whose blocks are throttled (fast blocks wait for slower
/// ones, so that all are near the same plane). kPacedByThree is for three planes loaded ahead of
/// their use, kPaced for more. Measured for stars of radius 3 and 4 on an H200.
constexpr double kPacedByThree = 0.94, kPaced = 0.9;
/// Work of a kernel per step of the sweep, which advances by one plane. `accesses` counts a
/// thread's loads from shared memory, and `directs` its loads directly from global memory. `pieces`
/// counts the pieces of 16 bytes that a thread copies to shared memory. `ringBytes` are the bytes
/// that a block loads into ring buffers. `lead` is the number of steps before the first update.
struct Work {
  double accesses = 0, directs = 0, pieces = 0; // of each thread
  double ringBytes = 0;                         // of each block
  double memoryBytes = 0, directBytes = 0;      // per updated cell
  int lead = 0;
};

/// Returns true if the threads of some tiles must copy planes of `level` to shared memory, because
/// TMA loads (one thread copies a whole tile) wrongly give zero beyond a face. The cost counts
/// these copies for all tiles. All tiles run at the same time, so the slowest one determines the
/// time of the launch.
bool copiesAtFaces(const analysis::Facts &facts, const StagedLevel &level) {
  return !facts.faces[level.fieldLevel.field].zeroFillSuffices(facts.program.lastAxis());
}

/// Adds to `work` the loads of a thread in one plane of `level` (a field at one time level), from
/// shared memory or directly from global memory. `plane` is relative to the plane being updated.
void addPlane(const KernelPlan &kernel, const StagedLevel &level, int plane, Work &work) {
  const int rows = kernel.rowsPerThread();
  const bool isMoved = level.isMoved[plane - level.first];
  if (level.isDirect(plane)) { // in a level with one plane in the ring
    work.directs += isMoved ? 0 : rows;
    work.directBytes += isMoved ? 0 : level.bytes;
    return;
  }
  const Window all = level.window(plane), old = isMoved ? level.moved(plane) : Window();
  work.accesses +=
      all.low + all.high - old.low - old.high + (isMoved ? 0 : rows) +
      rows * double(all.left + all.right - old.left - old.right) / kernel.cellsPerThread;
}

Work workOf(const analysis::Facts &facts, const KernelPlan &kernel) {
  const StagedShape &staged = kernel.shapeAs<StagedShape>();
  Work work;
  work.lead = staged.lead;
  for (const StagedLevel &level : staged.fieldLevels) {
    work.memoryBytes += level.bytes;
    if (!level.inRing) {
      work.directs += kernel.rowsPerThread();
      work.directBytes += level.bytes;
      continue;
    }
    const double bytes = double(level.width) * level.height * level.bytes;
    work.ringBytes += bytes;
    if (kernel.engine != CopyEngine::Tensor || copiesAtFaces(facts, level))
      work.pieces += bytes / 16 / threadsOf(kernel);
    for (int plane = level.first; plane <= level.last; ++plane)
      addPlane(kernel, level, plane, work);
  }
  return work;
}

/// Returns the number of bytes of one access of a thread to its adjacent cells.
double accessBytes(const analysis::Facts &facts, const KernelPlan &kernel) {
  return double(kernel.cellsPerThread) * bytesOf(facts.program.compute);
}

/// Returns the cycles per updated cell that a thread waits for divisions, in kernel number `index`.
/// Returns 0 in f32 if the kernel has no point sources or receivers. Tests for special operands,
/// such as zero, are then deferred to the end of the sweep.
double askedQuotients(const analysis::Facts &facts, std::size_t index) {
  const bool isDeferred =
      facts.program.compute == ir::ScalarType::F32 && facts.cost.kernels[index].points == 0;
  return isDeferred ? 0 : quotientCycles(facts, index);
}

} // namespace

/// Returns the predicted number of instructions that a thread of `kernel` executes per plane.
/// `index` is the number of the kernel in the program. `work` has the thread's loads and copies,
/// and `stores` is its number of stores per plane.
static double instructionsOf(const analysis::Facts &facts, std::size_t index,
                             const KernelPlan &kernel, const Work &work, double stores) {
  const auto &stages = facts.dependence.kernels[index].stages;
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  const bool keeps = std::any_of(stages.begin(), stages.end(), [&](ir::StageId id) {
    return !facts.program.stages[id].frozen.isZero();
  });
  const double own = double(kernel.rowsPerThread()) * kernel.cellsPerThread;
  return kPlane + kRow * kernel.rowsPerThread() + work.accesses + stores + kDirect * work.directs +
         kPiece * work.pieces +
         own * (arithmeticInstructions(facts, index) +
                pointInstructions(facts, index, kernel.cellsPerThread) +
                (keeps ? kFrozen * (isDouble ? 2 : 1) : 0));
}

Estimate stagedWave(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel,
                    const Target &target, double blocks) {
  const Work work = workOf(facts, kernel);
  const machine::Shares &shares = target.shares;
  const double threads = threadsOf(kernel), lanes = inWholeWarps(threads, target);
  const double updated = threads * kernel.rowsPerThread() * kernel.cellsPerThread;
  const double stores =
      double(kernel.rowsPerThread()) * double(facts.dependence.kernels[index].stages.size());
  Traffic traffic;
  traffic.memoryBytes = work.memoryBytes + bytesWritten(facts, index);
  traffic.cacheBytes = work.ringBytes / updated + work.directBytes - work.memoryBytes;
  const double access = accessBytes(facts, kernel);
  traffic.sharedBytes = (work.ringBytes + threads * work.accesses * access) / updated;
  traffic.loadBytes = (lanes * (work.accesses + stores + work.directs) - threads * work.accesses) *
                      access / updated;
  traffic.instructions = lanes * instructionsOf(facts, index, kernel, work, stores) / updated;
  countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
  const double pieceWait = facts.program.rank() == 2 ? shares.waits.rowPiece : shares.waits.piece;
  traffic.waiting =
      (pieceWait * work.pieces + (kernel.staging == Staging::Rows ? shares.waits.margin : 0)) /
      updated;
  traffic.barriers = 1;
  traffic.computed = 1 + work.lead / std::max(1.0, double(kernel.planesPerChunk));
  // Bytes that memory could load during lookups of points and tests of quotients, unless another
  // block is resident.
  const double asking = pointCycles(facts, index) * kernel.rowsPerThread() / updated +
                        askedQuotients(facts, index) / threads;
  traffic.lostBytes =
      asking / blocks * target.copyBandwidth / (target.multiprocessors * target.clock);
  machine::KernelShares mine = shares.staged;
  if (kernel.shapeAs<StagedShape>().isPaced)
    mine.copy /= stagedParameters(kernel).ahead > kLeastPaced ? kPaced : kPacedByThree;
  return estimate(traffic, mine, target, blocks);
}

const char *stagedBound(const Estimate &wave) {
  const std::array<std::pair<double, const char *>, 6> parts = {{
      {wave.memory, "memory"},
      {wave.cache, "traffic with L2"},
      {wave.shared, "shared memory"},
      {wave.issue, "instructions"},
      {wave.pipe, "arithmetic"},
      {wave.waiting, "waiting"},
  }};
  return std::max_element(parts.begin(), parts.end())->second;
}

double stagedRedundancy(const analysis::Facts &facts, const KernelPlan &kernel) {
  const Work work = workOf(facts, kernel);
  const double own = double(kernel.rowsPerThread()) * kernel.cellsPerThread;
  const double planes = std::max(1, kernel.planesPerChunk);
  return (work.ringBytes / (threadsOf(kernel) * own) + work.directBytes) /
         std::max(1.0, work.memoryBytes) * (1 + work.lead / planes);
}

Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel,
                        const Target &target, const Extents &extents) {
  const double cells = cellsOf(extents);
  double blocks = 1;
  for (std::int64_t count : launchGrid(kernel, extents))
    blocks *= double(count);
  const double each = blocks / target.multiprocessors; // blocks of a multiprocessor
  const double resident = std::min(std::max(1.0, double(kernel.residentBlocks)), std::ceil(each));
  const double whole = std::floor(each / resident), rest = std::ceil(each - whole * resident);
  const double planes =
      double(std::min<std::int64_t>(kernel.planesPerChunk, extents[kernel.sweepAxis])) +
      workOf(facts, kernel).lead;
  // Cells that all multiprocessors could update while a block on each sweeps its chunk.
  const double places = double(target.multiprocessors) * threadsOf(kernel) *
                        kernel.rowsPerThread() * kernel.cellsPerThread * planes;

  Estimate estimate = stagedWave(facts, index, kernel, target, resident);
  double seconds = whole * resident * estimate.seconds;
  if (rest > 0)
    seconds += rest * stagedWave(facts, index, kernel, target, rest).seconds;
  seconds *= places / cells;
  estimate.work = seconds / estimate.seconds;
  estimate.seconds = seconds;
  addLaunch(estimate, extents);
  return estimate;
}

} // namespace stencilc::schedules
