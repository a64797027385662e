/// \file Patched faces: after a tensor-map load (TMA), threads write the boundary values of ghost
/// cells (beyond the grid) into the plane in shared memory.
#include "schedules/wavefront/faces/FaceMethod.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

using namespace kernel;
namespace {

/// Emits the boundary fill of one field: a function that writes the values beyond x and y faces
/// into a plane in shared memory, which a tensor-map load (TMA) has filled.
class PatchFunction {
public:
  PatchFunction(Wave &wave, ir::FieldId field)
      : wave(wave), state(wave.state), c(wave.c), field(field),
        reach(wave.facts.footprint.reachOf(field)),
        k(wave.module, Kind::Helper, NameHint("patch", NameOfField{field}),
          "Writes boundary values along x and y into the ghost cells of a plane that tensor loads "
          "have copied. Each warp fills its own rows. It reads only cells of the grid, which no "
          "thread writes.") {
    joinSweep(k, wave);
    rows = k.reference("rows", wave.cellOf(field), {c.tileY, c.tileX});
    plane = k.param("plane", {Type::Int});
  }

  FunctionId build() {
    put = k.define("put", {Type::Auto},
                   k.closure({"xHere", "yHere"}, {Type::Int},
                             [&](const std::vector<Term> &at) { putCell(at[0], at[1]); }));
    k.note("Whether updates read a row: rows further beyond the faces of y are not needed.");
    isNeeded = k.define("isNeeded", {Type::Auto},
                        k.closure({"y"}, {Type::Int}, [&](const std::vector<Term> &at) {
                          k.give(at[0] >= -reach.low[1] && at[0] < k.extent(1) + reach.high[1]);
                        }));
    beyondX();
    beyondY();
    return k.id;
  }

private:
  /// Returns the expression for the cell at grid coordinates (`x`, `y`) of the plane in shared
  /// memory.
  Term cellAt(const Term &x, const Term &y) {
    return (*rows)[y - wave.at(state.tile.bottom)][x - wave.at(state.tile.left)];
  }
  /// Emits the write of the boundary value of the ghost cell (beyond the grid) at grid coordinates
  /// (`xHere`, `yHere`) into the plane in shared memory.
  void putCell(const Term &xHere, const Term &yHere) {
    const Term x = k.variable("x", {Type::Int}, xHere), y = k.variable("y", {Type::Int}, yHere),
               z = k.variable("z", {Type::Int}, *plane);
    const Term value = k.array("value", wave.cellOf(field), {});
    k.when(!wave.boundaryGives(k, field, value, wave.uniforms(0), {x, y, z}),
           [&] { k.assign(value, cellAt(x, y)); });
    k.assign(cellAt(xHere, yHere), value);
  }
  /// Emits the loop in which the threads of a warp write the ghost cells beyond x faces, in all
  /// rows of the warp.
  void beyondX() {
    const int low = reach.low[0], all = low + reach.high[0];
    const Term left = wave.at(state.tile.left);
    k.note("Ghost cells beyond the faces of x: " + std::to_string(low) + " and " +
           std::to_string(reach.high[0]) + " cells of each row, one per lane.");
    k.when(k.face(left, 0, Side::Low, 0) || k.face(left + c.tileX - 1, 0, Side::High, 0), [&] {
      k.forEachBy("task", wave.at(state.thread.lane), c.rows * all,
                  wave.hasTeams() ? c.lanes : k.known(Known::WarpSize), Repeat::Plain,
                  [&](const Term &task) {
                    const Term y =
                        k.define("y", {Type::Int}, wave.at(state.thread.y) + task % c.rows);
                    const Term place = k.define("place", {Type::Int}, task / c.rows);
                    const Term x = k.define(
                        "x", {Type::Int},
                        select(place < low, k.number(-1) - place, k.extent(0) + place - low));
                    k.when(x >= left && x < left + c.tileX && k.call(*isNeeded, {y}),
                           [&] { k.run(k.call(*put, {x, y})); });
                  });
    });
  }
  /// Emits the loops in which each thread writes its cells of ghost rows beyond y faces.
  void beyondY() {
    k.forEach(
        "j", 0, c.rows, Repeat::Rolled,
        [&](const Term &j) {
          const Term y = k.define("y", {Type::Int}, wave.at(state.thread.y) + j);
          const Term isBeyond = k.face(y, 1, Side::Low, 0) || k.face(y, 1, Side::High, 0);
          k.when(isBeyond && k.call(*isNeeded, {y}), [&] {
            k.forEach("i", 0, c.cells, Repeat::Plain, [&](const Term &i) {
              const Term x = k.define("x", {Type::Int}, wave.at(state.thread.x) + i);
              k.when(x >= 0 && x < k.extent(0), [&] { k.run(k.call(*put, {x, y})); });
            });
          });
        },
        "ghost rows beyond the faces of y");
  }

  Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  const ir::FieldId field;
  const Reach reach;
  Builder k;
  std::optional<Term> rows, plane, put, isNeeded;
};

/// Boundary method for kernels whose planes are filled by tensor-map loads (TMA). After a load,
/// threads write boundary values into the ghost cells (beyond the grid) of the plane.
class Patched : public FaceMethod {
public:
  using FaceMethod::FaceMethod;

  void lowerFunctions(FunctionsBefore next) override {
    if (next != FunctionsBefore::Tile)
      return;
    for (ir::FieldId field : wave.program.fields.ids())
      if (wave.shape.ringOf(field) && isPatched(wave.facts, wave.shape, field))
        patches[field] = PatchFunction(wave, field).build();
  }

  void afterTensors(WaveStep &step, const Term &isLoaded) const override {
    Builder &k = step.k;
    k.whenConstant(step.isEdgeTile, [&] {
      k.when(isLoaded, [&] {
        for (const Ring &ring : wave.shape.loads.rings)
          if (const auto patch = patches.find(ring.field); patch != patches.end()) {
            const Term slot = step.get(step.state.clock.count) % step.c.ring.at(ring.field);
            k.run(k.call(patch->second, {wave.ringOf(ring.field)[slot], step.s() - ring.arrival}));
          }
        k.run(k.call(Primitive::FenceTensorLoads, {}));
      });
    });
  }

private:
  /// Emitted functions that fill the ghost cells (beyond the grid) of a plane, by field.
  std::map<ir::FieldId, FunctionId> patches;
};

} // namespace

std::unique_ptr<FaceMethod> makePatched(Wave &wave) {
  return patchesFaces(wave.facts, wave.shape) ? std::make_unique<Patched>(wave) : nullptr;
}

} // namespace stencilc::schedules
