/// \file Common parts of kernels with tiles in shared memory.
#include "schedules/papers/tile/TileKernel.h"
#include "kernel/build/FieldFunction.h"
#include "plan/cost/LaunchGrid.h"

namespace stencilc::schedules {

using namespace kernel;

TileKernel::TileKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
                       std::size_t index, const Readers &readers, const TileLoads &loads)
    : facts(facts), kernel(facts, index), plan(plan), tiles(plan.shapeAs<TileShape>()),
      loads(loads),
      k(module, Kind::Kernel, NameHint("tile", NameOfKernel{index}), "One step of " + kernel.title),
      body(k, facts, kernel), readers(readers) {
  k.function().bounds.threads = plan.block[0] * plan.block[1] * plan.block[2];
  const bool callsReaders = true; // loads whole tiles, also beyond faces
  body.declareParams({.usesUniforms = kernelUsesUniforms(facts, kernel, readers, callsReaders)});
  declareStruct(index);
}

void TileKernel::declareStruct(std::size_t index) {
  StructBuilder all(k.module, NameHint("Tile", NameOfKernel{index}),
                    "Shared memory of a block that updates " + kernel.title + ".");
  for (const TileLevel &tile : tiles.fieldLevels) {
    if (!tile.isShared)
      continue;
    std::vector<Term> extents;
    for (int axis = facts.program.rank() - 1; axis >= 0; --axis)
      extents.push_back(k.number(tile.extents[axis]));
    members.emplace(
        tile.fieldLevel,
        all.member(NameHint("", NameOfView{tile.fieldLevel.field, tile.fieldLevel.level}),
                   cellOf(tile), {.extents = extents, .alignment = 16}));
  }
  sharedType = all.type();
  shared = k.sharedMemory("shared", sharedType);
}

Term TileKernel::tileBegin(int axis, const Term &number, const Term &cells) {
  return k.bound(Bound::Begin, axis) + number * cells;
}

Term TileKernel::array(const TileLevel &tile) const {
  return shared->dot(members.at(tile.fieldLevel));
}

std::vector<Term> TileKernel::fieldArguments(const TileLevel &tile) const {
  return FieldFunction::arguments(readers, tile.fieldLevel.field, body.view(tile.fieldLevel),
                                  body.grid(), body.uniforms(tile.fieldLevel.level));
}

void TileKernel::load(const TileLevel &tile, const std::vector<Term> &first,
                      const std::vector<Term> &ownCells) {
  std::vector<Term> sizes = {k.truth(plan.engine == plan::CopyEngine::Async)};
  Term begin = array(tile);
  for (std::size_t axis = 0; axis < first.size(); ++axis) {
    sizes.push_back(tile.extents[axis]);
    begin = begin[0];
  }
  std::vector<Term> arguments = {begin.address()};
  for (const std::vector<Term> &more : {fieldArguments(tile), first, ownCells})
    arguments.insert(arguments.end(), more.begin(), more.end());
  k.run(k.call(loads.tile(tile.fieldLevel.field), arguments, sizes));
}

void TileKernel::wait() {
  if (plan.engine == plan::CopyEngine::Async) {
    k.run(k.call(Primitive::CommitCopies, {}));
    k.run(k.call(Primitive::WaitCopies, {}, {0}));
  }
  k.run(k.call(Primitive::Barrier, {}));
}

void launchTiles(Module &module, const analysis::Facts &facts, const std::vector<MadeTile> &kernels,
                 const plan::Plan &plan) {
  lowerStep(module, facts, [&](Builder &k, const Term &, std::size_t index) {
    const plan::KernelPlan &kernel = plan.kernels[index];
    std::vector<Term> blocks;
    for (int axis = 0; axis < module.program->rank(); ++axis)
      blocks.push_back(
          k.call(Primitive::CeilDiv, {k.bound(Bound::Count, axis),
                                      static_cast<int>(plan::cellsOfBlock(kernel, axis))}));
    k.launch(kernels[index].kernel, {.threads = {kernel.block, kernel.block + blocks.size()},
                                     .blocks = blocks,
                                     .sharedBytes = k.sizeOf(kernels[index].shared),
                                     .waits = true});
  });
}

} // namespace stencilc::schedules
