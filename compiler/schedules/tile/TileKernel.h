/// \file What kernels of one kernel with tiles in shared memory are made of, whatever their axes.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/tile/Bring.h"
#include "schedules/tile/Shape.h"

namespace stencilc::schedules {

/// A kernel, and what the threads of its blocks share.
struct MadeTile {
  kernel::FunctionId kernel;
  kernel::Type shared;
};

/// A kernel with tiles while it is written: its parameters and the block's shared memory are there.
class TileKernel {
public:
  TileKernel(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const kernel::Readers &readers, const TileLoads &loads);

  MadeTile made() const { return {k.id, sharedType}; }

  /// The first cell of the block's tile along an axis: `number` is that of the tile.
  kernel::Term tileBegin(int axis, const kernel::Term &number, const kernel::Term &cells);
  /// The tile of a field level in shared memory, an index for each axis, the last one first.
  kernel::Term array(const TileLevel &tile) const;
  kernel::Type cellOf(const TileLevel &tile) const {
    return {kernel::Type::Value, facts.program.fields[tile.fieldLevel.field].storage};
  }
  /// What functions of its field get.
  std::vector<kernel::Term> fieldArguments(const TileLevel &tile) const;
  /// Brings a tile, whose first cell, with the halo, is `first`. `ownCells`: where those are that
  /// threads keep, if they do.
  void bring(const TileLevel &tile, const std::vector<kernel::Term> &first,
             const std::vector<kernel::Term> &ownCells = {});
  /// Waits until all threads have brought their cells.
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

/// Adds the function that launches the kernels, one for each kernel.
void launchTiles(kernel::Module &module, const analysis::Facts &facts,
                 const std::vector<MadeTile> &kernels, const plan::Plan &plan);

} // namespace stencilc::schedules
