/// \file What a sweep that stages planes in shared memory is expected to cost.
#include "plan/StagedCost.h"
#include "plan/CostModel.h"
#include "plan/Faces.h"
#include "plan/LaunchGrid.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace stencilc::plan {

namespace {

/// Instructions of a thread per plane, per row, per load from memory, per piece of 16 bytes that it
/// copies itself, and per cell that may be kept, a word; counted in compiled kernels.
constexpr double kPlane = 60, kRow = 25, kDirect = 3, kPiece = 80, kKept = 1.5;
/// Bytes a cycle between L2 and a multiprocessor, and of its shared memory.
constexpr double kCacheRate = 32, kSharedRate = 128;
/// Of a block's own instructions and accesses, what nothing hides; cycles to wait for a copied
/// piece, with two axes, where a thread's place in the row is always the same, and for margins from
/// memory.
constexpr double kOwnShare = 0.42, kPieceWait = 780, kRowPieceWait = 450, kMarginWait = 1700;
constexpr double kSharpness = 3.3;
/// Between this model and that of sweeps by caches some percent say nothing; a sweep by caches has
/// fewer ways to lose.
constexpr double kPreference = 1.04;
/// Of the instructions that could be issued, what compiled kernels reach.
constexpr double kIssueShare = 0.8;

/// What a thread does for a plane, and a block brings for it.
struct Work {
  double accesses = 0, directs = 0, pieces = 0; // of a thread
  double ringBytes = 0;                         // of a block
  double memoryBytes = 0, directBytes = 0;      // of a cell
  int lead = 0;
};

/// Whether threads copy the planes of tiles at some face, because tensor loads give zero beyond it.
/// All tiles run side by side, so that the last of them to end counts.
bool copiesAtFaces(const analysis::Facts &facts, const StagedStream &stream) {
  return !tensorsGive(facts, stream.stream.field, facts.program.lastAxis());
}

Work workOf(const analysis::Facts &facts, std::size_t index, const PassPlan &pass) {
  const StagedPass staged = stagedPass(facts, index, pass);
  const int rows = pass.rowsPerThread, cells = pass.cellsPerThread;
  Work work;
  work.lead = staged.lead;
  for (const StagedStream &stream : staged.streams) {
    work.memoryBytes += stream.bytes;
    if (!stream.inRing) {
      work.directs += rows;
      work.directBytes += stream.bytes;
      continue;
    }
    const double bytes = double(stream.width) * stream.height * stream.bytes;
    work.ringBytes += bytes;
    if (pass.engine != CopyEngine::Tensor || copiesAtFaces(facts, stream))
      work.pieces += bytes / 16 / threadsOf(pass);
    for (int plane = stream.first; plane <= stream.last; ++plane) {
      const bool isMoved = stream.isMoved[plane - stream.first];
      if (stream.isDirect(plane)) { // of a stream with one plane in the ring
        work.directs += isMoved ? 0 : rows;
        work.directBytes += isMoved ? 0 : stream.bytes;
        continue;
      }
      const Window all = stream.window(plane), old = isMoved ? stream.moved(plane) : Window();
      work.accesses += all.low + all.high - old.low - old.high + (isMoved ? 0 : rows) +
                       rows * double(all.left + all.right - old.left - old.right) / cells;
    }
  }
  return work;
}

/// Of a warp's access to the cells of its threads.
double accessBytes(const analysis::Facts &facts, const PassPlan &pass) {
  return 32.0 * pass.cellsPerThread * bytesOf(facts.program.compute);
}

} // namespace

StagedStep stagedStep(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                      const Target &target, double resident) {
  const Work work = workOf(facts, index, pass);
  const double threads = threadsOf(pass), warps = std::ceil(threads / 32);
  const double own = double(pass.rowsPerThread) * pass.cellsPerThread;
  const auto &stages = facts.dependence.passes[index].stages;
  const double stores = double(pass.rowsPerThread) * double(stages.size());
  const double arithmetic = arithmeticInstructions(facts, index);
  const double written = bytesWritten(facts, index);
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  const bool keeps = std::any_of(stages.begin(), stages.end(), [&](ir::StageId id) {
    return !facts.program.stages[id].rim.isZero();
  });
  const double perThread = kPlane + kRow * pass.rowsPerThread + work.accesses + stores +
                           kDirect * work.directs + kPiece * work.pieces +
                           own * (arithmetic + (keeps ? kKept * (isDouble ? 2 : 1) : 0));
  const double bytesPerCycle = target.copyBandwidth / (target.multiprocessors * target.clock);
  const double updates = resident * threads * own;

  StagedStep step;
  step.memory = updates * (work.memoryBytes + written) / bytesPerCycle;
  step.cache = (resident * work.ringBytes + updates * (work.directBytes + written)) / kCacheRate;
  step.shared = resident *
                (warps * (work.accesses + stores + work.directs) * accessBytes(facts, pass) +
                 work.ringBytes) /
                kSharedRate;
  step.instructions = resident * warps * perThread * 32 / (kLanes * kIssueShare);
  step.arithmetic =
      updates * arithmetic / (isDouble ? target.doublesPerCycle : target.singlesPerCycle);
  const double pieceWait = facts.program.rank() == 2 ? kRowPieceWait : kPieceWait;
  step.waiting = kOwnShare * (step.instructions + step.shared) / resident +
                 pieceWait * work.pieces + (pass.staging == Staging::Rows ? kMarginWait : 0);
  return step;
}

double StagedStep::cycles() const {
  double sum = 0;
  for (double part : {memory, cache, shared, instructions, arithmetic, waiting})
    sum += std::pow(part, kSharpness);
  return std::pow(sum, 1 / kSharpness);
}

const char *StagedStep::bound() const {
  const std::array<std::pair<double, const char *>, 6> parts = {{
      {memory, "memory"},
      {cache, "traffic with L2"},
      {shared, "shared memory"},
      {instructions, "instructions"},
      {arithmetic, "arithmetic"},
      {waiting, "waiting"},
  }};
  return std::max_element(parts.begin(), parts.end())->second;
}

double stagedRedundancy(const analysis::Facts &facts, std::size_t index, const PassPlan &pass) {
  const Work work = workOf(facts, index, pass);
  const double own = double(pass.rowsPerThread) * pass.cellsPerThread;
  const double planes = std::max(1, pass.planesPerChunk);
  return (work.ringBytes / (threadsOf(pass) * own) + work.directBytes) /
         std::max(1.0, work.memoryBytes) * (1 + work.lead / planes);
}

Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                        const Target &target, const Extents &extents) {
  double blocks = 1, cells = 1;
  for (std::int64_t count : launchGrid(pass, extents))
    blocks *= double(count);
  for (int axis = 0; axis < kMaxAxes; ++axis)
    cells *= double(extents[axis]);
  const double each = blocks / target.multiprocessors; // of a multiprocessor
  const double resident = std::min(std::max(1.0, double(pass.residentBlocks)), std::ceil(each));
  const double whole = std::floor(each / resident), rest = std::ceil(each - whole * resident);
  const StagedStep step = stagedStep(facts, index, pass, target, resident);
  double cycles = whole * step.cycles();
  if (rest > 0)
    cycles += stagedStep(facts, index, pass, target, rest).cycles();
  const Work work = workOf(facts, index, pass);
  const double planes =
      double(std::min<std::int64_t>(pass.planesPerChunk, extents[pass.sweepAxis])) + work.lead;

  Estimate estimate;
  const double own = double(pass.rowsPerThread) * pass.cellsPerThread;
  const double written = bytesWritten(facts, index), updated = threadsOf(pass) * own;
  estimate.memoryBytes = work.memoryBytes + written;
  estimate.cacheBytes = work.ringBytes / updated + work.directBytes - work.memoryBytes;
  estimate.sharedBytes =
      (work.ringBytes + threadsOf(pass) * work.accesses * accessBytes(facts, pass) / 32) / updated;
  estimate.arithmetic = arithmeticInstructions(facts, index);
  estimate.instructions = step.instructions * kLanes * kIssueShare / (resident * updated);
  estimate.barriers = 1;
  // If one resource were the only one, and the machine full.
  const double perUpdate = 1e9 / (resident * updated * target.multiprocessors * target.clock);
  estimate.memory = perUpdate * std::max(step.memory, step.cache);
  estimate.waiting = perUpdate * step.waiting;
  estimate.pipe = perUpdate * step.arithmetic;
  estimate.issue = perUpdate * step.instructions;
  estimate.shared = perUpdate * step.shared;
  estimate.seconds = kPreference * 1e9 * cycles * planes / target.clock / cells;
  estimate.work = estimate.seconds / (kPreference * perUpdate * step.cycles());
  return estimate;
}

} // namespace stencilc::plan
