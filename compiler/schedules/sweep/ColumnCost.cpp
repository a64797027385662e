/// \file What a sweep with columns in registers takes: registers of a thread, traffic of a kernel.
#include "schedules/sweep/ColumnCost.h"
#include "plan/Column.h"
#include "plan/Points.h"
#include "schedules/sweep/HeldCells.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Registers beside cells: pointers, offsets, extents and uniforms. This is what compilers were
/// seen to need without spilling on top of the cells held, which take a quarter more than their
/// number once they are many (kFewWords); free to choose, compilers take more.
constexpr int kBaseRegisters = 12, kFewWords = 28;
/// Where a row or a cell beside the own ones lies is found once and held, in two words or one. A
/// quarter of the cells held, but no more than a star of radius 4 has, are among the above.
constexpr int kFewOffsets = 24;
/// Words under way where nothing waits in registers.
constexpr int kTurnWords = 96;
/// Values of an update that wait at once and are among the base; of more, compilers hold half as
/// many again, for what they begin early. Where cells held are many these are among the quarter.
constexpr int kFewTemporaries = 2;
/// Registers of divisions, roots and special functions, which are sequences of instructions.
constexpr int kSequenceRegisters = 28;
/// Stages of a kernel from which on what they have in common comes first, and its sequences are
/// over when new cells wait: compilers need the most of sequences, values that wait and the
/// quarter, not the sum.
constexpr std::size_t kManyStages = 8;
/// Instructions per plane and thread for the loop, per row loaded (address, test for the inside,
/// load) and per margin cell loaded.
constexpr int kLoopInstructions = 16, kRowInstructions = 8, kMarginInstructions = 6;
int words(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Whether a boundary value of a field the kernel reads is computed from the position of the cell.
bool computesBoundary(const analysis::Facts &facts, const SweepShape &shape) {
  return llvm::any_of(shape.fieldLevels, [&](const auto &fieldLevel) {
    return facts.faces[fieldLevel.first.field].varyByPlace();
  });
}

/// Bytes of a cell.
int cellBytes(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel) {
  return bytesOf(facts.program.fields[fieldLevel.field].storage);
}

/// Words that say where neighbours lie, which buffers of a type share.
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
  if (!options.keepsColumn) // loaded in turn, so many at once as compilers were seen to keep
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
    Reach reach; // along the axis between, and along the swept one
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
    // Planes that two chunks both read come from L2 as long as the chunks run at the same time. The
    // longer a chunk, the further its block drifts from its neighbours, and the less they find of
    // each other's rows: in runs on an H200 at 512 cubed chunks of 16, 32 and 64 planes reach 214,
    // 211 and 201 GLUP/s in f64.
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
  constexpr double kAtOnce = 9.6; // times what a sweep with planes in shared memory waits
  const double updated = double(kernel.block[0]) * kernel.block[1] * kernel.cellsPerThread;
  return kAtOnce * pointCycles(facts, index) / updated /
         std::max(1, residentBlocks(kernel, target)) * target.copyBandwidth /
         (target.multiprocessors * target.clock);
}

} // namespace stencilc::schedules
