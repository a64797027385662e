/// \file Predicts registers and memory traffic of sweep kernels that keep columns in registers.
#include "schedules/sweep/ColumnCost.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/Column.h"
#include "plan/cost/Points.h"
#include "schedules/sweep/HeldCells.h"
#include <algorithm>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Coefficients of the predicted number of registers of a thread. The number is the larger of
/// kFewBase + kFewWords * w and kManyBase + kManyWords * w. Here w is the number of 32-bit words of
/// cells that are in registers at the same time. kValueRegisters is added for each 32-bit word of
/// intermediate values. kSequenceRegisters is added once if the kernel has divisions, roots or
/// special functions. Fitted to 280 kernels (nvcc 13.0, sm_90) with a median error of 9%.
constexpr double kFewBase = 22, kFewWords = 0.7, kManyBase = 5, kManyWords = 1.25;
constexpr double kValueRegisters = 0.3, kSequenceRegisters = 17;
/// Upper limit of the address offsets that need no registers of their own in the estimate. The
/// coefficients for cells, fitted to kernels, already cover some offsets. The number subtracted
/// from the offsets counted by offsetWords() is min(kFewOffsets, 32-bit words of cells in registers
/// / 4).
constexpr int kFewOffsets = 24;
/// Coefficients of the predicted number of instructions that a thread executes per plane, without
/// arithmetic. kLoopInstructions counts once, for the loop. The others count for each cell in
/// registers (kCellInstructions), each access to the thread's own cells (kRowInstructions), each
/// cell loaded left or right of these (kMarginInstructions), and each row written to global memory
/// (kStoreInstructions). Fitted to the executed instructions of 280 kernels on an H200 with a
/// median error of 12%.
constexpr double kLoopInstructions = 19, kCellInstructions = 2.8, kRowInstructions = 2.5;
constexpr double kMarginInstructions = 1.1, kStoreInstructions = 3;

/// Returns the number of bytes that a cell of `fieldLevel` (a field at one time level) occupies in
/// memory.
int cellBytes(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel) {
  return bytesOf(facts.program.fields[fieldLevel.field].storage);
}

/// Returns the number of 32-bit registers in which a thread keeps address offsets to neighbouring
/// cells. Two registers are needed for each row displaced along y that is loaded from memory. One
/// is needed for each position left or right of the thread's own cells. Buffers with the same cell
/// type share these registers.
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
  const analysis::KernelCost &cost = facts.cost.kernels[index];
  int held = heldWords(facts, index, shape, options);
  if (!options.keepsColumn) // compilers keep at most so many loads in flight
    held = std::min(held, kWordsLoadedAtOnce);
  const bool hasSequences = serialQuotients(facts, index) + cost.operations.special > 0;
  const double values =
      double(cost.temporaries) * registersOfCells(bytesOf(facts.program.compute), options.cells);
  const double cells = std::max(kFewBase + kFewWords * held, kManyBase + kManyWords * held);
  return static_cast<int>(cells + kValueRegisters * values +
                          (hasSequences ? kSequenceRegisters : 0)) +
         std::max(0, offsetWords(facts, shape) - std::min(kFewOffsets, held / 4)) +
         pointRegisters(facts, index, 1, options.cells);
}

/// Adds to `traffic` the bytes per updated cell that are read from memory (`memoryBytes`), L2
/// (`cacheBytes`) and L1 (`loadBytes`). `shares` has the measured fractions of data that are loaded
/// twice. `planes` is the number of planes of a chunk (the planes that one block sweeps).
static void countBytes(Traffic &traffic, const analysis::Facts &facts, const KernelPlan &kernel,
                       const machine::Shares &shares, double planes) {
  const auto &shape = kernel.shapeAs<SweepShape>();
  for (const auto &[fieldLevel, held] : shape.fieldLevels) {
    const int bytes = cellBytes(facts, fieldLevel);
    Reach reach; // along the middle axis, and along the swept one
    for (const auto &[at, row] : held) {
      reach.include(Offset{{0, shape.along == 2 ? at[1] : 0, at[shape.along]}});
      const SweepRow *next = shape.nextOf(held, at);
      const SweepRow moved = next ? movedMargins(row, *next) : SweepRow();
      const double loaded = row.left - moved.left + row.right - moved.right;
      traffic.loadBytes += bytes * ((next ? 0 : 1) + loaded / kernel.cellsPerThread);
    }
    const double rows = double(reach.low[1] + reach.high[1]) / kernel.block[1];
    // Planes that two chunks read are found in L2 if the chunks run at the same time. The longer a
    // chunk, the further its block drifts from its neighbours, and the less is found. On an H200 at
    // 512 cubed in f64, chunks of 16, 32 and 64 planes reach 214, 211 and 201 GLUP/s.
    const auto &again = shares.sweep;
    traffic.memoryBytes += bytes * (1 + again.reread * (reach.low[2] + reach.high[2]) / planes);
    traffic.memoryBytes += bytes * planes * (rows * again.rowDrift + again.drift);
    traffic.cacheBytes += bytes * rows;
  }
}

/// Returns the predicted number of instructions that a thread of `kernel` executes per plane,
/// without arithmetic and stores. `vectorBytes` is the size of its widest access in bytes. If the
/// thread's own cells of a row exceed this size, several accesses load them.
static double planeInstructions(const analysis::Facts &facts, const KernelPlan &kernel,
                                int vectorBytes) {
  const auto &shape = kernel.shapeAs<SweepShape>();
  double instructions = kLoopInstructions;
  for (const auto &[fieldLevel, held] : shape.fieldLevels)
    for (const auto &[at, row] : held) {
      instructions += kCellInstructions * (kernel.cellsPerThread + row.left + row.right);
      const SweepRow *next = shape.partnerOf(held, at);
      const SweepRow moved = next ? movedMargins(row, *next) : SweepRow();
      instructions += kMarginInstructions * (row.left - moved.left + row.right - moved.right);
      if (!next)
        instructions += kRowInstructions * std::max(1, cellBytes(facts, fieldLevel) *
                                                           kernel.cellsPerThread / vectorBytes);
    }
  return instructions;
}

Traffic columnTraffic(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel,
                      const Target &target, int vectorBytes, const Extents &extents) {
  Traffic traffic;
  const double planes = std::min(double(kernel.planesPerChunk), double(extents[kernel.sweepAxis]));
  countBytes(traffic, facts, kernel, target.shares, planes);
  const analysis::KernelFacts kernelFacts(facts, index);
  traffic.instructions = (planeInstructions(facts, kernel, vectorBytes) +
                          kStoreInstructions * double(kernelFacts.stored.size())) /
                             kernel.cellsPerThread +
                         issuedArithmetic(facts, index) +
                         pointInstructions(facts, index, kernel.cellsPerThread);
  traffic.serial = target.shares.alone.quotient * serialQuotients(facts, index) +
                   pointCycles(facts, index) / kernel.cellsPerThread;
  countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
  traffic.memoryBytes += bytesWritten(facts, index);
  return traffic;
}

} // namespace stencilc::schedules
