/// \file Emits the struct `Sweep` of a wavefront kernel, which has the state of a thread during a
/// sweep.
#include "schedules/wavefront/lower/Advance.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the struct Sweep (state of a thread) and, if register arrays are separate, the struct
/// Registers. Sets `wave.state` to the handles of their members.
class SweepStruct {
public:
  explicit SweepStruct(Wave &wave)
      : wave(wave), c(wave.c), state(wave.state), registers(makeRegisters(wave)),
        s(wave.module, "Sweep", "State of one thread that sweeps a tile.") {
    if (registers)
      state.registers.type = registers->type();
    state.sweep = s.type().of;
    if (wave.rank() > 1)
      wave.kind = s.templateConstant("kTiles", {Type::TileKind});
  }

  void declare() {
    declareArguments();
    if (wave.rank() > 1)
      wave.methods.declareKind(wave, s);
    wave.rank() == 1 ? declareLine() : declareTile();
    declareClock();
    if (wave.storesPieces())
      declareStores();
    declareRegisters();
  }

private:
  static std::optional<StructBuilder> makeRegisters(Wave &wave) {
    if (!wave.keepsRegistersApart())
      return {};
    return StructBuilder(
        wave.module, "Registers",
        "Cells that a thread keeps in registers. They have a struct of their own because nvcc "
        "keeps a struct that contains arrays in local memory until loops are unrolled.");
  }

  void declareArguments() {
    state.arguments.grid = argument("g", {Type::Grid});
    if (wave.usesUniforms.ofRun)
      state.arguments.uniforms = argument(NameHint("", NameOfUniforms{}), {Type::Uniforms});
    if (wave.usesUniforms.ofStep)
      state.arguments.ofSteps = s.reference(
          nameOfSteps(), typeOfSteps(wave.module, hostSteps(wave.program, wave.shape.plan.steps)),
          true);
    if (!wave.numbers.empty())
      state.arguments.numbers = s.member("numbers", {Type::Numbers});
    for (const analysis::FieldLevel &fieldLevel : wave.fieldLevels)
      state.arguments.reads[fieldLevel] = s.member(
          viewName(fieldLevel), {Type::View, wave.program.fields[fieldLevel.field].storage, true});
    for (const WaveTarget &target : wave.targets)
      state.arguments.writes[{target.field, target.older}] =
          s.member(viewName(target), {Type::View, wave.program.fields[target.field].storage});
    if (wave.shape.plan.tensors())
      for (const Ring &ring : wave.shape.loads.rings)
        state.arguments.maps[ring.field] =
            s.reference(NameHint("", NameOfView{ring.field, 0}, "_map"), {Type::TensorMap}, true);
    state.arguments.shared = s.reference("shared", state.shared.type);
    if (registers)
      state.registers.reference = s.reference("regs", state.registers.type);
  }
  /// Declares the member of the struct Sweep that has a kernel argument, and returns its handle. It
  /// is a reference if the struct also has the register arrays, because a copy of the argument
  /// would then occupy registers from the start. Otherwise it is a copy.
  VarId argument(NameHint hint, Type type) {
    return registers ? s.member(std::move(hint), type) : s.reference(std::move(hint), type, true);
  }

  /// Declares, for programs of one axis, the members with the position of a warp, which moves from
  /// tile to tile. They are its team and lane, the numbers of cells and tiles of the axis, and
  /// ranges of tiles.
  void declareLine() {
    declareThread();
    numbers({{"nx", &state.thread.x}}, "cells of the line");
    numbers({{"planes", &state.tiles.planes}}, "tiles of the line");
    numbers({{"planeBegin", &state.tile.planeBegin}, {"planeEnd", &state.tile.planeEnd}},
            "tiles that this warp stores");
    numbers({{"insideBegin", &state.tiles.insideBegin}, {"insideEnd", &state.tiles.insideEnd}},
            "tiles that are not at an end of the line");
  }
  void declareThread() {
    s.together([&] {
      const bool hasTeams = wave.hasTeams();
      state.thread.team =
          s.member(hasTeams ? "team" : "warp", {Type::Int},
                   {.start = call(hasTeams ? Primitive::TeamIndex : Primitive::WarpIndex, {})});
      state.thread.lane =
          s.member("lane", {Type::Int},
                   {.start = call(hasTeams ? Primitive::LaneOfTeam : Primitive::LaneIndex, {})});
    });
  }
  Term call(Primitive what, const std::vector<Term> &arguments) {
    Call node{what, {}, {}};
    if (what == Primitive::TeamIndex || what == Primitive::LaneOfTeam)
      node.sizes.push_back(c.lanes.in(wave.module));
    for (const Term &argument : arguments)
      node.arguments.push_back(argument.in(wave.module));
    return {wave.module, wave.module.make(std::move(node))};
  }

  /// Declares, for programs of two or three axes, the members with the coordinates of the tile and
  /// of the thread's cells. Also declares the ranges of cells and planes to store.
  void declareTile() {
    declareThread();
    const Term team = wave.at(state.thread.team), row = team * c.rows;
    if (wave.isRank3()) {
      state.thread.row = s.member("row", {Type::Int}, {.start = c.haloY + row},
                                  "first row of this thread in the tile");
      s.together(
          [&] {
            state.thread.below =
                s.member("below", {Type::Int}, {.start = call(Primitive::Max, {team - 1, 0})});
            state.thread.above = s.member("above", {Type::Int},
                                          {.start = call(Primitive::Min, {team + 1, c.teams - 1})});
          },
          wave.hasTeams() ? "teams that have the neighbouring rows"
                          : "warps that have the neighbouring rows");
      numbers({{"left", &state.tile.left}, {"bottom", &state.tile.bottom}},
              "first cell of the tile");
      numbers({{"x", &state.thread.x}, {"y", &state.thread.y}}, "first cell of this thread");
    } else {
      numbers({{"left", &state.tile.left}}, "first cell of the tile");
      numbers({{"x", &state.thread.x}}, "first cell of this thread");
    }
    declareBoundary(MembersAfter::Position);
    numbers({{"storedBegin", &state.tile.storedBegin}, {"storedEnd", &state.tile.storedEnd}},
            "along x: cells to store");
    const Term none(wave.module, wave.module.integer(0));
    state.thread.storedRows = s.member("storedRows", {Type::Unsigned}, {.start = none},
                                       "bit j: row j of this thread is stored");
    declareBoundary(MembersAfter::StoredRows);
    numbers({{"planeBegin", &state.tile.planeBegin}, {"planeEnd", &state.tile.planeEnd}},
            wave.planeName() + std::string("s to store"));
    if (wave.shape.plan.tensors())
      numbers({{"tensorBegin", &state.tile.tensorBegin}, {"tensorEnd", &state.tile.tensorEnd}},
              "steps whose planes come by tensor loads");
  }
  /// Declares those members of the struct Sweep that boundary methods (code for cells at and beyond
  /// faces) need at the position `where` among the other members.
  void declareBoundary(MembersAfter where) {
    for (const auto &method : wave.methods)
      method->declareMembers(s, where);
  }

  /// Declares the members that change in each step of the sweep. They are the newest plane, the
  /// number of steps done, and the slot (memory) of the newest plane in each ring buffer.
  void declareClock() {
    const Term zero(wave.module, wave.module.integer(0));
    state.clock.s = s.member("s", {Type::Int}, {.start = zero},
                             "newest " + std::string(wave.planeName()) + " of this step");
    state.clock.count =
        s.member("count", {Type::Unsigned}, {.start = zero}, "steps of the sweep done");
    for (const auto &[field, slots] : c.ring)
      state.clock.slot[field] = s.member(NameHint("", NameOfView{field, 0}, "_slot"), {Type::Int},
                                         {.start = zero}, "slot of s in the ring buffer");
    for (const auto &[fieldLevel, slots] : c.own)
      state.clock.ownSlot[fieldLevel] =
          s.member(NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, "_own_slot"),
                   {Type::Int}, {.start = zero}, "slot of s in the private ring buffer");
  }

  /// Declares a pointer to the thread's cells of the plane to store next, and a bit mask of its
  /// rows to store, for each stage and each time level that it writes. Each step of the sweep moves
  /// the pointers by one plane.
  void declareStores() {
    for (const StageSkew &stage : wave.shape.skew->stages)
      for (const WaveTarget &target : wave.targets) {
        if (target.field != wave.program.stages[stage.stage].target)
          continue;
        PlaneStore &store = state.clock.stores[{stage.stage, target.older}];
        store = {target.field, target.older, stage.out, {}, {}};
        const Type cells = {Type::Pointer, wave.program.fields[target.field].storage};
        store.cells =
            s.member(viewName(target, "_cells"), cells,
                     {.start = Term(wave.module, wave.module.make(KnownValue{Known::Nothing}))},
                     "this thread's cells of the " + std::string(wave.planeName()) + " to store");
        store.rows = s.member(viewName(target, "_rows"), {Type::Unsigned},
                              {.start = Term(wave.module, wave.module.integer(0))},
                              "bit j: row j of these cells is stored");
      }
  }

  /// Declares the register arrays for partial sums, and for the new cells of each fused time step.
  /// New cells are kept for the newest plane and for older planes that are still read.
  void declareRegisters() {
    const std::string plane = wave.planeName();
    for (ir::FieldId field : wave.program.fields.ids()) {
      const Ring *ring = wave.shape.ringOf(field);
      const Type cell = wave.cellOf(field);
      if (wave.shape.skew->arrival.count(field)) {
        state.registers.line[field] =
            array(NameHint("", NameOfView{field, 0}, "_steps"), cell,
                  {oldestKept(wave, field) + 1, c.steps + 1, c.rows, c.cells},
                  "new cells by age in " + plane + "s and time step");
        if (usesRaw(wave.facts, wave.shape))
          state.registers.raw[field] =
              array(NameHint("", NameOfView{field, 0}, "_raw"), cell,
                    {c.steps + 1, c.rows, c.cells}, "new cells before frozen ones are restored");
      }
      if (ring && ring->isHeld)
        state.registers.held[field] =
            array(NameHint("", NameOfView{field, 0}, "_held"), cell, {c.rows, c.cells},
                  "cells of the " + plane + " that has left the ring buffer");
    }
    for (const StageSkew &stage : wave.shape.skew->stages)
      for (const Waiting &value : stage.waiting)
        state.registers.values[{stage.stage, value.value}] = array(
            NameHint("", NameOfValue{value.value}, "_waiting"),
            {Type::Value, wave.program[value.value].type}, {value.depth, c.steps, c.rows, c.cells},
            "partial sums that wait for later " + plane + "s");
  }
  VarId array(NameHint hint, Type cell, const std::vector<Term> &extents, std::string note) {
    return (registers ? *registers : s)
        .member(std::move(hint), cell,
                {.extents = extents, .start = Term(wave.module, wave.module.make(InitList{}))},
                std::move(note));
  }

  using Members = std::initializer_list<std::pair<const char *, VarId *>>;
  /// Declares `all`, pairs of the name of an integer member and its handle to set, in one line of
  /// the emitted text, with the comment `note`.
  void numbers(const Members &all, std::string note) {
    s.together(
        [&] {
          for (const auto &[name, member] : all)
            *member = s.member(name, {Type::Int});
        },
        std::move(note));
  }

  Wave &wave;
  const WaveConstants &c;
  WaveState &state;
  std::optional<StructBuilder> registers;
  StructBuilder s;
};

} // namespace

NameHint viewName(const analysis::FieldLevel &fieldLevel) {
  return NameHint("", NameOfView{fieldLevel.field, fieldLevel.level});
}
NameHint viewName(const WaveTarget &target, const std::string &end) {
  const int older = target.older;
  const std::string age = !older ? "" : "_prev" + (older > 1 ? std::to_string(older) : "");
  return NameHint("", NameOfView{target.field, 1}, age + end);
}

int oldestKept(const Wave &wave, ir::FieldId field) {
  return std::max({wave.shape.skew->ages.at(field), wave.methods.oldestPlane(), 0});
}

void lowerState(Wave &wave) { SweepStruct(wave).declare(); }

} // namespace stencilc::schedules
