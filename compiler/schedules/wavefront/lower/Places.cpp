/// \file Emits the code that assigns to each block or warp a tile and the range of planes that it
/// sweeps.
#include "schedules/wavefront/lower/Places.h"
#include "kernel/build/Parts.h"

namespace stencilc::schedules {

using namespace kernel;

KernelParams::KernelParams(Builder &k, const Wave &wave) : k(k), wave(wave) {
  const WaveState &state = wave.state;
  add(state.arguments.grid, k.gridParam());
  const StepsUniforms uniforms = StepsUniforms::params(k, wave.usesUniforms, wave.shape.plan.steps);
  if (uniforms.ofRun)
    add(state.arguments.uniforms, *uniforms.ofRun);
  if (uniforms.ofSteps)
    add(state.arguments.ofSteps, *uniforms.ofSteps);
  if (!wave.numbers.empty())
    add(state.arguments.numbers, k.param("numbers", {Type::Numbers}, HostNumbers{}));
  for (const analysis::FieldLevel &fieldLevel : wave.fieldLevels)
    add(state.arguments.reads.at(fieldLevel),
        k.param(viewName(fieldLevel),
                {Type::View, wave.program.fields[fieldLevel.field].storage, true},
                HostRead{fieldLevel.field, fieldLevel.level}));
  for (const WaveTarget &target : wave.targets)
    add(state.arguments.writes.at({target.field, target.older}),
        k.param(viewName(target), {Type::View, wave.program.fields[target.field].storage},
                HostWrite{target.field, wave.levelsOf(target.field) - target.older}));
}

void KernelParams::declareMaps() {
  if (wave.shape.plan.tensors())
    for (const Ring &ring : wave.shape.loads.rings)
      add(wave.state.arguments.maps.at(ring.field),
          k.constantParam(NameHint("", NameOfView{ring.field, 0}, "_map"), {Type::TensorMap}));
}

Term KernelParams::makeSweep() {
  shared =
      k.alias("shared", wave.state.shared.type,
              k.call(Primitive::SharedMemory, {}, {k.typeName(wave.state.shared.type)}).target());
  add(wave.state.arguments.shared, shared);
  if (wave.keepsRegistersApart())
    add(wave.state.registers.reference, k.place("registers", wave.state.registers.type));
  const Type sweep = wave.rank() == 1 ? Type{.kind = Type::Named, .of = wave.state.sweep}
                                      : instance(wave.module, wave.state.sweep, {*kind});
  return k.variable("sweep", sweep, k.bracedOf(members));
}

TileParams::TileParams(Builder &k, const Wave &wave) : columns(k.param("columns", {Type::Int})) {
  if (wave.sharesColumns()) {
    shares = k.param("shares", {Type::WarpShares});
    endChunks = k.param("endChunks", {Type::Int});
    return;
  }
  if (wave.isRank3())
    rowsOfTiles = k.param("rowsOfTiles", {Type::Int});
  chunks = k.param("chunks", {wave.isRank3() ? Type::Chunks : Type::Int});
  if (wave.shape.tile.endsFlush)
    faces = k.param("faces", {Type::Int});
}

TileTerms placeOfBlock(Builder &k, const Wave &wave, const Term &kind, const TileParams &p) {
  const Term block = k.thread(Builtin::BlockIndex, 0);
  const Term found =
      wave.shape.tile.endsFlush
          ? k.call(Primitive::TaskOfKind, {kind, block, p.columns, p.rowsOfTiles, p.faces})
      : wave.shape.tile.isUniform ? k.call(Primitive::TileTask, {block, p.columns, p.rowsOfTiles})
                                  : k.call(Primitive::TaskInTurn, {block, p.columns, p.rowsOfTiles,
                                                                   p.chunks.invoke("count")});
  const Term task = k.define("task", {Type::TileTask}, found), chunk = task.dot("chunk");
  return {task.dot("column"), task.dot("row"), p.chunks.invoke("begin", {chunk}),
          p.chunks.invoke("begin", {chunk + 1})};
}

/// Returns the tile with index `column` along x, and the range of planes of chunk number `chunk`.
/// The swept axis is cut into `chunks` chunks of nearly equal length, each swept by one warp.
static TileTerms chunkOfWarp(Builder &k, const Wave &wave, const Term &column, const Term &chunk,
                             const Term &chunks) {
  const Term planes = k.bound(Bound::Count, wave.along);
  const auto begin = [&](const Term &number) {
    return k.call(Primitive::ChunkBegin, {planes, number, chunks});
  };
  return {column, {}, begin(chunk), begin(chunk + 1)};
}

EndColumns::EndColumns(Builder &k, const Wave &wave, const TileParams &params)
    : alongX(compileTime(k, "alongX", {Type::TileAxis}, wave.c.tilesX)), columns(params.columns),
      count(k.define("ends", {Type::Int}, alongX.invoke("ends", {columns, k.extent(0)}))) {}

Term EndColumns::at(const Term &number) const {
  return alongX.invoke("endTile", {number, columns});
}
Term EndColumns::inner(const Term &number) const {
  return alongX.invoke("lowEnds", {columns}) + number;
}

/// Emits a variable with the index of the executing warp among all warps of the launch, and returns
/// it. `hint` is its preferred name.
static Term numberOfWarp(Builder &k, const Wave &wave, NameHint hint) {
  return k.define(std::move(hint), {Type::Int},
                  k.thread(Builtin::BlockIndex, 0) * wave.c.warps +
                      k.call(Primitive::WarpIndex, {}));
}

/// Emits a compile-time constant that is true in the kernel of inner columns of tiles, and returns
/// it. `kind` is the template parameter of the kernel with the kind of its tiles. Edge columns
/// contain cells beyond an end of the x axis, all others are inner columns.
static Term isInsideOf(Builder &k, const Term &kind) {
  k.note("Edge tiles have a kernel and chunks of their own.");
  return compileTime(k, "isInside", {Type::Bool}, kind == k.known(Known::TilesInside));
}

SharedColumns::SharedColumns(Builder &k, const Wave &wave, const Term &kind,
                             const TileParams &params)
    : k(k), wave(wave), params(params), isInside(isInsideOf(k, kind)),
      warp(numberOfWarp(k, wave, "warp")), ends(k, wave, params) {
  k.when(warp >= select(isInside, params.shares.invoke("warps"), ends.count * params.endChunks),
         [&] { k.leave(); });
}

void SharedColumns::forEachPart(const std::function<void(const TileTerms &)> &sweep) {
  k.whenConstant(
      isInside, [&] { inner(sweep); },
      [&] {
        sweep(
            chunkOfWarp(k, wave, ends.at(warp % ends.count), warp / ends.count, params.endChunks));
      });
}

void SharedColumns::inner(const std::function<void(const TileTerms &)> &sweep) {
  kernel::forEachPart(k, params.shares, warp, [&](const Term &part) {
    sweep({ends.inner(part.dot("column")), {}, part.dot("begin"), part.dot("end")});
  });
}

TileTerms placeOfWarp(Builder &k, const Wave &wave, const TileParams &p) {
  k.note("Edge tiles take longer. They start first, in shorter chunks, so that all warps end at "
         "about the same time.");
  const Term task = numberOfWarp(k, wave, "task");
  const EndColumns ends(k, wave, p);
  const Term endTasks = k.define("endTasks", {Type::Int}, ends.count * wave.c.endChunks * p.chunks);
  k.when(task >= endTasks + (p.columns - ends.count) * p.chunks, [&] { k.leave(); });
  const Term isEnd = k.define("isEnd", {Type::Bool}, task < endTasks);
  const Term inner = k.define("inner", {Type::Int}, task - endTasks);
  const Term width =
      k.define("width", {Type::Int}, k.call(Primitive::Max, {p.columns - ends.count, 1}));
  const Term column = k.define(
      "column", {Type::Int}, select(isEnd, ends.at(task % ends.count), ends.inner(inner % width)));
  const Term chunk =
      k.define("chunk", {Type::Int}, select(isEnd, task / ends.count, inner / width));
  const Term chunks =
      k.define("chunksHere", {Type::Int}, select(isEnd, wave.c.endChunks * p.chunks, p.chunks));
  return chunkOfWarp(k, wave, column, chunk, chunks);
}

} // namespace stencilc::schedules
