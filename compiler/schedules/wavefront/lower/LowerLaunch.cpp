/// \file Emits the host function that launches the kernels of a wavefront with two or three axes.
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the host function that launches the kernels of a wavefront with two or three axes.
class WaveLaunch {
public:
  explicit WaveLaunch(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c),
        k(wave.module, Kind::Host, "launch", "Launches kSteps fused time steps."),
        step(k.stepParam(false)) {
    k.define("g", {Type::Grid}, step.invoke("grid"));
    planes = k.bound(Bound::Count, wave.along);
  }

  void build() {
    columns = k.define("columns", {Type::Int}, c.tilesX.invoke("count", {k.extent(0)}));
    wave.sharesColumns() ? sharePlane() : wave.isRank3() ? cutSpace() : cutPlane();
    mapTensors();
    if (wave.sharesColumns())
      launchEndsApart();
    else if (shape.tile.endsFlush)
      launchApart();
    else if (shape.tile.isUniform)
      launchAlike();
    else
      launchBoth();
  }

private:
  /// Emits, for programs of three axes, the host code that computes the numbers of tiles and
  /// blocks, and the chunks. A chunk is a range of planes that one block sweeps. Sets members to
  /// expressions for the results.
  void cutSpace() {
    rows = k.define("rowsOfTiles", {Type::Int}, c.tilesY.invoke("count", {k.extent(1)}));
    const Term tiles = columns * rows, atFaces = k.call(Primitive::FaceTiles, {columns, rows});
    if (shape.tile.endsFlush) {
      const Term fits = shape.tile.shiftsCells
                            ? k.extent(0) >= c.tilesX.dot("tile")
                            : c.tilesX.invoke("canEndFlush", {k.extent(0), shape.tile.unit});
      isFlush = k.define("isFlush", {Type::Bool},
                         fits && c.tilesY.invoke("canEndFlush", {k.extent(1), 1}));
      faces = k.define("faces", {Type::Int},
                       shape.plan.apart ? atFaces : select(isFlush, tiles, atFaces));
    } else if (!shape.tile.isUniform && !shape.plan.chunks) {
      faces = k.define("faces", {Type::Int}, atFaces);
    }
    chunks = k.define("chunks", {Type::Chunks},
                      shape.plan.chunks ? chunksAsked() : chunksBalanced(tiles));
    blocks = k.define("blocks", {Type::Int},
                      (shape.tile.endsFlush ? faces : tiles) * chunks.invoke("count"));
  }
  Term chunksAsked() {
    return k.braced({planes, k.call(Primitive::Min, {shape.plan.chunks, planes})}, {Type::Void},
                    {"planes", "shorts"});
  }
  /// Emits the host code that chooses the chunks (ranges of planes that one block sweeps) so that
  /// all multiprocessors finish at about the same time. Returns the expression for the chunks.
  /// `tiles` is the number of tiles in the plane of x and y.
  Term chunksBalanced(const Term &tiles) {
    std::vector<Term> parts = {tiles - faces, faces, step.invoke("multiprocessors"),
                               shape.sweep.extraSteps};
    std::vector<NameHint> members = {"inner", "outer", "atOnce", "extra"};
    if (shape.tile.endsFlush || shape.faces.repeatsAcross)
      members.push_back("cost");
    if (shape.tile.endsFlush)
      parts.push_back(shape.tile.shifts ? k.known(Known::FlushTileCost)
                                        : select(isFlush, k.known(Known::FlushTileCost),
                                                 k.known(Known::FaceTileCost)));
    else if (shape.faces.repeatsAcross)
      parts.push_back(shape.pace.faceCost
                          ? k.converted({Type::Value, ir::ScalarType::F64}, shape.pace.faceCost) /
                                100
                          : k.known(Known::RepeatTileCost));
    if (shape.pace.launchDrift > 0) {
      parts.push_back(k.number(shape.pace.launchDrift));
      members.push_back("drift");
    }
    const Term swept =
        k.define("swept", {Type::SweptColumns}, k.braced(parts, {Type::Void}, members));
    return k.call(Primitive::BalancedChunks, {swept, planes});
  }

  Term edgeTiles() {
    return k.define("ends", {Type::Int}, c.tilesX.invoke("ends", {columns, k.extent(0)}));
  }
  /// Emits, for programs of two axes, the host code that divides the columns of tiles among warps
  /// (WarpShares.h). Each warp gets about the same number of rows to sweep. Sets `shares` to the
  /// expression for the division.
  void sharePlane() {
    const Term ends = edgeTiles();
    isFlush = k.define("isFlush", {Type::Bool},
                       c.tilesX.invoke("canEndFlush", {k.extent(0), shape.tile.unit}));
    swept =
        k.define("swept", {Type::PlaneColumns},
                 k.braced({columns - ends, ends, c.warps,
                           select(isFlush, shape.pace.endCost(true), shape.pace.endCost(false))},
                          {Type::Void}, {"inner", "ends", "warps", "cost"}));
    shares = k.define("shares", {Type::PlaneShares},
                      shape.plan.chunks
                          ? k.call(Primitive::ShareInChunks,
                                   {swept, planes, shape.sweep.extraSteps, shape.plan.chunks})
                          : k.call(Primitive::SharePlane, {swept, step.invoke("multiprocessors"),
                                                           planes, shape.sweep.extraSteps}));
  }

  /// Emits, for programs of two axes, the host code that computes the number of chunks of each
  /// column of tiles, and the number of blocks. A chunk is a range of rows that one warp sweeps.
  /// Edge tiles get shorter chunks.
  void cutPlane() {
    const Term ends = edgeTiles();
    swept = k.define("swept", {Type::WarpColumns},
                     k.braced({columns - ends, ends, c.endChunks, c.warps}, {Type::Void},
                              {"inner", "ends", "endChunks", "warps"}));
    chunks = k.define("chunks", {Type::Int},
                      shape.plan.chunks
                          ? k.call(Primitive::Min, {shape.plan.chunks, planes})
                          : k.call(Primitive::ChooseChunks, {swept, step.invoke("multiprocessors"),
                                                             planes, shape.sweep.extraSteps}));
    blocks = k.define(
        "blocks", {Type::Int},
        k.call(Primitive::CeilDiv, {(columns - ends + ends * c.endChunks) * chunks, c.warps}));
  }

  /// Emits the host code that makes a tensor map (descriptor for TMA loads) for each field that has
  /// a ring buffer. Emits nothing if the plan uses no tensor-map loads.
  void mapTensors() {
    if (!shape.plan.tensors())
      return;
    for (const Ring &ring : shape.loads.rings) {
      maps.push_back(k.place(NameHint("", NameOfView{ring.field, 0}, "_map"), {Type::TensorMap}));
      const Term view = k.given(HostRead{ring.field, 0}, viewOf(ring.field, true));
      k.run(step.invoke("mapTensor", {maps.back(), view, 3, k.braced({c.tileX, c.tileY, 1})}));
    }
  }
  Type viewOf(ir::FieldId field, bool isConst) const {
    return {Type::View, wave.program.fields[field].storage, isConst};
  }

  /// Emits the host code that boundary methods (code for cells at and beyond faces) need before the
  /// kernels are launched. `isFlush` is the condition that the last tiles end exactly with the
  /// grid.
  void launchBoundary(std::optional<Term> isFlush = {}) {
    for (const auto &method : wave.methods)
      method->launch({k, step, planes, isFlush});
  }

  // --- launches ---------------------------------------------------------------------------------

  LaunchTerms terms(const Term &count) {
    LaunchTerms launch{.threads = {shape.plan.lanes * c.warps},
                       .blocks = {count},
                       .sharedBytes = k.sizeOf(wave.state.shared.type),
                       .arguments = {columns},
                       .waits = true};
    if (wave.isRank3())
      launch.arguments.push_back(rows);
    if (wave.sharesColumns())
      launch.arguments.insert(launch.arguments.end(),
                              {shares.dot("inner"), shares.dot("endChunks")});
    else
      launch.arguments.push_back(chunks);
    if (wave.isRank3() && shape.tile.endsFlush)
      launch.arguments.push_back(faces);
    launch.arguments.insert(launch.arguments.end(), maps.begin(), maps.end());
    return launch;
  }
  void launch(const char *title, const Term &count, const Term &kind, bool isDependent = false) {
    LaunchTerms launch = terms(count);
    launch.title = title;
    launch.versions = {{k.truth(true), {kind}}};
    launch.isDependent = isDependent;
    k.launch(wave.functions.kernel, launch);
  }

  /// Emits, for programs of three axes, one launch for the tiles at faces, and one for the inner
  /// tiles, if there are any. Each launch has blocks only for its own tiles.
  void launchApart() {
    launchBoundary(isFlush);
    launchOuter(blocks);
    const Term inner = k.define("inner", {Type::Int}, columns * rows - faces);
    k.when(inner >= 1, [&] {
      launch("wavefrontInner", inner * chunks.invoke("count"), k.known(Known::TilesInside), true);
    });
  }
  /// Emits the launch of `count` blocks for the tiles at faces. If the extents allow it, the
  /// launched kernel is the one whose last tiles end exactly with the grid. If `inPairs`, no other
  /// kernel may run at the same time on a pair of multiprocessors that executes these blocks.
  void launchOuter(const Term &count, bool inPairs = false) {
    LaunchTerms outer = terms(count);
    outer.inPairs = inPairs;
    outer.versions = {{isFlush, {k.known(Known::TilesFlush)}},
                      {k.truth(true), {k.known(Known::TilesAtFaces)}}};
    k.launch(wave.functions.kernel, outer);
  }
  /// Emits, for programs of two axes, one launch for the edge tiles, and one for the inner tiles,
  /// if there are any. Edge tiles contain cells beyond an end of the x axis.
  void launchEndsApart() {
    launchOuter(shares.dot("endBlocks"), /*inPairs=*/true);
    k.when(swept.dot("inner") >= 1, [&] {
      launch("wavefrontInner", shares.invoke("innerBlocks", {c.warps}), k.known(Known::TilesInside),
             true);
    });
  }
  /// Emits a single launch for all tiles. Used if all tiles run the same code.
  void launchAlike() {
    launchBoundary();
    launch("wavefront", blocks, k.known(Known::TilesInside));
  }
  /// Emits two launches that both have blocks for all tiles: of the kernel for tiles at faces, and
  /// of the kernel for inner tiles. A block ends without a sweep if its tile belongs to the other
  /// kernel.
  void launchBoth() {
    launch("wavefrontFaces", blocks, k.known(Known::TilesAtFaces));
    launch("wavefrontInner", blocks, k.known(Known::TilesInside), true);
  }

  const Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  Builder k;
  const Term step;
  Term planes = 0, columns = 0, rows = 0, isFlush = 0, faces = 0, chunks = 0, blocks = 0;
  Term swept = 0, shares = 0; // with two axes
  std::vector<Term> maps;
};

} // namespace

void lowerLaunch(Wave &wave) { WaveLaunch(wave).build(); }

} // namespace stencilc::schedules
