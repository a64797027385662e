/// \file Common parts of kernels with tiles in shared memory, for any number of axes.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/tile/Bring.h"
#include "schedules/tile/Shape.h"

namespace stencilc::schedules {

/// A kernel, and the type of its block's shared memory.
struct MadeTile {
  kernel::FunctionId kernel;
  kernel::Type shared;
};

/// Builds a kernel with tiles. Its parameters and the block's shared memory are declared by the
/// constructor.
class TileKernel {
public:
  TileKernel(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const kernel::Readers &readers, const TileLoads &loads);

  MadeTile made() const { return {k.id, sharedType}; }

  /// Returns the first cell of the block's tile along an axis; `number` is the index of the tile.
  kernel::Term tileBegin(int axis, const kernel::Term &number, const kernel::Term &cells);
  /// Returns the tile of a field level in shared memory, with an index for each axis, the last axis
  /// first.
  kernel::Term array(const TileLevel &tile) const;
  kernel::Type cellOf(const TileLevel &tile) const {
    return {kernel::Type::Value, facts.program.fields[tile.fieldLevel.field].storage};
  }
  /// Returns the arguments for functions of the level's field.
  std::vector<kernel::Term> fieldArguments(const TileLevel &tile) const;
  /// Loads a tile whose first cell, halo included, is `first`. `ownCells`: position of the cells
  /// that threads keep in registers, if they do.
  void bring(const TileLevel &tile, const std::vector<kernel::Term> &first,
             const std::vector<kernel::Term> &ownCells = {});
  /// Waits until all threads have loaded their cells.
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

/// Adds the function that launches the kernels, one for each kernel of the program.
void launchTiles(kernel::Module &module, const analysis::Facts &facts,
                 const std::vector<MadeTile> &kernels, const plan::Plan &plan);

} // namespace stencilc::schedules
