/// \file Emits the launches of sweep kernels with columns of cells in registers.
#include "schedules/sweep/Launch.h"
#include "kernel/build/KernelBody.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

std::vector<SweepSizes> sweepSizes(Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan) {
  const plan::KernelPlan &first = plan.kernels[0];
  const bool isShared = llvm::all_of(plan.kernels, [&](const plan::KernelPlan &other) {
    return other.cellsPerThread == first.cellsPerThread &&
           other.planesPerChunk == first.planesPerChunk;
  });
  const bool isSpace = facts.program.rank() == 3;
  std::vector<SweepSizes> all;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
    if (isShared && !all.empty()) {
      all.push_back(all.front());
      continue;
    }
    const ir::FieldId field =
        facts.program.stages[facts.dependence.kernels[index].stages[0]].target;
    const auto hint = [&](const char *name) {
      return isShared ? NameHint(name) : NameHint(name, NameOfField{field});
    };
    const plan::KernelPlan &kernel = plan.kernels[index];
    const Term cells =
        moduleConstant(module, hint("kCells"), kernel.cellsPerThread, "cells of a row per thread");
    all.push_back(
        {cells, moduleConstant(module, hint(isSpace ? "kPlanes" : "kRows"), kernel.planesPerChunk,
                               isSpace ? "planes per block along z" : "rows per block along y")});
  }
  return all;
}

void launchSweep(Builder &k, const Term &step, const MadeSweep &made, const plan::KernelPlan &plan,
                 const SweepSizes &sizes) {
  const int along = plan.sweepAxis;
  std::vector<Term> blocks;
  std::optional<Term> tiles;
  for (int axis = 0; axis < along; ++axis) {
    const Term threads = plan.block[axis];
    blocks.push_back(blocksAlong(k, axis, axis == 0 ? threads * sizes.cells : threads));
    tiles = tiles ? *tiles * blocks.back() : blocks.back();
  }
  const Term tilesHere = k.define("tiles", {Type::Int}, *tiles);
  const Term chunks = blocksAlong(k, along, sizes.planes);
  const Term order =
      k.define("order", {Type::ChunkOrder},
               k.call(Primitive::OrderChunks,
                      {tilesHere,
                       k.number(std::max(1, plan.residentBlocks)) * step.invoke("multiprocessors"),
                       chunks}));
  blocks.push_back(order.invoke("blocks"));
  LaunchTerms launch{.threads = {plan.block, plan.block + blocks.size()},
                     .blocks = blocks,
                     .sharedBytes = plan.sharedBytes,
                     .arguments = {order}};
  if (made.hasVersions)
    launch.versions = {{k.extent(0) % sizes.cells, {k.truth(false)}},
                       {k.truth(true), {k.truth(true)}}};
  k.launch(made.kernel, launch);
}

} // namespace stencilc::schedules
