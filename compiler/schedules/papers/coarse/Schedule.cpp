/// \file Schedule coarse: each thread updates several cells of a row. The distance between its
/// cells is the width of the block.
///
/// The schedule is thread coarsening: each thread updates several cells. All of its reads are from
/// global memory.
///
///     row of the grid, block of 256 threads, cells=2
///     +-------------------------+-------------------------+
///     | 0  1  2 ...        255  | 0  1  2 ...        255  |    who updates which cell
///     +-------------------------+-------------------------+
///       first                     first + apart
///
/// Each access of a warp is as wide as in schedule naive, and a thread has several accesses in
/// flight. By Little's law, fewer threads then saturate the memory. This matters most in f32, and
/// with one axis, where no sweep is possible. Indices and tests are computed once for all cells of
/// a thread.
///
/// The schedule is always legal. A thread writes its own cells of the buffer of time level t+1. It
/// reads this buffer at these cells only, and other threads of the kernel never access them.
#include "plan/interface/Schedule.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/CachedReads.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Points.h"
#include "plan/interface/OptionTable.h"
#include "schedules/papers/coarse/Lower.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Default number of bytes that a thread updates in a row, in the field with the widest cells. A
/// thread updates at least two cells.
constexpr int kBytes = 16;
/// Largest number of 32-bit registers that the cost model assumes for the loaded values of a
/// thread.
constexpr int kWordsAtOnce = 96;
/// Registers per thread that the cost model assumes for indices, extents and addresses.
constexpr int kBaseRegisters = 20;
/// Instructions that the cost model assumes: kThreadInstructions per thread for indices and tests,
/// and kCellInstructions per updated cell for its address and its store.
constexpr int kThreadInstructions = 25, kCellInstructions = 4;

/// Values of the options of schedule coarse.
struct CoarseOptions {
  std::vector<int> block = {}; // numbers of threads along the axes, x first
  int cells = 2;               // number of cells of a row that a thread updates
};

const OptionTable<CoarseOptions> &coarseOptions() {
  using Options = CoarseOptions;
  static const OptionTable<Options> table({
      {"block", &Options::block, "threads along the axes, such as 128x2x1", {}, OptionForm::Block},
      {"cells",
       &Options::cells,
       "cells of a row per thread: at most 16 bytes of the widest field",
       {"2", "4", "8", "16"}},
  });
  return table;
}

class Coarse : public Schedule {
public:
  llvm::StringRef name() const override { return "coarse"; }
  llvm::StringRef summary() const override {
    return "several cells per thread, one block width apart";
  }
  /// Returns traits with which the planner chooses the schedule only by request of the user. On an
  /// H200 it is faster than naive only with two axes, and schedule sweep is then as fast
  /// (bench/log/kernel-trees/2026-11-23-kernel-trees.md).
  ScheduleTraits traits() const override { return {.isOnRequest = true}; }

  std::vector<OptionSpec> options() const override { return coarseOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    return blockFitsAxes(request, rank, rank);
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerCoarse(module, facts, plan, readers);
  }

  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    const int rank = facts.program.rank();
    const AskedOptions<CoarseOptions> asked = coarseOptions().parse(request);
    std::vector<int> block = asked(&CoarseOptions::block).value_or(standardBlock(facts, target));
    block.resize(rank, 1);
    const int cells =
        asked(&CoarseOptions::cells).value_or(std::max(2, kBytes / widestCell(facts)));
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    plan.options = coarseOptions().print({.block = block, .cells = cells}, rank);
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      KernelPlan kernel;
      std::copy(block.begin(), block.end(), kernel.block);
      kernel.cellsPerThread = cells;
      const Traffic traffic = trafficOf(facts, index, kernel);
      kernel.redundancy = redundancyOf(facts, index, traffic);
      kernel.estimate = estimateCached(kernel, traffic, target, plannedExtents(facts.program));
      plan.cost += kernel.estimate.seconds;
      plan.kernels.push_back(kernel);
    }
    plan.notes.push_back(std::to_string(cells) + " cells per thread are in flight at once");
    return {plan};
  }

private:
  /// Returns the default numbers of threads of a block along the axes, x first: 256 threads, 64 of
  /// them along x with two or three axes. The width of a block along x is also the distance between
  /// the cells of a thread.
  static std::vector<int> standardBlock(const analysis::Facts &facts, const Target &target) {
    const int rank = facts.program.rank();
    const std::vector<int> block = rank == 1   ? std::vector{256}
                                   : rank == 2 ? std::vector{64, 4}
                                               : std::vector{64, 4, 1};
    return coveringBlock(block, plannedExtents(facts.program), target);
  }

  static Traffic trafficOf(const analysis::Facts &facts, std::size_t index, KernelPlan &kernel) {
    const CachedReads reads = cachedReads(facts, index, kernel);
    const int cells = kernel.cellsPerThread;
    Traffic traffic = reads.traffic;
    kernel.registers = kBaseRegisters + std::min(reads.words * cells, kWordsAtOnce) +
                       pointRegisters(facts, index, 1, 1);
    const double arithmetic = arithmeticInstructions(facts, index);
    traffic.instructions += kCellInstructions + arithmetic +
                            double(kThreadInstructions + 2 * reads.rows) / cells +
                            pointInstructions(facts, index, 1);
    countArithmetic(traffic, facts, arithmetic);
    return traffic;
  }
};

} // namespace

const Schedule &scheduleCoarse() {
  static const Coarse coarse;
  return coarse;
}

} // namespace stencilc::schedules
