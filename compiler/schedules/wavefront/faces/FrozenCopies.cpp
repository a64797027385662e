/// \file Frozen faces: emits the code that saves frozen cells (which keep their values) of loaded
/// planes in shared memory, and puts them back after updates.
#include "schedules/wavefront/faces/FrozenMethod.h"
#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

using namespace kernel;

void FrozenCopies::declareConstants() {
  for (const auto &[field, store] : wave.shape.faces.frozen.stores)
    if (store.slots)
      slots.emplace(field,
                    moduleConstant(wave.module, NameHint("kFrozen", NameOfField{field}),
                                   {Type::Int}, store.slots,
                                   wave.planeName() + std::string("s of the frozen cells of ") +
                                       wave.program.fields[field].name + " in shared memory"));
}

void FrozenCopies::declareShared(StructBuilder &shared,
                                 const std::map<ir::FieldId, Type> &layouts) {
  for (const auto &[field, number] : slots)
    planes[field] = shared.member(NameHint("", NameOfView{field, 0}, "_frozen"),
                                  instance(wave.module, Template::FrozenPlanes,
                                           {wave.cellOf(field), layouts.at(field), number}),
                                  "frozen cells of loaded planes");
}

void FrozenCopies::completePlane(const WaveStep &step, const StageSkew &stage,
                                 const Term &t) const {
  const ir::FieldId field = wave.program.stages[stage.stage].target;
  if (slots.count(field))
    step.k.whenConstant(step.get(step.state.tile.isFlush), [&] {
      saveAndRestore(step, stage, t, wave.shape.faces.frozen.stores.at(field));
    });
}

/// Emits code that saves the frozen cells (which keep their values) of the newest loaded plane in
/// shared memory, in time step 0. In each time step `t`, the code then puts saved cells back into
/// the plane that `stage` has updated. `store` has the widths and the capacity of the copies of the
/// updated field. `step` is the code builder.
void FrozenCopies::saveAndRestore(const WaveStep &step, const StageSkew &stage, const Term &t,
                                  const FrozenStore &store) const {
  const ir::FieldId field = wave.program.stages[stage.stage].target;
  const WaveState &state = step.state;
  Builder &k = step.k;
  const Term saved = wave.inBlock(planes.at(field)), number = slots.at(field),
             count = step.get(state.clock.count);
  const auto put = [&](const char *how, const Term &slot, const Term &at) {
    k.run(saved.invoke(how, {slot, step.get(state.thread.row), step.get(state.thread.lane),
                             step.get(state.tile.shift), at}));
  };
  const auto pointer = [&](const std::function<Term(const Term &, const Term &)> &place) {
    return k.closure({"row", "cell"}, {Type::Int},
                     [&](const std::vector<Term> &at) { k.give(place(at[0], at[1])); });
  };
  k.note("The tile ends with the grid: cells at its faces keep the values loaded from memory.");
  k.when(t == 0, [&] {
    put("save", count % number, pointer([&](const Term &row, const Term &cell) {
          const Term slot = step.get(state.clock.slot.at(field));
          return wave.ringOf(field)[slot][row][cell].address();
        }));
  });
  const Term ago = k.define("ago", {Type::Int}, step.lagOf(t, store.age),
                            "steps of the sweep since this plane was loaded");
  const Term slot = k.define("saved", {Type::Int}, (count + number - ago) % number);
  if (exchangesRows(wave.shape, field) && wave.shape.exchange.steps)
    k.when(t < step.c.exchanged, [&] {
      put("restore", slot, pointer([&](const Term &row, const Term &cell) {
            return step.newPlane(field, t + 1, count)[row][cell].address();
          }));
    });
  const int lane = wave.shape.plan.cells;
  const bool isPartial = store.widths.low[0] % lane != 0 || store.widths.high[0] % lane != 0;
  if (isPartial || wave.shape.tile.shifts)
    storeEnds(step, stage, t, slot, isPartial);
}

/// Emits stores of saved frozen cells (which keep their values) to global memory, over wrong new
/// values that threads have written there. `slot` is the index of the copies for the plane that
/// time step `t` of `stage` (an update statement) has computed. If `isPartial`, the frozen layer is
/// not a whole number of threads wide, and all tiles store. Otherwise only tiles at faces do.
/// `step` is the code builder.
void FrozenCopies::storeEnds(const WaveStep &step, const StageSkew &stage, const Term &t,
                             const Term &slot, bool isPartial) const {
  const ir::FieldId field = wave.program.stages[stage.stage].target;
  const WaveState &state = step.state;
  Builder &k = step.k;
  const auto put = [&] {
    const Term plane = k.define("plane", {Type::Int}, step.planeOf(t, stage.out));
    for (const auto &[stored, older] : wave.targets) {
      if (stored != field)
        continue;
      const Term view = step.get(state.arguments.writes.at({field, older}));
      const Term isStored = t == step.c.steps - (1 + older) && step.isInChunk(plane);
      const Term place = k.closure({"row", "cell"}, {Type::Int}, [&](const std::vector<Term> &at) {
        giveStoredCell(step, view, at[0], at[1], plane);
      });
      k.when(isStored, [&] {
        k.run(wave.inBlock(planes.at(field))
                  .invoke("restoreEnds",
                          {slot, step.get(state.thread.row), step.get(state.thread.lane),
                           step.get(state.tile.shift), place}));
      });
    }
  };
  isPartial ? put() : k.whenConstant(wave.hasKind(Known::TilesAtFaces), put);
}

/// Emits the `return` statement of a lambda. It returns the address in global memory, in plane
/// `plane` of `view`, of cell `cell` in row `row` of the tile. It returns null if this tile does
/// not store that cell. `step` is the code builder.
void FrozenCopies::giveStoredCell(const WaveStep &step, const Term &view, const Term &row,
                                  const Term &cell, const Term &plane) const {
  const WaveState &state = step.state;
  Builder &k = step.k;
  const Term own =
      k.define("own", {Type::Int}, step.get(state.tile.left) + cell / step.c.cells * step.c.cells);
  const Term isStored =
      k.define("isStored", {Type::Bool},
               own >= step.get(state.tile.storedBegin) && own < step.get(state.tile.storedEnd) &&
                   (step.get(state.thread.storedRows) >> (row - step.get(state.thread.row)) & 1));
  const Term at =
      view.cell({step.get(state.tile.left) + cell, step.get(state.tile.bottom) + row, plane})
          .address();
  k.give(select(isStored, at, k.known(Known::Nothing)));
}

} // namespace stencilc::schedules
