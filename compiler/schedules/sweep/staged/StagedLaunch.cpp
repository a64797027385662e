/// \file Emits the launches of sweep kernels that load planes into shared memory.
#include "schedules/sweep/staged/StagedLaunch.h"

namespace stencilc::schedules {

using namespace kernel;

StagedSizes stagedSizes(Module &module, const plan::KernelPlan &plan) {
  const bool isSpace = module.program->rank() == 3;
  const Term cells =
      moduleConstant(module, "kCells", plan.cellsPerThread, "cells of a row per thread");
  const Term rows = isSpace
                        ? moduleConstant(module, "kRows", plan.rowsPerThread(), "rows per thread")
                        : Term(module, module.integer(1));
  return {cells, rows,
          moduleConstant(module, "kAhead", stagedParameters(plan).ahead,
                         std::string(isSpace ? "planes" : "rows") +
                             " copied to shared memory ahead of their use")};
}

/// Emits the host code that computes the number of planes that each block sweeps, and returns it as
/// a variable. If `plan` does not fix the number, the code chooses one with which all
/// multiprocessors are busy to the end. `step` is the variable of the emitted code that describes
/// the time step, and `along` is the swept axis.
static Term planesOfBlock(Builder &k, const Term &step, const plan::KernelPlan &plan, int along) {
  if (!plan.shapeAs<StagedShape>().planesAtRun)
    return k.define("planes", {Type::Int}, k.number(plan.planesPerChunk));
  const auto tilesAlong = [&](int axis, int cells) {
    return k.call(Primitive::CeilDiv, {k.extent(axis), plan.block[axis] * cells});
  };
  Term tiles = tilesAlong(0, plan.cellsPerThread);
  if (along == 2)
    tiles = tiles * tilesAlong(1, plan.rowsPerThread());
  k.note(std::string("The number of ") + (along == 2 ? "planes" : "rows") +
         " per block keeps all multiprocessors busy to the end.");
  const Term count = k.bound(Bound::Count, along);
  const Term allTiles = k.define("tiles", {Type::Int}, tiles);
  const Term atOnce = k.number(std::max(1, plan.residentBlocks)) * step.invoke("multiprocessors");
  const int lead = plan.shapeAs<StagedShape>().lead;
  const Term chunks = k.call(Primitive::ChooseChunks, {allTiles, 0, atOnce, count, lead, 1});
  return k.define("planes", {Type::Int}, k.call(Primitive::CeilDiv, {count, chunks}));
}

/// Emits the tensor map (descriptor of TMA loads) of `staged`, a field at one time level, and
/// returns it. A load with this map copies one plane of a tile. `step` is the variable that
/// describes the time step.
static Term mapTensor(Builder &k, const Term &step, const StagedLevel &staged) {
  const auto [field, level] = staged.fieldLevel;
  const Term map = k.place(NameHint("", NameOfView{field, level}, "_map"), {Type::TensorMap});
  const Type cell{Type::Value, k.module.program->fields[field].storage};
  const Term view = k.given(HostRead{field, level}, cell);
  k.run(step.invoke("mapTensor", {map, view, 3, k.braced({staged.width, staged.height, 1})}));
  return map;
}

void launchStaged(Builder &k, const Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes) {
  const int along = k.module.program->lastAxis();
  const Term planes = planesOfBlock(k, step, plan, along);
  std::vector<Term> arguments = {planes};
  if (plan.engine == plan::CopyEngine::Tensor)
    for (const StagedLevel &level : plan.shapeAs<StagedShape>().fieldLevels)
      if (level.inRing)
        arguments.push_back(mapTensor(k, step, level));
  std::vector<Term> blocks;
  for (int axis = 0; axis < along; ++axis)
    blocks.push_back(k.call(
        Primitive::CeilDiv,
        {k.extent(axis), k.number(plan.block[axis]) * (axis == 0 ? sizes.cells : sizes.rows)}));
  blocks.push_back(blocksAlong(k, along, planes));
  k.launch(made.kernel, {.threads = {plan.block, plan.block + blocks.size()},
                         .blocks = blocks,
                         .sharedBytes = k.sizeOf(made.shared),
                         .arguments = arguments,
                         .waits = true});
}

} // namespace stencilc::schedules
