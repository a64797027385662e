/// \file Emits the loads of the rows that an update reads: from global memory, ring buffers in
/// shared memory, or registers.
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

using namespace kernel;

/// A row to load into registers for the update of row `j` by time step `t`. Its cells are copied to
/// `array`, after the first `margins.left` elements. If `isMoved`, the row may lie above or below
/// row `j`.
struct WaveSources::Place {
  WaveRow row;
  WaveMargins margins;
  Term array, at, t, j; // at: index of the row, from the thread's first row
  bool isMoved;
  std::optional<Term> dy = {};                  // `at` - j, if a parameter of the emitted function
  bool isLow = row.dy < 0, isHigh = row.dy > 0; // `at` may be below or above j
  Term beside() const { return dy ? *dy : Term(row.dy); }
  Term to() const { return margins.left ? array + margins.left : array; }
  bool hasMargins() const { return margins.left || margins.right; }
};

WaveSources::WaveSources(WaveStep &step, const StageParts &parts)
    : st(step), k(step.k), wave(step.wave), parts(parts) {}

bool WaveSources::isUpdated(const WaveRow &row) const {
  return !row.isKept && wave.shape.skew->arrival.count(row.field) != 0;
}

/// Returns how many steps of the sweep after the plane of `row` becomes new (is loaded or computed)
/// it can be read in its ring buffer in shared memory. Returns 0 for fields without a ring buffer,
/// and for fields that no update changes.
int WaveSources::waitOf(const WaveRow &row) const {
  const Ring *ring = wave.shape.ringOf(row.field);
  return ring && isUpdated(row) ? ring->arrival - wave.shape.skew->arrival.at(row.field) : 0;
}

/// Returns true if one of the fused time steps of this launch computes cells of `row`. Otherwise
/// all its cells come from global memory.
bool WaveSources::isProduced(const WaveRow &row) const {
  return isUpdated(row) && (wave.shape.plan.steps > 1 || row.level == 1);
}
bool WaveSources::isFromRing(const WaveRow &row) const {
  return isUpdated(row) ? row.level <= 0 : wave.shape.ringOf(row.field) != nullptr;
}
/// Returns true if `row` is read from a whole plane of new cells that threads exchange through
/// shared memory. Planes of the last time step are there only if a stage reads rows of them that
/// other threads compute.
bool WaveSources::isNewPlane(const WaveRow &row) const {
  return wave.shape.plan.isWhole && exchangesRows(wave.shape, row.field) && row.age == 1 &&
         (row.level <= 0 || wave.shape.exchange.steps == wave.shape.plan.steps);
}

Term WaveSources::step(const Place &place) const { return place.t + place.row.level; }

Term WaveSources::ringAge(const Place &place) const {
  const WaveRow &row = place.row;
  if (isUpdated(row))
    return k.number(row.age - waitOf(row));
  const Ring *ring = wave.shape.ringOf(row.field);
  return st.lagOf(place.t, row.age - (ring && !row.isKept ? ring->arrival : 0));
}
Term WaveSources::rowIn(const Place &place) const {
  return place.isMoved    ? st.rowOf(place.at)
         : wave.isRank3() ? st.get(st.state.thread.row) + place.j
                          : place.j;
}
Term WaveSources::ringRow(const Place &place) const {
  return st.ringPlane(place.row.field, ringAge(place))[rowIn(place)];
}

/// Returns true if cells left and right of the thread's own cells are loaded from shared memory by
/// vector loads, which take fewer instructions than shuffles. That is possible only if every time
/// step finds the row in shared memory. `place` has the row to load.
bool WaveSources::loadsMargins(const Place &place) const {
  const auto &[row, margins] = std::tie(place.row, place.margins);
  const WavefrontShape &shape = wave.shape;
  if (st.replay) // rows from global memory are in no ring buffer
    return false;
  if (shape.tile.isUniform) // shuffles would find nothing beyond the warp
    return place.hasMargins();
  const int cells = shape.plan.cells, bytes = plan::bytesOf(wave.program.fields[row.field].storage);
  return wave.along == 2 && shape.plan.isWhole && !row.isKept && shape.ringOf(row.field) &&
         shape.skew->arrival.count(row.field) && exchangesRows(shape, row.field) &&
         row.level == 0 && (row.age == 1 || shape.plan.steps == 1) &&
         row.age - waitOf(row) <= shape.ringOf(row.field)->ages && cells * bytes <= 16 &&
         place.hasMargins() && margins.left % cells == 0 && margins.right % cells == 0;
}

// --- one row ------------------------------------------------------------------------------------

void WaveSources::loadRow(const Place &place) {
  WaveRow own = place.row;
  own.dy = 0;
  if (const auto shared = functions.find(own); shared != functions.end()) {
    std::vector<Term> arguments = {place.to(), place.t, place.j};
    if (shared->second.isMoved)
      arguments.push_back(place.row.dy);
    st.run(shared->second.id, arguments);
  } else {
    loadCells(place);
  }
  addMargins(place);
}

void WaveSources::lowerShared(const std::vector<const WaveRows *> &parts) {
  struct Uses {
    int count = 0, low = 0, high = 0;
  };
  std::map<WaveRow, Uses> uses; // by the updated row (dy = 0) of the same plane
  for (const WaveRows *rows : parts)
    for (const auto &[row, margins] : *rows) {
      WaveRow own = row;
      own.dy = 0;
      Uses &all = uses[own];
      ++all.count;
      all.low = std::min(all.low, row.dy);
      all.high = std::max(all.high, row.dy);
    }
  for (const auto &[own, all] : uses)
    if (all.count > 1 && !(isUpdated(own) && own.age == 0)) // newest cells have several sources
      lowerRow(own, all.low, all.high);
}

void WaveSources::lowerRow(const WaveRow &own, int low, int high) {
  const bool isMoved = low || high;
  const std::string &name = wave.program.fields[own.field].name;
  const FunctionId id =
      st.part(loadName(own),
              std::string("Loads the cells of ") + name + " that time step t reads " +
                  (isMoved ? "in row j + dy" : "in row j") +
                  (own.age > 0 ? ", computed " + std::to_string(own.age) + " " + wave.planeName() +
                                     (own.age > 1 ? "s" : "") + " earlier."
                               : "."),
              [&] {
                const Term to =
                    k.param("to", {Type::Pointer, wave.program.fields[own.field].storage});
                const Term t = k.param("t", {Type::Int}), j = k.param("j", {Type::Int});
                const Term dy = isMoved ? k.param("dy", {Type::Int}) : Term(0);
                Place place{own, {}, to, isMoved ? j + dy : j, t, j, isMoved};
                if (isMoved)
                  place.dy = dy;
                place.isLow = low < 0;
                place.isHigh = high > 0;
                loadCells(place);
              });
  functions.insert_or_assign(own, RowFunction{id, isMoved});
}

void WaveSources::loadCells(const Place &place) {
  const WaveRow &row = place.row;
  const bool isProduced = this->isProduced(row);
  if (st.replay) {
    fromReplayed(place);
  } else if (!isProduced) {
    isFromRing(row) ? fromRing(place) : fromMemory(place, std::min(row.level, 0));
  } else if (!isFromRing(row)) {
    fromRegisters(place);
  } else {
    // First the levels in global memory, which the first time steps read. Then computed levels.
    const std::function<void(int)> later = [&](int level) {
      if (level == 0)
        return fromRegisters(place);
      if (level < -1 && level - row.level == wave.shape.plan.steps - 1)
        return fromMemory(place, level); // no time step reads a newer level
      k.when(
          place.t == level - row.level, [&] { fromMemory(place, level); },
          [&] { later(level + 1); });
    };
    k.when(step(place) == 0, [&] { fromRing(place); }, [&] { later(row.level); });
  }
}

/// Emits the load of a row that the first time step reads. It comes from registers, a ring buffer
/// in shared memory or global memory, depending on the field and on the age of the plane (planes
/// behind the newest one). `place` has the row and its destination.
void WaveSources::fromRing(const Place &place) {
  const WaveRow &row = place.row;
  const Ring *ring = wave.shape.ringOf(row.field);
  WaveRow own = row;
  own.dy = 0;
  const int age = row.age - waitOf(row);
  const bool ringHolds =
      ring &&
      (!isUpdated(row) || (age <= ring->ages && (row.level == 0 || wave.shape.plan.steps > 1)));
  if (const auto slide = slides.find(own); slide != slides.end() && isUpdated(row)) {
    st.copy(place.to(), slide->second.array[k.number(slide->second.low) + place.beside()]);
  } else if (const auto planes = held.find(row.field); planes != held.end() && !isUpdated(row)) {
    const int below = wave.facts.footprint.reachOf(row.field).low[1];
    st.copy(place.to(), planes->second[st.lagOf(place.t, row.age - ring->arrival)]
                                      [place.j + (k.number(below) + place.beside())]);
  } else if (ringHolds) {
    const Term from = ringRow(place);
    k.run(k.call(Primitive::LoadStaged,
                 {place.to(), from + st.c.haloX, st.get(st.state.thread.lane)}, {st.c.cells}));
  } else if (isUpdated(row) && row.level == 0 && ring && ring->isHeld && age == ring->ages + 1) {
    st.copy(place.to(), st.inRegisters(st.state.registers.held.at(row.field))[place.j]);
  } else {
    fromMemory(place, isProduced(row) ? 0 : row.level);
  }
}

void WaveSources::fromMemory(const Place &place, int level) {
  const WaveRow &row = place.row;
  const auto arrival = wave.shape.skew->arrival.find(row.field);
  const bool arrives = arrival != wave.shape.skew->arrival.end();
  const PrivateRing *own = wave.shape.privateRingOf({row.field, row.level});
  if (own && !row.isKept && !st.replay) {
    const int behind = row.age + (arrives ? arrival->second + row.level * wave.shape.skew->lag : 0);
    const Term slot =
        k.call(Primitive::RingSlot, {st.get(st.state.clock.ownSlot.at(own->fieldLevel)),
                                     behind - own->arrival, st.c.own.at(own->fieldLevel)});
    const Term from = wave.inBlock(st.state.shared.own.at(
        own->fieldLevel))[slot][st.get(st.state.thread.team) * st.c.rows + place.j][st.firstCell()];
    k.run(k.call(Primitive::Load, {place.to(), from.address()}, {st.c.cells}));
    return;
  }
  const int by =
      isUpdated(row) ? arrival->second + row.level * wave.shape.skew->lag + row.age : row.age;
  st.readRow(place.to(), {row.field, level}, place.at, st.planeOf(place.t, by),
             wave.methods.findsCells(row.field) ? st.isEdge : st.isEdge || st.isEdgeTile);
}

/// Emits the load of a row for a replay (steps of the sweep that are executed again). `place` has
/// the row and its destination. A row that the replayed step has loaded from global memory is
/// loaded from there again, with boundary conditions applied. Other rows are read from registers or
/// shared memory. If their plane lies beyond the low face, the plane of the grid with the same
/// values is read.
void WaveSources::fromReplayed(const Place &place) {
  const WaveRow &row = place.row;
  const auto fromPlane = [&] {
    const int age = ageInReplay(wave.facts, *wave.shape.skew, *st.replay,
                                {row.field, row.level, row.age, st.behind});
    if (!exchangesRows(wave.shape, row.field) || row.level < 0)
      return st.copy(place.to(), st.inRegisters(st.state.registers.line.at(
                                     row.field))[k.number(age)][step(place)][place.at]);
    const Term plane =
        st.newPlane(row.field, step(place), st.get(st.state.clock.count) + (3 - age));
    k.run(k.call(Primitive::Load, {place.to(), plane[rowIn(place)][st.firstCell()].address()},
                 {st.c.cells}));
  };
  if (!isProduced(row))
    return fromMemory(place, std::min(row.level, 0));
  const std::function<void(int)> fromLevel = [&](int level) {
    const int t = level - row.level; // the time step that reads this level in global memory
    if (level > 0)
      return fromPlane();
    if (t < st.replay->firstTime)
      return fromLevel(level + 1);
    k.when(place.t == t, [&] { fromMemory(place, level); }, [&] { fromLevel(level + 1); });
  };
  fromLevel(row.level);
}

/// Emits the load of a row of new cells that a fused time step has computed. Rows of this thread
/// come from its registers, rows of other threads from shared memory. `place` has the row and its
/// destination.
void WaveSources::fromRegisters(const Place &place) {
  const WaveRow &row = place.row;
  const auto load = [&](const Term &from) {
    k.run(k.call(Primitive::Load, {place.to(), from.address()}, {st.c.cells}));
  };
  if (isNewPlane(row)) {
    const Term plane = st.newPlane(row.field, step(place), st.get(st.state.clock.count) + 2);
    return load(plane[rowIn(place)][st.firstCell()]);
  }
  const auto own = [&] {
    const bool isRaw = usesRaw(wave.facts, wave.shape) && row.age == 0 && !place.hasMargins();
    if (isRaw && newest)
      return st.copy(place.to(), *newest);
    const Term line =
        isRaw ? st.inRegisters(st.state.registers.raw.at(row.field))
              : st.inRegisters(st.state.registers.line.at(row.field))[k.number(row.age)];
    st.copy(place.to(), line[step(place)][place.at]);
  };
  if (wave.shape.plan.isWhole || !(place.isLow || place.isHigh))
    return own();
  const std::optional<Term> isBeyond =
      wave.methods.repeatsOwn(st, {row.field, place.at, place.dy, place.isLow, place.isHigh});
  const auto orOwn = [&](const auto &others) {
    isBeyond ? k.when(
                   st.isEdgeTile && *isBeyond,
                   [&] {
                     st.copy(place.to(), st.inRegisters(st.state.registers.line.at(
                                             row.field))[k.number(row.age)][step(place)][place.j]);
                   },
                   others)
             : others();
  };
  const auto edges = [&](VarId warp, const Term &edge) {
    load(wave.inBlock(st.state.shared.exchanged.at(
        row.field))[st.before()][step(place) - 1][st.get(warp)][edge][st.firstCell()]);
  };
  const auto above = [&] { edges(st.state.thread.above, place.at - st.c.rows); };
  const auto orAbove = [&] { place.isHigh ? k.when(place.at >= st.c.rows, above, own) : own(); };
  if (!place.isLow)
    return orOwn(orAbove);
  orOwn([&] {
    k.when(
        place.at < 0,
        [&] { edges(st.state.thread.below, st.c.rowsHigh + st.c.rowsLow + place.at); }, orAbove);
  });
}

void WaveSources::addMargins(const Place &place) {
  if (!place.hasMargins())
    return;
  loadMargins(place);
  for (const auto &method : wave.methods)
    method->fillMargins(st, place.array, place.row.field, place.margins);
}

void WaveSources::loadMargins(const Place &place) {
  const std::vector<Term> sizes = {place.margins.left, st.c.cells, place.margins.right};
  if (!loadsMargins(place)) {
    k.run(k.call(Primitive::ExtendRow, {place.array}, sizes));
    return;
  }
  std::optional<Term> from;
  const auto moved = [&](const Term &plane) { return plane[st.rowOf(place.at)]; };
  if (isProduced(place.row))
    from = moved(st.newPlane(place.row.field, step(place), st.get(st.state.clock.count) + 2));
  if (isFromRing(place.row)) {
    const Term ring = moved(st.ringPlane(place.row.field, ringAge(place))) + st.c.haloX;
    from = from ? select(step(place) == 0, ring, *from) : ring;
  }
  k.run(k.call(wave.shape.tile.isUniform ? Primitive::LoadBeside : Primitive::LoadMargins,
               {place.array, *from, st.get(st.state.thread.lane)},
               wave.shape.tile.isUniform ? sizes : wave.withLanes(sizes)));
}

// --- the rows that one part of an update reads --------------------------------------------------

RowsAt WaveSources::load(const WaveRows &rows, const WaveRows &all, const Term &t, const Term &j) {
  RowsAt made;
  const auto windowOf = [&](const WaveRow &row) {
    return wave.shape.plan.isWhole ? parts.findWindow(all, row) : std::nullopt;
  };
  std::map<ir::ScalarType, std::vector<std::pair<WaveRow, WaveMargins>>> own; // by type
  for (const auto &[row, margins] : rows)
    if (const std::optional<WaveWindow> window = windowOf(row))
      made.insert_or_assign(row, fromWindow(row, margins, *window, t, j));
    else
      own[wave.program.fields[row.field].storage].push_back({row, margins});
  for (const auto &[type, rows] : own) {
    k.together([&, &rows = rows] {
      for (const auto &[row, margins] : rows)
        made.insert_or_assign(row, RowAt{k.array(rowName(row), wave.cellOf(row.field),
                                                 {margins.left + st.c.cells + margins.right}),
                                         margins.left});
    });
    for (const auto &[row, margins] : rows)
      loadRow({row, margins, made.at(row).array, j + row.dy, t, j, row.dy != 0});
  }
  return made;
}

/// Returns the location of `row` in the registers of `window` (neighbouring rows of one plane), for
/// the update of row `j` by time step `t`. If the window has fewer cells left and right than
/// `margins`, emits a copy to a wider array and the loads of the missing cells. The location is
/// then in that array.
RowAt WaveSources::fromWindow(const WaveRow &row, const WaveMargins &margins,
                              const WaveWindow &window, const Term &t, const Term &j) {
  WaveRow own = row;
  own.dy = 0;
  const RowSet &rows = windows.at(own);
  const Term place = rows.array[j + (rows.low + row.dy)];
  const int left = window.margins.left;
  if (margins.left <= left && margins.right <= window.margins.right)
    return {place, left};
  const Term array =
      k.array(rowName(row), wave.cellOf(row.field), {margins.left + st.c.cells + margins.right});
  const Place wide{row, margins, array, j + row.dy, t, j, row.dy != 0};
  st.copy(wide.to(), left ? place + left : place);
  addMargins(wide);
  return {array, margins.left};
}

void WaveSources::loadWindow(const WaveRow &own, const WaveWindow &window, const Term &at,
                             const Term &t) {
  const RowSet &set = windows.at(own);
  loadRow({own, window.margins, set.array[at + set.low], at, t, at, true});
}

} // namespace stencilc::schedules
