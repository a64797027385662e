/// \file Frozen faces: emits the members and functions that mark the cells that keep their old
/// values.
#include "schedules/wavefront/faces/FrozenMethod.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/lower/Lower.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

ir::FieldId FrozenMethod::target(ir::StageId stage) const {
  return wave.program.stages[stage].target;
}
std::vector<FrozenFace> FrozenMethod::facesOf(ir::StageId stage) const {
  return frozenFaces(wave.facts, wave.shape, stage);
}

/// Returns true if some stage keeps old values of cells at a face of an axis that is not swept.
bool FrozenMethod::restoresAcross() const {
  return llvm::any_of(wave.program.stages.ids(), [&](ir::StageId stage) {
    return llvm::any_of(facesOf(stage),
                        [&](const FrozenFace &face) { return face.axis != wave.along; });
  });
}

// --- declare ------------------------------------------------------------------------------------

void FrozenMethod::declareConstants() {
  if (wave.shape.faces.frozen.isCopied)
    inMemory.declare();
  copies.declareConstants();
  for (const auto &[field, store] : wave.shape.faces.frozen.stores)
    nameLayout(field, store);
}

/// Declares the emitted type that describes the frozen cells (which keep their values) of `field`,
/// in a tile that ends exactly with the grid. `store` has the widths of the frozen layer.
void FrozenMethod::nameLayout(ir::FieldId field, const FrozenStore &store) {
  const auto number = [&](int value) { return Term(wave.module, wave.module.integer(value)); };
  const auto &[low, high] = std::tie(store.widths.low, store.widths.high);
  layouts[field] = namedInstance(
      wave.module, NameHint("Frozen", NameOfField{field}), Template::FrozenLayer,
      wave.withLanes<TypeArgument>({wave.c.cells, wave.c.rows, wave.c.tileY, number(low[0]),
                                    number(high[0]), number(low[1]), number(high[1])}),
      "Layout of the frozen cells of " + wave.program.fields[field].name +
          " at the low and high faces of x and y.");
}

void FrozenMethod::declareShared(StructBuilder &shared) { copies.declareShared(shared, layouts); }

void FrozenMethod::declareMembers(StructBuilder &sweep, MembersAfter where) {
  if (where != MembersAfter::StoredRows)
    return;
  const Term none(wave.module, wave.module.integer(0));
  for (const ir::StageId stage : wave.program.stages.ids()) {
    if (!restores(stage))
      continue;
    const ir::FieldId field = target(stage);
    sweep.together(
        [&] {
          cells[field] = sweep.member(NameHint("", NameOfView{field, 0}, "_cells"),
                                      {Type::Unsigned}, {.start = none});
          rows[field] = sweep.member(NameHint("", NameOfView{field, 0}, "_rows"), {Type::Unsigned},
                                     {.start = none});
        },
        "bit i or j: cell i or row j is frozen");
  }
}

void FrozenMethod::lowerFunctions(FunctionsBefore next) {
  if (next != FunctionsBefore::Place || !restoresAcross())
    return;
  WaveFunction f(wave, "findFrozen", "Finds the frozen cells of the thread.");
  for (ir::StageId stage : wave.program.stages.ids())
    mark(f.k, stage);
  marks = f.k.id;
}

/// Returns the condition that a cell with coordinate `cell` along the axis of `face` keeps its
/// value: it lies in the frozen layer (cells that keep their values) or beyond the face. At a
/// mirror or copy face of x, ghost cells beyond it do not count. At such a face of y they count,
/// because ghost rows are written together with the row that has the same values.
static Term isFrozenAt(Builder &k, const FrozenFace &face, const Term &cell) {
  const Term isNear = k.face(cell, face.axis, face.side, face.width);
  if (!face.isRepeated || face.axis != 0)
    return isNear;
  return isNear && k.face(cell, face.axis, face.side, 0, /*isInside=*/true);
}

/// Emits code that sets two bit masks of a thread, for the field that `stage` updates: bit i of the
/// first is set if cell i of a row keeps its old value, and bit j of the second if row j does.
void FrozenMethod::mark(Builder &k, ir::StageId stage) const {
  const auto find = [&](int axis, const NameHint &name, VarId begin, const Term &count,
                        const std::map<ir::FieldId, VarId> &masks) {
    std::vector<Term> any;
    k.forEach(name, 0, count, Repeat::Plain, [&](const Term &i) {
      for (const FrozenFace &face : facesOf(stage))
        if (face.axis == axis)
          any.push_back(isFrozenAt(k, face, wave.at(begin) + i));
      if (!any.empty())
        k.when(*anyOf(any),
               [&] { k.change(wave.at(masks.at(target(stage))), AssignOp::Or, k.bits(1) << i); });
    });
  };
  find(0, "i", wave.state.thread.x, wave.c.cells, cells);
  if (wave.isRank3())
    find(1, "j", wave.state.thread.y, wave.c.rows, rows);
}

// --- place --------------------------------------------------------------------------------------

/// Returns true if the emitted code decides separately, for each bound of the stored cells, whether
/// the tile leaves out frozen cells (which keep their values). Otherwise it chooses the widths of
/// the frozen layer once per tile. Kernels that exchange whole planes decide separately, because
/// chosen widths would occupy registers until the end of the sweep.
bool FrozenMethod::asksAgain() const { return wave.shape.plan.isWhole; }

/// Emits, for tiles at faces, the assignment of the member `shift`: the numbers of cells along x
/// and y by which the tile extends beyond the last cell of the grid, at least 0.
void FrozenMethod::findShift(Builder &k) const {
  const TilePlace &tile = wave.state.tile;
  const auto beyond = [&](VarId first, const Term &cells, int axis) {
    return k.call(Primitive::Max, {wave.at(first) + cells - k.extent(axis), 0});
  };
  k.whenConstant(wave.hasKind(Known::TilesAtFaces), [&] {
    k.assign(wave.at(tile.shift),
             k.braced({beyond(tile.left, wave.c.tileX, 0), beyond(tile.bottom, wave.c.tileY, 1)}));
  });
}

void FrozenMethod::place(Builder &k) {
  if (wave.shape.tile.shifts)
    findShift(k);
  if (!wave.shape.faces.frozen.isCopied)
    return;
  const Term isLeftOut = wave.at(wave.state.tile.isFlush);
  inMemory.choose(k, asksAgain() ? std::nullopt : std::optional(isLeftOut));
}

Term FrozenMethod::storedBound(Builder &k, const Term &bound, int axis, Side side) const {
  if (!wave.shape.faces.frozen.isCopied)
    return bound;
  Term cut = inMemory.cut(k, bound, axis, side);
  if (axis == 0 && side == Side::Low) // whole pieces of a lane; the first may have frozen cells
    cut = cut / wave.c.cells * wave.c.cells;
  return asksAgain() ? select(wave.at(wave.state.tile.isFlush), cut, bound) : cut;
}

void FrozenMethod::launch(const HostLaunch &host) const {
  if (!wave.shape.faces.frozen.isCopied)
    return;
  const auto copy = [&] { inMemory.copy(host); };
  wave.shape.tile.shifts ? copy() : host.k.when(*host.isFlush, copy);
}

// --- what restoring needs -----------------------------------------------------------------------

std::optional<WaveRow> FrozenMethod::oldRow(const StageSkew &stage) const {
  const WavefrontShape &shape = wave.shape;
  const ir::FieldId field = target(stage.stage);
  const bool isFromRing = shape.faces.frozen.isFromRing, lacksRing = !shape.ringOf(field);
  const bool isThere = isFromRing || shape.skew->ages.at(field) >= shape.skew->lag;
  if (!restores(stage.stage) || wave.rank() == 1 || (!isThere && shape.tile.shifts))
    return {};
  // A local field (never in memory) has no row of the previous time step in a ring buffer, so it is
  // the row in the plane of the new cells.
  return WaveRow{field, 0, isFromRing && lacksRing ? stage.out : shape.skew->lag, 0, isFromRing};
}

int FrozenMethod::oldestPlane() const {
  const bool isInRegisters = needsOld(wave.facts, wave.shape.plan.steps) && wave.rank() > 1 &&
                             !wave.shape.faces.frozen.isFromRing;
  return isInRegisters ? wave.shape.skew->lag : 0;
}

int FrozenMethod::layer(int axis, Side side) const {
  return frozenLayer(wave.program).of(axis, side);
}

std::optional<Term> FrozenMethod::keptMask(const StageSkew &stage, int axis) const {
  for (const FrozenFace &face : facesOf(stage.stage))
    if (face.axis == axis && axis != wave.along)
      return wave.at((axis == 0 ? cells : rows).at(target(stage.stage)));
  return {};
}

void FrozenMethod::completePlane(const WaveStep &step, const StageSkew &stage,
                                 const Term &t) const {
  if (restores(stage.stage))
    copies.completePlane(step, stage, t);
}

bool FrozenMethod::storesOfOthers() const { return wave.shape.faces.frozen.saves(); }

std::unique_ptr<FaceMethod> makeFrozen(Wave &wave) {
  const bool isUsed =
      needsOld(wave.facts, wave.shape.plan.steps) || wave.shape.faces.frozen.isCopied;
  return isUsed && !wave.shape.tile.isUniform ? std::make_unique<FrozenMethod>(wave) : nullptr;
}

} // namespace stencilc::schedules
