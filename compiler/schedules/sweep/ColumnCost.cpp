/// \file Predicts registers and memory traffic of sweeps that keep columns of cells in registers.
#include "schedules/sweep/ColumnCost.h"
#include "plan/cost/Column.h"
#include "plan/cost/Points.h"
#include "schedules/sweep/HeldCells.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Constants of the predicted number of registers. kBaseRegisters counts pointers, offsets, extents
/// and scalars of a thread. kFewWords is a number of 32-bit words of cells kept from plane to
/// plane. Beyond this number, every fourth word needs one register more.
constexpr int kBaseRegisters = 12, kFewWords = 28;
/// Upper limit of the registers for offsets to neighbours that the estimate leaves out, because the
/// registers for cells include them. It leaves out the smaller of this limit and a quarter of the
/// 32-bit words of these cells. The limit was measured with a star of radius 4.
constexpr int kFewOffsets = 24;
/// Maximum number of loaded 32-bit words that a compiler has in registers at once, if no cells are
/// kept from plane to plane.
constexpr int kTurnWords = 96;
/// Number of intermediate values of an update that the base registers include. Each further value
/// counts as one and a half, because compilers start later operations early.
constexpr int kFewTemporaries = 2;
/// Additional registers of a thread for divisions, roots and special functions, which are sequences
/// of instructions.
constexpr int kSequenceRegisters = 28;
/// Smallest number of stages (update statements) of a kernel for which compilers compute common
/// subexpressions first. A thread then needs the largest of three register counts: for divisions
/// and roots, for intermediate values, and a quarter of the words of its cells. With fewer stages
/// the first count is added to the larger of the others.
constexpr std::size_t kManyStages = 8;
/// Instructions of a thread per plane: for the loop, for each loaded row (address, test for inner
/// rows, load), and for each cell loaded left or right of the thread's own cells.
constexpr int kLoopInstructions = 16, kRowInstructions = 8, kMarginInstructions = 6;
int words(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Returns whether the kernel reads any field whose boundary value depends on the position of the
/// cell.
bool computesBoundary(const analysis::Facts &facts, const SweepShape &shape) {
  return llvm::any_of(shape.fieldLevels, [&](const auto &fieldLevel) {
    return facts.faces[fieldLevel.first.field].varyByPlace();
  });
}

/// Returns the size in bytes of a cell of the field.
int cellBytes(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel) {
  return bytesOf(facts.program.fields[fieldLevel.field].storage);
}

/// Returns the number of 32-bit registers of a thread for offsets to neighbours. Buffers of one
/// cell type share these offsets.
int offsetWords(const analysis::Facts &facts, const SweepShape &shape) {
  std::map<ir::ScalarType, SweepRow> margins;
  std::set<std::pair<ir::ScalarType, Offset>> rowsAside;
  for (const auto &[fieldLevel, rows] : shape.fieldLevels) {
    const ir::ScalarType type = facts.program.fields[fieldLevel.field].storage;
    SweepRow &all = margins[type];
    for (const auto &[at, row] : rows) {
      if (shape.along == 2 && at[1] != 0 && !shape.nextOf(rows, at))
        rowsAside.insert({type, at});
      all.left = std::max(all.left, row.left);
      all.right = std::max(all.right, row.right);
    }
  }
  int words = 2 * static_cast<int>(rowsAside.size());
  for (const auto &[type, all] : margins)
    words += all.left + all.right;
  return words;
}

} // namespace

int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options) {
  const analysis::Operations &operations = facts.cost.kernels[index].operations;
  int held = heldWords(facts, index, shape, options);
  if (!options.keepsColumn) // compilers keep at most so many loads in flight
    held = std::min(held, kTurnWords);
  const int temporaries = std::max(0, facts.cost.kernels[index].temporaries - kFewTemporaries) *
                          words(bytesOf(facts.program.compute), options.cells);
  const bool hasSequences = operations.divide + operations.sqrt + operations.special > 0 ||
                            computesBoundary(facts, shape);
  const int sequences = hasSequences ? kSequenceRegisters : 0;
  const int beside = std::max(0, (held - kFewWords) / 4);
  const int waiting = facts.dependence.kernels[index].stages.size() >= kManyStages
                          ? std::max({beside, temporaries, sequences})
                          : std::max(beside, temporaries * 3 / 2) + sequences;
  return kBaseRegisters + held + waiting +
         std::max(0, offsetWords(facts, shape) - std::min(kFewOffsets, held / 4)) +
         pointRegisters(facts, index, 1, options.cells);
}

Traffic columnTraffic(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel,
                      const machine::Shares &shares, int vectorBytes, const Extents &extents) {
  const auto &shape = kernel.shapeAs<SweepShape>();
  Traffic traffic;
  double perThread = kLoopInstructions;
  const double planes = std::min(double(kernel.planesPerChunk), double(extents[kernel.sweepAxis]));
  for (const auto &[fieldLevel, held] : shape.fieldLevels) {
    const int bytes = cellBytes(facts, fieldLevel);
    Reach reach; // along the middle axis, and along the swept one
    for (const auto &[at, row] : held) {
      reach.include(Offset{{0, shape.along == 2 ? at[1] : 0, at[shape.along]}});
      SweepRow moved;
      if (const SweepRow *next = shape.nextOf(held, at)) {
        moved = movedMargins(row, *next);
        perThread += words(bytes, kernel.cellsPerThread + row.left + row.right);
      } else {
        perThread +=
            kRowInstructions + std::max(0, bytes * kernel.cellsPerThread / vectorBytes - 1);
        traffic.loadBytes += bytes;
      }
      traffic.loadBytes +=
          double(bytes) * (row.left - moved.left + row.right - moved.right) / kernel.cellsPerThread;
      perThread += kMarginInstructions * (row.left - moved.left + row.right - moved.right);
    }
    const double rows = double(reach.low[1] + reach.high[1]) / kernel.block[1];
    // Planes that two chunks read are found in L2 if the chunks run at the same time. The longer a
    // chunk, the further its block drifts from its neighbours, and the less is found. On an H200 at
    // 512 cubed in f64, chunks of 16, 32 and 64 planes reach 214, 211 and 201 GLUP/s.
    const auto &again = shares.sweep;
    traffic.memoryBytes += bytes * (1 + again.reread * (reach.low[2] + reach.high[2]) / planes);
    traffic.memoryBytes += bytes * planes * (rows * again.rowDrift + again.drift);
    traffic.cacheBytes += bytes * rows;
    traffic.bytesUnderWay += double(bytes) * kernel.cellsPerThread * (1 + kernel.prefetch);
  }
  const double arithmetic = arithmeticInstructions(facts, index);
  traffic.instructions = perThread / kernel.cellsPerThread + arithmetic +
                         pointInstructions(facts, index, kernel.cellsPerThread);
  countArithmetic(traffic, facts, arithmetic);
  traffic.memoryBytes += bytesWritten(facts, index);
  traffic.bytesUnderWay = std::max(traffic.bytesUnderWay, 4.0);
  return traffic;
}

double bytesLostAsking(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel,
                       const Target &target) {
  constexpr double kAtOnce = 9.6; // relative to the waiting of a sweep with planes in shared memory
  const double updated = double(kernel.block[0]) * kernel.block[1] * kernel.cellsPerThread;
  return kAtOnce * pointCycles(facts, index) / updated /
         std::max(1, residentBlocks(kernel, target)) * target.copyBandwidth /
         (target.multiprocessors * target.clock);
}

} // namespace stencilc::schedules
