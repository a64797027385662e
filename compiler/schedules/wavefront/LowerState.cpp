/// \file Schedule wavefront as functions: what the threads of a block share, where a thread stands,
/// the step of the sweep.
#include "schedules/wavefront/Frozen.h"
#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Writes the structs of one kernel.
class StateStructs {
public:
  explicit StateStructs(Wave &wave) : wave(wave), c(wave.c), state(wave.state) {}

  void declareShared() {
    for (const auto &[field, rim] : wave.shape.rims)
      nameRim(field, rim.rim);
    StructBuilder s(wave.module, "Shared", "What the threads of a block share.");
    state.shared = s.type();
    const std::string planes = wave.planeName() + std::string("s");
    for (const auto &[field, slots] : c.ring)
      state.ring[field] =
          s.member(Wish("", NameOfView{field, 0}, "_ring"), wave.cellOf(field),
                   {.extents = {c.teams, slots, c.tileY, c.tileX}, .alignment = 128},
                   "newest " + planes + " from memory");
    for (const auto &[stream, slots] : c.own)
      state.own[stream] =
          s.member(ownName(stream), wave.cellOf(stream.field),
                   {.extents = {slots, c.warps * c.rows, 32 * c.cells}, .alignment = 16},
                   "cells that no other warp reads");
    for (ir::FieldId field : wave.program.fields.ids())
      if (exchanges(field))
        declareExchanged(s, field);
    for (const auto &[field, rim] : wave.shape.rims)
      if (rim.slots)
        state.rim[field] =
            s.member(Wish("", NameOfView{field, 0}, "_rim"),
                     instance(wave.module, Template::RimPlanes,
                              {wave.cellOf(field), wave.rimType.at(field), c.rimSlots.at(field)}),
                     "of planes from memory");
    if (!wave.isRank3())
      return;
    state.turn = s.member("turn", {Type::Mbarrier}, "a phase per plane");
    if (wave.shape.plan.tensors)
      state.arrived = s.member("arrived", {Type::Mbarrier}, {.extents = {c.arrivals}},
                               "a phase per plane that tensor loads bring");
  }

  /// Where a warp stands, which goes along a line from tile to tile.
  void declareLineTile() {
    StructBuilder s(wave.module, "Tile",
                    "Where a warp stands, which goes along the line from tile to tile.");
    state.tile = s.type();
    const auto numbers = together(s);
    numbers({{"team", &state.team}, {"lane", &state.lane}}, "", {Type::Int});
    numbers({{"nx", &state.x}}, "cells of the line", {Type::Int});
    numbers({{"planes", &state.planes}}, "tiles of the line", {Type::Int});
    numbers({{"planeBegin", &state.planeBegin}, {"planeEnd", &state.planeEnd}},
            "those this warp stores", {Type::Int});
    numbers({{"insideBegin", &state.insideBegin}, {"insideEnd", &state.insideEnd}},
            "those at no end of the line", {Type::Int});
  }

  void declareTile() {
    StructBuilder s(wave.module, "Tile", "Where a thread stands.");
    state.tile = s.type();
    const auto line = together(s);
    const auto numbers = [&](const Members &all, std::string note, Type type = {Type::Int}) {
      line(all, std::move(note), type);
    };
    numbers({{"team", &state.team}, {"warp", &state.warp}, {"lane", &state.lane}}, "");
    numbers({{"row", &state.row}}, "first row of this thread in the tile");
    numbers({{"below", &state.below}, {"above", &state.above}},
            "warps with the rows next to these");
    numbers({{"left", &state.left}}, "first cell of the tile");
    wave.isRank3() ? numbers({{"x", &state.x}, {"y", &state.y}}, "first cell of this thread")
                   : numbers({{"x", &state.x}}, "first cell of this thread");
    numbers({{"storedBegin", &state.storedBegin}, {"storedEnd", &state.storedEnd}},
            "along x: cells that are right after kSteps");
    numbers({{"storedRows", &state.storedRows}}, "bit j: a row of this thread to store",
            {Type::Unsigned});
    numbers({{"planeBegin", &state.planeBegin}, {"planeEnd", &state.planeEnd}},
            wave.planeName() + std::string("s to store"));
    if (wave.isRank3())
      numbers({{"bottom", &state.bottom}}, "first row of the tile");
    if (wave.shape.shiftsRims)
      numbers({{"shift", &state.shift}}, "from the end of the grid to that of the tile",
              {Type::RimShift});
    if (wave.shape.plan.tensors)
      numbers({{"tensorBegin", &state.tensorBegin}, {"tensorEnd", &state.tensorEnd}},
              "steps whose planes tensor loads bring");
    for (const ir::StageId stage : wave.program.stages.ids())
      if (!plan::frozenFaces(wave.facts, wave.shape, stage).empty())
        declareFrozen(s, wave.program.stages[stage].target);
  }

  void declareClock() {
    StructBuilder s(wave.module, "Clock", "The step of the sweep.");
    state.clock = s.type();
    const Term zero(wave.module, wave.module.integer(0));
    s.together(
        [&] {
          state.s = s.member("s", {Type::Int}, {.start = zero});
          state.count = s.member("count", {Type::Int}, {.start = zero});
        },
        "newest " + std::string(wave.planeName()) + ", steps done");
    for (const auto &[field, slots] : c.ring)
      state.slot[field] = s.member(Wish("", NameOfView{field, 0}), {Type::Int}, {.start = zero},
                                   "its slot in the ring");
    for (const auto &[stream, slots] : c.own)
      state.ownSlot[stream] = s.member(ownName(stream), {Type::Int}, {.start = zero},
                                       "the slot of cells that no other warp reads");
  }

private:
  using Members = std::initializer_list<std::pair<const char *, VarId *>>;
  /// What declares members of one type in one line.
  static std::function<void(const Members &, std::string, Type)> together(StructBuilder &s) {
    return [&s](const Members &all, std::string note, Type type) {
      s.together(
          [&] {
            for (const auto &[name, member] : all)
              *member = s.member(name, type);
          },
          std::move(note));
    };
  }
  static Wish ownName(const analysis::Stream &stream) {
    return Wish("", NameOfView{stream.field, stream.level}, "_own");
  }
  bool exchanges(ir::FieldId field) const {
    return wave.shape.pipeline.arrival.count(field) && plan::exchangesRows(wave.shape, field) &&
           wave.shape.exchangedSteps > 0;
  }
  void declareExchanged(StructBuilder &s, ir::FieldId field) {
    const bool isWhole = wave.shape.plan.isWhole && wave.isRank3();
    state.exchanged[field] =
        isWhole ? s.member(Wish("", NameOfView{field, 0}, "_planes"), wave.cellOf(field),
                           {.extents = {3 * c.exchanged, c.tileY, c.tileX}, .alignment = 16},
                           "newest plane of each time step")
                : s.member(Wish("", NameOfView{field, 0}, "_edges"), wave.cellOf(field),
                           {.extents = {2, c.exchanged, c.warps, c.rowsHigh + c.rowsLow, c.tileX},
                            .alignment = 16},
                           "rows that other warps read");
  }
  void nameRim(ir::FieldId field, const Reach &rim) {
    wave.rimType[field] =
        namedInstance(wave.module, Wish("Rim", NameOfField{field}), Template::Rim,
                      {c.cells, c.rows, c.tileY, number(rim.low[0]), number(rim.high[0]),
                       number(rim.low[1]), number(rim.high[1])},
                      "Cells of " + wave.program.fields[field].name +
                          " at the faces that keep their values: low and high, along x and y.");
  }
  Term number(int value) { return {wave.module, wave.module.integer(value)}; }
  void declareFrozen(StructBuilder &s, ir::FieldId field) {
    const Term none(wave.module, wave.module.integer(0));
    s.together(
        [&] {
          state.frozenCells[field] =
              s.member(Wish("", NameOfView{field, 0}, "_cells"), {Type::Unsigned}, {.start = none});
          state.frozenRows[field] =
              s.member(Wish("", NameOfView{field, 0}, "_rows"), {Type::Unsigned}, {.start = none});
        },
        "bit i or j: cells that never change");
  }

  Wave &wave;
  const WaveConstants &c;
  WaveState &state;
};

/// The first step of a sweep, and the one behind its last.
void lowerEnds(Wave &wave) {
  const plan::WavefrontShape &shape = wave.shape;
  const std::string plane = wave.planeName();
  {
    Builder k(wave.module, Kind::Helper, "firstStep",
              "The first step of a sweep: the first " + plane +
                  " that a stored cell depends on is new.");
    k.function().isInline = true;
    k.function().result = {Type::Int};
    const Term tile = k.reference("tile", wave.state.tile, {}, true);
    const Term first = tile.dot(wave.state.planeBegin) - shape.haloLow;
    k.give(k.call(Primitive::Max, {first, -shape.ghostLow}) + shape.firstArrival);
    wave.firstStep = k.id;
  }
  Builder k(wave.module, Kind::Helper, "lastStep",
            "One behind the last: the last stored " + plane +
                " has passed all time steps. Loads for later steps are not begun, so that none is "
                "under way when the block ends.");
  k.function().isInline = true;
  k.function().result = {Type::Int};
  const Term tile = k.reference("tile", wave.state.tile, {}, true);
  k.give(tile.dot(wave.state.planeEnd) + (wave.c.steps - 1) * wave.c.lag + shape.pipeline.lastOut);
  wave.lastStep = k.id;
}

/// Takes what keeps its values out of what a tile stores.
void lowerLeaveRim(Wave &wave) {
  const WaveState &state = wave.state;
  Builder k(wave.module, Kind::Helper, "leaveRim", "Takes the rim from what a tile stores.");
  k.function().isInline = true;
  const Term tile = k.reference("tile", state.tile);
  k.gridParam(true);
  const Term rim = compileTime(k, "rim", {Type::RimWidths}, wave.c.rim);
  const auto low = [&](int axis) { return rim.dot("low")[axis]; };
  const auto high = [&](int axis) { return k.extent(axis) - rim.dot("high")[axis]; };
  const auto cut = [&](VarId begin, VarId end, int axis) {
    k.assign(tile.dot(begin), k.call(Primitive::Max, {tile.dot(begin), low(axis)}));
    k.assign(tile.dot(end), k.call(Primitive::Min, {tile.dot(end), high(axis)}));
  };
  cut(state.storedBegin, state.storedEnd, 0);
  k.forEach("j", 0, wave.c.rows, Repeat::Plain, [&](const Term &j) {
    const Term y = tile.dot(state.y) + j;
    k.when(y < low(1) || y >= high(1),
           [&] { k.change(tile.dot(state.storedRows), How::And, ~(k.bits(1) << j)); });
  });
  cut(state.planeBegin, state.planeEnd, 2);
  wave.leaveRim = k.id;
}

} // namespace

void lowerLinePlaces(Wave &wave) {
  const WaveState &state = wave.state;
  const auto begin = [&](Builder &k, Type::Kind result) {
    k.function().isInline = true;
    k.function().result = {result};
  };
  {
    Builder k(wave.module, Kind::Helper, "ownTile",
              "The nearest tile of the warp: what is computed for others has no meaning.");
    begin(k, Type::Int);
    const Term tile = k.reference("tile", state.tile, {}, true),
               plane = k.param("plane", {Type::Int});
    k.give(k.call(Primitive::Max, {tile.dot(state.planeBegin),
                                   k.call(Primitive::Min, {plane, tile.dot(state.planeEnd) - 1})}));
    wave.ownTile = k.id;
  }
  {
    Builder k(wave.module, Kind::Helper, "leftOf", "The first cell of a tile; may be negative.");
    begin(k, Type::Int);
    const Term plane = k.param("plane", {Type::Int});
    const Term tiles = compileTime(k, "tiles", {Type::TileAxis}, wave.c.tilesX);
    k.give(tiles.invoke("begin", {plane}));
    wave.leftOf = k.id;
  }
  Builder k(wave.module, Kind::Helper, "isInside", "Whether a tile is at no end of the line.");
  begin(k, Type::Bool);
  const Term tile = k.reference("tile", state.tile, {}, true),
             plane = k.param("plane", {Type::Int});
  k.give(plane >= tile.dot(state.insideBegin) && plane < tile.dot(state.insideEnd));
  wave.isInside = k.id;
}

namespace {

/// Where rows of a tile and planes of new cells are in shared memory.
void lowerPlaces(Wave &wave) {
  const plan::WavefrontShape &shape = wave.shape;
  if (wave.isRank3()) {
    Builder k(wave.module, Kind::Helper, "rowOf",
              shape.isUniform
                  ? "A row of the tile, which has all that a thread reads."
                  : "A row of the tile, at its edge the nearest one: what is computed there has no "
                    "meaning.");
    k.function().isInline = true;
    k.function().result = {Type::Int};
    const Term tile = k.reference("tile", wave.state.tile, {}, true);
    const Term row = tile.dot(wave.state.row) + k.param("j", {Type::Int});
    k.give(shape.isUniform ? row : k.call(Primitive::Clamp, {row, wave.c.tileY}));
    wave.rowOf = k.id;
  }
  if (!wave.isRank3() || !shape.plan.isWhole || !shape.exchangedSteps)
    return;
  Builder k(wave.module, Kind::Helper, "planeSlot",
            "Where the new cells of a time step are, after `count` steps of the sweep. They are "
            "read a step later, those of the last one exchanged while others write the next; those "
            "of the step before `count` are where those of count + 2 will be, which is not "
            "negative.");
  k.function().isInline = true;
  k.function().result = {Type::Int};
  const Term step = k.param("step", {Type::Int}), count = k.param("count", {Type::Int});
  k.give(3 * (step - 1) + count % 3);
  wave.planeSlot = k.id;
}

} // namespace

void lowerState(Wave &wave) {
  StateStructs structs(wave);
  structs.declareShared();
  wave.rank() == 1 ? structs.declareLineTile() : structs.declareTile();
  structs.declareClock();
  if (wave.rank() == 1)
    return lowerLinePlaces(wave);
  lowerEnds(wave);
  if (wave.shape.endsFlush || wave.leavesRim())
    lowerLeaveRim(wave);
  lowerPlaces(wave);
}

} // namespace stencilc::schedules
