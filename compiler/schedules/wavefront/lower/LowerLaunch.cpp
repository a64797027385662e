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
  /// Emits the computation of the numbers of tiles, chunks (ranges of planes) and blocks, with
  /// three axes.
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
  /// Emits the choice of chunks (ranges of planes) with which all multiprocessors end at about the
  /// same time. `tiles` is the number of tiles of a plane.
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
  /// Emits the division of the columns of tiles among warps, with two axes. Each warp gets about
  /// the same number of rows.
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

  /// Emits the choice of chunks (ranges of rows) into which columns of tiles are cut, with two
  /// axes. Edge tiles get shorter chunks.
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

  /// Emits the tensor map (descriptor for tensor loads) of each field that has a ring buffer.
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

  /// Emits the host code of the boundary methods, which runs before the kernels.
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

  /// Emits two launches, with three axes: one of the tiles at faces, and one of the inner tiles, if
  /// there are any.
  void launchApart() {
    launchBoundary(isFlush);
    launchOuter(blocks);
    const Term inner = k.define("inner", {Type::Int}, columns * rows - faces);
    k.when(inner >= 1, [&] {
      launch("wavefrontInner", inner * chunks.invoke("count"), k.known(Known::TilesInside), true);
    });
  }
  /// Emits the launch of `count` blocks of tiles at faces. If the extents allow it, the last tiles
  /// end exactly with the grid. `inPairs`: no other kernel may run on the same pair of
  /// multiprocessors.
  void launchOuter(const Term &count, bool inPairs = false) {
    LaunchTerms outer = terms(count);
    outer.inPairs = inPairs;
    outer.versions = {{isFlush, {k.known(Known::TilesFlush)}},
                      {k.truth(true), {k.known(Known::TilesAtFaces)}}};
    k.launch(wave.functions.kernel, outer);
  }
  /// Emits two launches, with two axes: one of the edge tiles (the first and last columns of
  /// tiles), and one of the inner tiles, if there are any.
  void launchEndsApart() {
    launchOuter(shares.dot("endBlocks"), /*inPairs=*/true);
    k.when(swept.dot("inner") >= 1, [&] {
      launch("wavefrontInner", shares.invoke("innerBlocks", {c.warps}), k.known(Known::TilesInside),
             true);
    });
  }
  /// Emits the one launch for tiles that all run the same code.
  void launchAlike() {
    launchBoundary();
    launch("wavefront", blocks, k.known(Known::TilesInside));
  }
  /// Emits two launches, each on all tiles: of the kernel for tiles at faces, and of that for inner
  /// tiles. A block returns at once if its tile is for the other kernel.
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
