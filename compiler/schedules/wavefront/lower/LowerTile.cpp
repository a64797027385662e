/// \file Emits the functions that compute bounds of a sweep, indices of rows, and slots of planes
/// in shared memory.
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits two functions with the bounds of the loop over the steps of a sweep. `firstStep` returns
/// the index of the first step, which loads the first plane that a stored cell depends on.
/// `lastStep` returns the index of the last step plus 1.
void lowerEnds(Wave &wave) {
  const WavefrontShape &shape = wave.shape;
  const std::string plane = wave.planeName();
  {
    WaveFunction f(wave, "firstStep",
                   "First step of the sweep: the first " + plane +
                       " that a stored cell depends on is loaded.",
                   {Type::Int});
    const Term first = wave.at(wave.state.tile.planeBegin) - shape.sweep.haloLow;
    f.k.give(f.k.call(Primitive::Max, {first, -shape.sweep.ghostLow}) + shape.sweep.firstArrival);
    wave.functions.firstStep = f.k.id;
  }
  WaveFunction f(wave, "lastStep",
                 "End of the sweep, exclusive: the last stored " + plane +
                     " has passed all time steps.",
                 {Type::Int});
  f.k.give(wave.at(wave.state.tile.planeEnd) + (wave.c.steps - 1) * wave.c.lag +
           shape.skew->lastOut);
  wave.functions.lastStep = f.k.id;
}

/// Emits three functions for programs of one axis. They clamp the index of a tile to the tiles of
/// the warp, return the first cell of a tile, and test whether a tile lies away from both ends of
/// the axis.
void lowerLinePlaces(Wave &wave) {
  const WaveState &state = wave.state;
  {
    WaveFunction f(wave, "ownTile",
                   "Clamps a tile to those of the warp. Values of clamped tiles are never stored.",
                   {Type::Int});
    const Term plane = f.k.param("plane", {Type::Int});
    f.k.give(f.k.call(Primitive::Max,
                      {wave.at(state.tile.planeBegin),
                       f.k.call(Primitive::Min, {plane, wave.at(state.tile.planeEnd) - 1})}));
    wave.functions.ownTile = f.k.id;
  }
  {
    WaveFunction f(wave, "leftOf", "Returns the first cell of a tile, which may be negative.",
                   {Type::Int});
    const Term plane = f.k.param("plane", {Type::Int});
    const Term tiles = compileTime(f.k, "tiles", {Type::TileAxis}, wave.c.tilesX);
    f.k.give(tiles.invoke("begin", {plane}));
    wave.functions.leftOf = f.k.id;
  }
  WaveFunction f(wave, "isInside", "Returns true if a tile is not at an end of the line.",
                 {Type::Bool});
  const Term plane = f.k.param("plane", {Type::Int});
  f.k.give(plane >= wave.at(state.tiles.insideBegin) && plane < wave.at(state.tiles.insideEnd));
  wave.functions.isInside = f.k.id;
}

/// Emits two functions for programs of three axes. They return the index of a thread's row in its
/// tile, and the slot (memory) of a plane of new cells in shared memory. Emits nothing for other
/// programs.
void lowerPlaces(Wave &wave) {
  const WavefrontShape &shape = wave.shape;
  if (!wave.isRank3())
    return;
  {
    WaveFunction f(
        wave, "rowOf",
        shape.tile.isUniform
            ? "Returns row j of the thread in the tile, which has all rows that a thread reads."
            : "Clamps row j of the thread to the tile. Values of clamped rows are never "
              "stored.",
        {Type::Int});
    const Term j = f.k.param("j", {Type::Int}), row = wave.at(wave.state.thread.row) + j;
    const Term nearest = f.k.call(Primitive::Clamp, {row, wave.c.tileY});
    // If threads exchange whole planes, the same code for all rows needs fewer registers.
    f.k.give(shape.tile.isUniform ? row
             : shape.plan.isWhole ? nearest
                                  : select(j >= 0 && j < wave.c.rows, row, nearest));
    wave.functions.rowOf = f.k.id;
  }
  if (!shape.plan.isWhole || !shape.exchange.steps)
    return;
  WaveFunction f(
      wave, "planeSlot",
      "Returns the slot of the new cells of a time step, after `count` steps of the sweep. A time "
      "step has three slots, because other threads still read earlier planes. For count - 1, which "
      "may be negative, pass count + 2: it has the same slot.",
      {Type::Int});
  const Term step = f.k.param("step", {Type::Int}), count = f.k.param("count", {Type::Int});
  f.k.give(3 * (step - 1) + count % 3);
  wave.functions.planeSlot = f.k.id;
}

} // namespace

void lowerTile(Wave &wave) {
  if (wave.rank() == 1)
    return lowerLinePlaces(wave);
  lowerEnds(wave);
  lowerPlaces(wave);
}

} // namespace stencilc::schedules
