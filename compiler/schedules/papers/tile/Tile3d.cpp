/// \file Schedule tile3d: blocks with three axes, each with a tile of the grid in shared memory.
///
/// The schedule has the two kernels with shared memory and three-dimensional blocks of Itu, Nita
/// and Suciu (001):
///
///     halo=overlap (3DShMOverL)           halo=padded (3DShMNoOverL)
///     +--------------+                    . . . . . . . .
///     | l l l l l l l|  threads at the    . +---------+ .   a thread updates its own cell; the
///     | l u u u u u l|  edge only load;   . | u u u u | .   first threads along each axis load
///     | l u u u u u l|  blocks overlap    . | u u u u | .   what lies beyond as well
///     +--------------+                    . +---------+ .
///
/// A cell of the tile is loaded from memory once, and read from shared memory by all its
/// neighbours. The schedule is good where caches are small. On chips whose L1 cache does the same,
/// it only adds cost: of the barrier and, with halo=overlap, of the threads that only load. It is
/// slower than a sweep, which loads no plane twice.
///
/// The schedule is always legal with three axes: a thread writes its own cell of t+1, which no
/// other thread of the kernel reads. Cells beyond the grid are written to the tile with their
/// boundary values.
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/OptionTable.h"
#include "schedules/papers/tile/Lower.h"
#include "schedules/papers/tile/Shape.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Values of the options of schedule tile3d.
struct TileOptions3d {
  std::vector<int> block = {}; // numbers of threads along the axes, x first
  bool overlaps = false; // tiles of blocks overlap, and threads at the edge of a block only load
  CopyEngine engine = CopyEngine::Plain;
};

const OptionTable<TileOptions3d> &tileOptions3d() {
  using Options = TileOptions3d;
  static const OptionTable<Options> table({
      {"block", &Options::block, "threads along the axes, such as 32x4x4", {}, OptionForm::Block},
      {"halo",
       &Options::overlaps,
       "how halos are loaded: blocks overlap and threads at their edges only load, or tiles are "
       "padded",
       {"padded", "overlap"}},
      {"engine", &Options::engine, "how cells are copied to shared memory", {"plain", "async"}},
  });
  return table;
}

class Tile3d : public Schedule {
public:
  llvm::StringRef name() const override { return "tile3d"; }
  llvm::StringRef summary() const override {
    return "a tile of three axes with its halo in shared memory per block";
  }
  ScheduleTraits traits() const override { return {}; }

  std::vector<OptionSpec> options() const override { return tileOptions3d().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (rank != 3)
      return Fit::no(llvm::formatv("its tiles have three axes, and the program has {0}; use {1}",
                                   rank, rank == 2 ? "tile2d" : "naive")
                         .str());
    bool hasNeighbours = false;
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      const KernelPlan kernel = kernelOf(facts, index, request);
      if (Fit engine = engineFits(kernel.engine, target); !engine.legal)
        return engine;
      const Reach halo = tileShape(facts, index, kernel).halo;
      hasNeighbours |= !halo.isZero();
      for (int axis = 0; axis < rank; ++axis)
        if (tileParameters(kernel).haloThreads[axis] >= kernel.block[axis])
          return Fit::no(llvm::formatv("a halo of {0} and {1} cells along axis {2} leaves none of "
                                       "{3} threads to update; make block= larger or use "
                                       "halo=padded",
                                       halo.low[axis], halo.high[axis], axis + 1,
                                       kernel.block[axis])
                             .str());
      if (std::string text = tileExcess(facts, target, index, kernel); !text.empty())
        return Fit::no(text);
    }
    if (!hasNeighbours)
      return Fit::no("no update reads neighbours, so nothing would be shared; use naive");
    return Fit::yes();
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerTile3d(module, facts, plan, readers);
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
      plan.kernels.push_back(kernelOf(facts, index, request));
    const KernelPlan &first = plan.kernels.front();
    plan.options = tileOptions3d().print({.block = {first.block, first.block + kMaxAxes},
                                          .overlaps = isOverlapping(request),
                                          .engine = first.engine},
                                         facts.program.rank());
    completeTiles(facts, plan);
    plan.notes.push_back(
        llvm::formatv("a block of {0} threads updates {1} x {2} x {3} cells from {4} bytes of "
                      "shared memory",
                      int(threadsOf(first)), cellsOfBlock(first, 0), cellsOfBlock(first, 1),
                      cellsOfBlock(first, 2), first.sharedBytes)
            .str());
    return {plan};
  }

private:
  static bool isOverlapping(const ScheduleRequest &request) {
    return tileOptions3d().parse(request)(&TileOptions3d::overlaps).value_or(false);
  }

  /// Returns the default numbers of threads of a block along x, y and z. If `overlaps` is false,
  /// they are 32 x 4 x 4. Otherwise the outermost threads of a block load halo cells and update
  /// none, as many on each side as `halo` has cells. Of six possible blocks, the result is the one
  /// in which the largest fraction of threads updates a cell. A later one must be better by 1%.
  static std::array<int, 3> standardBlock(const Reach &halo, bool overlaps) {
    if (!overlaps)
      return {32, 4, 4};
    std::array<int, 3> best = {32, 8, 4};
    double most = 0;
    for (const std::array<int, 3> &block :
         {std::array{32, 8, 4}, std::array{16, 8, 8}, std::array{32, 6, 5}, std::array{16, 10, 6},
          std::array{12, 9, 9}, std::array{10, 10, 10}}) {
      double updates = 1, threads = 1;
      for (int axis = 0; axis < 3; ++axis) {
        updates *= std::max(0, block[axis] - halo.low[axis] - halo.high[axis]);
        threads *= block[axis];
      }
      if (updates / threads > most * 1.01) {
        most = updates / threads;
        best = block;
      }
    }
    return best;
  }

  static KernelPlan kernelOf(const analysis::Facts &facts, std::size_t index,
                             const ScheduleRequest &request) {
    KernelPlan kernel;
    setTileParameters(kernel, {});
    const AskedOptions<TileOptions3d> asked = tileOptions3d().parse(request);
    kernel.engine = asked(&TileOptions3d::engine).value_or(CopyEngine::Plain);
    const bool overlaps = isOverlapping(request);
    Reach halo, widest;
    for (std::size_t other = 0; other < facts.dependence.kernels.size(); ++other) {
      const Reach reach = tileShape(facts, other, kernel).halo;
      widest.include(reach);
      if (other == index)
        halo = reach;
    }
    const std::array<int, 3> standard = standardBlock(widest, overlaps);
    std::vector<int> block =
        asked(&TileOptions3d::block).value_or(std::vector<int>(standard.begin(), standard.end()));
    block.resize(3, 1);
    std::copy(block.begin(), block.end(), kernel.block);
    TileParameters parameters;
    if (overlaps)
      for (int axis = 0; axis < 3; ++axis)
        parameters.haloThreads[axis] = halo.low[axis] + halo.high[axis];
    setTileParameters(kernel, parameters);
    return kernel;
  }
};

} // namespace

const Schedule &scheduleTile3d() {
  static const Tile3d tile;
  return tile;
}

} // namespace stencilc::schedules
