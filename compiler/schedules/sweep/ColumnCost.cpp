/// \file What a sweep with columns in registers takes: registers of a thread, traffic of a kernel.
#include "schedules/sweep/ColumnCost.h"
#include "plan/Column.h"
#include "plan/Points.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

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

/// Words that say where neighbours lie.
int offsetWords(const SweepShape &shape) {
  int words = 0;
  for (const auto &[fieldLevel, rows] : shape.fieldLevels) {
    SweepRow all;
    for (const auto &[at, row] : rows) {
      words += shape.along == 2 && at[1] != 0 && !shape.nextOf(rows, at) ? 2 : 0;
      all.left = std::max(all.left, row.left);
      all.right = std::max(all.right, row.right);
    }
    words += all.left + all.right;
  }
  return words;
}

} // namespace

int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options) {
  const analysis::Kernel &kernel = facts.dependence.kernels[index];
  const analysis::Operations &operations = facts.cost.kernels[index].operations;
  int held =
      static_cast<int>(kernel.stages.size()) * words(bytesOf(facts.program.compute), options.cells);
  for (const auto &[fieldLevel, column] : shape.fieldLevels) {
    int cells = shape.newestOf(column) ? options.prefetch * options.cells : 0;
    for (const auto &[at, row] : column)
      cells += options.cells + row.left + row.right;
    held += words(cellBytes(facts, fieldLevel), cells);
  }
  if (!options.keepsColumn) // loaded in turn, so many at once as compilers were seen to keep
    held = std::min(held, kTurnWords);
  const int waiting = std::max(0, facts.cost.kernels[index].temporaries - kFewTemporaries) *
                      words(bytesOf(facts.program.compute), options.cells) * 3 / 2;
  int registers = kBaseRegisters + held + std::max({0, (held - kFewWords) / 4, waiting}) +
                  std::max(0, offsetWords(shape) - std::min(kFewOffsets, held / 4)) +
                  pointRegisters(facts, index, 1, options.cells);
  if (operations.divide + operations.sqrt + operations.special > 0 ||
      computesBoundary(facts, shape))
    registers += kSequenceRegisters;
  return registers;
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
      }
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

} // namespace stencilc::schedules
