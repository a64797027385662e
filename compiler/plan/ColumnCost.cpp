/// \file What a sweep with columns in registers takes: registers of a thread, traffic of a pass.
#include "plan/ColumnCost.h"
#include "plan/Column.h"
#include "plan/Faces.h"
#include <algorithm>
#include <map>

namespace stencilc::plan {

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
/// Registers of divisions, roots and special functions, which are sequences of instructions.
constexpr int kSequenceRegisters = 28;
/// Instructions per plane and thread for the loop, per row loaded (address, test for the inside,
/// load) and per margin cell loaded.
constexpr int kLoopInstructions = 16, kRowInstructions = 8, kMarginInstructions = 6;
/// Planes that two chunks both read come from L2 as long as the chunks run at the same time: this
/// share of them comes from memory. The longer a chunk, the further its block drifts from its
/// neighbours, and the less they find of each other's rows: the share lost per plane. From H200
/// runs at 512 cubed, where chunks of 16, 32 and 64 planes reach 214, 211 and 201 GLUP/s in f64.
constexpr double kRereadShare = 0.25, kRowDrift = 1.0 / 192, kDrift = 1.0 / 512;

int words(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Whether a boundary value of a field the pass reads is computed from the position of the cell.
bool computesBoundary(const analysis::Facts &facts, const analysis::Pass &pass) {
  for (const Column &column : columnsOf(facts, pass))
    if (computesFaces(facts.program, column.stream.field))
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

} // namespace

int columnRegisters(const analysis::Facts &facts, std::size_t index, const ColumnShape &shape) {
  const analysis::Pass &pass = facts.dependence.passes[index];
  const analysis::Operations &operations = facts.cost.passes[index].operations;
  int held =
      static_cast<int>(pass.stages.size()) * words(bytesOf(facts.program.compute), shape.cells);
  for (const Column &column : columnsOf(facts, pass)) {
    const int ahead = column.row == 0 ? shape.prefetch * shape.cells : 0;
    held += words(column.bytes, column.heldCells(shape.cells) + ahead);
  }
  if (!shape.keepsColumn) // loaded in turn, so many at once as compilers were seen to keep
    held = std::min(held, kTurnWords);
  int registers = kBaseRegisters + held + std::max(0, held - kFewWords) / 4 +
                  std::max(0, offsetWords(facts, pass) - std::min(kFewOffsets, held / 4));
  if (operations.divide + operations.sqrt + operations.special > 0 || computesBoundary(facts, pass))
    registers += kSequenceRegisters;
  return registers;
}

Traffic columnTraffic(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                      int vectorBytes, const Extents &extents) {
  std::map<analysis::Stream, std::pair<Reach, int>> streams; // reach, bytes
  Traffic traffic;
  double perThread = kLoopInstructions;
  for (const Column &column : columnsOf(facts, facts.dependence.passes[index])) {
    auto &[reach, bytes] = streams[column.stream];
    bytes = column.bytes;
    reach.include(Offset{{0, column.row, column.first}});
    reach.include(Offset{{0, column.row, column.last}});
    perThread +=
        kRowInstructions + std::max(0, column.bytes * pass.cellsPerThread / vectorBytes - 1);
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

} // namespace stencilc::plan
