/// \file Common parts of kernels with tiles in shared memory, for any number of axes.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/papers/tile/Load.h"
#include "schedules/papers/tile/Shape.h"

namespace stencilc::schedules {

/// GPU kernel with tiles, and the type of the struct that contains the shared memory of a block.
struct MadeTile {
  kernel::FunctionId kernel;
  kernel::Type shared;
};

/// Builder of a kernel with tiles in shared memory. The constructor emits the parameters of the
/// kernel and the declaration of its shared memory.
class TileKernel {
public:
  TileKernel(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const kernel::Readers &readers, const TileLoads &loads);

  MadeTile made() const { return {k.id, sharedType}; }

  /// Returns the coordinate along `axis` of the first cell that a block updates in a tile (the halo
  /// lies before it). `number` is the index of the tile along this axis, and `cells` the number of
  /// cells that a tile updates along it.
  kernel::Term tileBegin(int axis, const kernel::Term &number, const kernel::Term &cells);
  /// Returns the array in shared memory that contains `tile`. With three axes its elements are
  /// `array[z][y][x]`. Index 0 is the first cell of the halo.
  kernel::Term array(const TileLevel &tile) const;
  kernel::Type cellOf(const TileLevel &tile) const {
    return {kernel::Type::Value, facts.program.fields[tile.fieldLevel.field].storage};
  }
  /// Returns those arguments of the load functions (TileLoads) that depend on the field of `tile`,
  /// such as its view (pointer with strides) and the grid.
  std::vector<kernel::Term> fieldArguments(const TileLevel &tile) const;
  /// Emits the load of `tile` with its halo into shared memory. `first` has the coordinates of the
  /// tile's first cell, x first. If threads load the cells that they update into registers, these
  /// cells are skipped. `ownCells` then has their position in the tile (x, y) and their number
  /// along x and y.
  void load(const TileLevel &tile, const std::vector<kernel::Term> &first,
            const std::vector<kernel::Term> &ownCells = {});
  /// Emits a wait until all threads of the block have loaded their cells. A thread first waits for
  /// its asynchronous copies (cp.async), if the kernel uses them, and then at a barrier.
  void wait();

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const TileShape &tiles;
  const TileLoads &loads;
  kernel::Builder k;
  kernel::KernelBody body;

private:
  void declareStruct(std::size_t index);

  const kernel::Readers &readers;
  kernel::Type sharedType;
  std::map<analysis::FieldLevel, kernel::VarId> members;
  std::optional<kernel::Term> shared;
};

/// Emits into `module` the host function of a time step, which launches `kernels` in their order.
/// `plan` has the size of their blocks.
void launchTiles(kernel::Module &module, const analysis::Facts &facts,
                 const std::vector<MadeTile> &kernels, const plan::Plan &plan);

} // namespace stencilc::schedules
