/// \file Schedule tile2d: blocks with two axes, each with a tile of the grid in shared memory.
///
/// The schedule has the kernels of Cecilia, Garcia and Ujaldon (002). Their optimization 1 is the
/// tile in shared memory (centre=shared). Optimization 2 keeps the centre in a register
/// (centre=register). Optimization 3 processes several tiles one after the other in the same shared
/// memory (passes=2). Their 2x2 stencil gives each thread several cells (cells=2x2).
///
///     . . . . . . . .        passes=2: the block goes on            cells=2x2: what a thread
///     . +---------+ .        +---------+  +---------+               reads for one cell it has
///     . | u u u u | .   ->   | part 0  |  |         |               for the other three
///     . | u u u u | .        |         |  | part 1  |                   . x x .
///     . +---------+ .        +---------+  +---------+                   x u u x
///     . . . . . . . .                                                   x u u x
///
/// Cells of a thread share common subexpressions of the IR: the same operation on the same cells is
/// done once. Sums that would be common only after reordering, as the diagonals of (002), are not
/// shared, because the order of the IR is kept.
///
/// The schedule is good where caches are small, and for updates that read many diagonal neighbours.
/// It is slower than a sweep, which moves rows on in registers and needs no barrier.
///
/// The schedule is always legal with two axes: a thread writes its own cells of t+1, which no other
/// thread of the kernel reads. Cells beyond the grid are written to the tile with their boundary
/// values.
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/OptionTable.h"
#include "schedules/papers/tile/Lower.h"
#include "schedules/papers/tile/Shape.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kMostCells = 4; // largest number of cells of a thread along an axis

/// Values of the options of schedule tile2d.
struct TileOptions {
  std::vector<int> block = {32, 8}; // numbers of threads along the axes, x first
  std::vector<int> cells = {1, 1};  // numbers of cells of a thread along the axes, x first
  bool isCentreShared = false;      // threads read the cells that they update from shared memory
  int passes = 1;                   // number of tiles that a block computes one after the other
  CopyEngine engine = CopyEngine::Plain;
};

const OptionTable<TileOptions> &tileOptions() {
  using Options = TileOptions;
  static const OptionTable<Options> table({
      {"block", &Options::block, "threads along the axes, such as 32x8", {}, OptionForm::Block},
      {"cells",
       &Options::cells,
       "cells of a thread along the axes, 1x1 to 4x4",
       {},
       OptionForm::Block},
      {"centre",
       &Options::isCentreShared,
       "where a thread keeps its own cells",
       {"register", "shared"}},
      {"passes", &Options::passes, "tiles per block, one after the other"},
      {"engine", &Options::engine, "how cells are copied to shared memory", {"plain", "async"}},
  });
  return table;
}

class Tile2d : public Schedule {
public:
  llvm::StringRef name() const override { return "tile2d"; }
  llvm::StringRef summary() const override {
    return "a tile of two axes with its halo in shared memory per block";
  }
  ScheduleTraits traits() const override { return {}; }

  std::vector<OptionSpec> options() const override { return tileOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (rank != 2)
      return Fit::no(llvm::formatv("its tiles have two axes, and the program has {0}; use {1}",
                                   rank, rank == 3 ? "tile3d" : "naive")
                         .str());
    if (Fit block = blockFitsAxes(request, rank, rank); !block.legal)
      return block;
    if (const auto cells = tileOptions().parse(request)(&TileOptions::cells))
      if (cells->size() > 2 || *std::max_element(cells->begin(), cells->end()) > kMostCells)
        return Fit::no(llvm::formatv("a thread has up to {0} cells along each of two axes, unlike "
                                     "cells={1}; use 1x1 to {0}x{0}",
                                     kMostCells, blockText(*cells))
                           .str());
    const KernelPlan kernel = kernelOf(request);
    if (tileParameters(kernel).centreInRegister && kernel.engine == CopyEngine::Async)
      return Fit::no("cells that a thread keeps are loaded into registers, not by asynchronous "
                     "copies; use centre=shared or engine=plain");
    if (Fit engine = engineFits(kernel.engine, target); !engine.legal)
      return engine;
    bool hasNeighbours = false;
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      const TileShape tiles = tileShape(facts, index, kernel);
      hasNeighbours |= !tiles.halo.isZero();
      if (std::string text = tileExcess(facts, target, index, kernel); !text.empty())
        return Fit::no(text);
      if (tiles.registers > target.registersPerThread)
        return Fit::no(llvm::formatv("a thread needs about {0} registers, and {1} has {2}; use "
                                     "smaller cells=",
                                     tiles.registers, target.name, target.registersPerThread)
                           .str());
    }
    if (!hasNeighbours)
      return Fit::no("no update reads neighbours, so nothing would be shared; use naive");
    return Fit::yes();
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerTile2d(module, facts, plan, readers);
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    plan.kernels.assign(facts.dependence.kernels.size(), kernelOf(request));
    const KernelPlan &first = plan.kernels.front();
    plan.options = tileOptions().print({.block = {first.block[0], first.block[1]},
                                        .cells = {first.cellsPerThread, first.rowsPerThread()},
                                        .isCentreShared = !tileParameters(first).centreInRegister,
                                        .passes = tileParameters(first).tilesPerBlock,
                                        .engine = first.engine},
                                       facts.program.rank());
    completeTiles(facts, plan);
    plan.notes.push_back(
        llvm::formatv("a block updates {0} x {1} cells from {2} bytes of shared memory",
                      cellsOfBlock(first, 0), cellsOfBlock(first, 1), first.sharedBytes)
            .str());
    return {plan};
  }

private:
  static KernelPlan kernelOf(const ScheduleRequest &request) {
    KernelPlan kernel;
    const AskedOptions<TileOptions> asked = tileOptions().parse(request);
    std::vector<int> block = asked(&TileOptions::block).value_or(TileOptions().block);
    std::vector<int> cells = asked(&TileOptions::cells).value_or(TileOptions().cells);
    block.resize(2, 1);
    cells.resize(2, 1);
    std::copy(block.begin(), block.end(), kernel.block);
    kernel.cellsPerThread = cells[0];
    kernel.engine = asked(&TileOptions::engine).value_or(CopyEngine::Plain);
    setTileParameters(
        kernel,
        {.rows = cells[1],
         .tilesPerBlock = asked(&TileOptions::passes).value_or(1),
         .centreInRegister =
             !asked(&TileOptions::isCentreShared).value_or(kernel.engine != CopyEngine::Plain)});
    return kernel;
  }
};

} // namespace

const Schedule &scheduleTile2d() {
  static const Tile2d tile;
  return tile;
}

} // namespace stencilc::schedules
