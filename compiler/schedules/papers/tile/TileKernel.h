/// \file Common parts of kernels with tiles in shared memory, for any number of axes.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/papers/tile/Load.h"
#include "schedules/papers/tile/Shape.h"

namespace stencilc::schedules {

/// A kernel with tiles, and the type of the struct that its blocks have in shared memory.
struct MadeTile {
  kernel::FunctionId kernel;
  kernel::Type shared;
};

/// Builder of a kernel with tiles in shared memory. Its constructor emits the parameters and the
/// shared memory of the kernel.
class TileKernel {
public:
  TileKernel(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const kernel::Readers &readers, const TileLoads &loads);

  MadeTile made() const { return {k.id, sharedType}; }

  /// Returns the coordinate, along `axis`, of the first cell of the block's tile without its halo.
  /// `number` is the index of the tile, and `cells` its size along this axis.
  kernel::Term tileBegin(int axis, const kernel::Term &number, const kernel::Term &cells);
  /// Returns the array in shared memory that holds the tile of a field level (a field at one time
  /// level). With three axes its cells are tile[z][y][x].
  kernel::Term array(const TileLevel &tile) const;
  kernel::Type cellOf(const TileLevel &tile) const {
    return {kernel::Type::Value, facts.program.fields[tile.fieldLevel.field].storage};
  }
  /// Returns the arguments that functions which load the field of `tile` take, such as its view
  /// (pointer with strides) and the grid.
  std::vector<kernel::Term> fieldArguments(const TileLevel &tile) const;
  /// Emits the load of a tile into shared memory. `first` has the coordinates of its first cell,
  /// halo included. If threads load their own cells into registers, `ownCells` is the position of
  /// these cells in the tile, and the load leaves them out.
  void load(const TileLevel &tile, const std::vector<kernel::Term> &first,
            const std::vector<kernel::Term> &ownCells = {});
  /// Emits a wait until all threads of the block have loaded their cells.
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

/// Adds the host function that launches the kernels of a time step in order.
void launchTiles(kernel::Module &module, const analysis::Facts &facts,
                 const std::vector<MadeTile> &kernels, const plan::Plan &plan);

} // namespace stencilc::schedules
