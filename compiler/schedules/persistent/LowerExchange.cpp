/// \file Emits the loads and stores of tiles, and the exchange of cells between blocks.
///
/// In an exchange, a block writes to memory those of its cells that are in halos of other blocks.
/// Then it reads its own halo from memory. Two buffers are used in turn: the one that the launch
/// has read, and the one that it will write at its end. Two are enough:
///
/// - A block writes the same buffer in exchanges n and n + 2. Its neighbours read the cells of
/// exchange n before they announce exchange n + 1. The block waits for that announcement in
/// exchange n + 1, so it cannot overwrite cells that are still read.
///
/// - The first exchange may use the buffer that the launch reads, depending on the number of
/// exchanges. Then the block first waits until all neighbours have loaded their tiles. Otherwise
/// the wait of the first exchange suffices.
///
/// - The last exchange uses the buffer that the launch has read. So a block may store its results
/// into the other one while a slow neighbour still reads the cells of the last exchange.
#include "schedules/persistent/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Field level that blocks exchange, its array in the tile, and its buffer in memory.
struct Exchanged {
  Term array, memory;
  int bytes; // of a cell
};

/// Emits a copy of the cell of `row` at `x`, from memory to the tile if `toTile`, for each of
/// `all`. Copies to the tile are asynchronous, so that a thread does not wait for one cell before
/// it loads the next one.
void copyCell(PersistentState &s, const std::vector<Exchanged> &all, const InTile &row,
              const Term &x, bool toTile) {
  InTile at = row;
  at[0] = x;
  std::vector<Term> place;
  for (int axis = 0; axis < s.shape.rank; ++axis)
    place.push_back(s.placeOf(axis, at[axis]));
  for (const Exchanged &one : all) {
    const Term inTile = s.cell(one.array, at), inMemory = one.memory.cell(place);
    if (toTile)
      s.k.run(s.k.call(Primitive::CopyAsync, {inTile.address(), inMemory.address()}, {one.bytes}));
    else
      s.k.assign(inMemory, inTile);
  }
}

/// Emits a wait for all copies that the thread has started.
void awaitCopies(Builder &k) {
  k.run(k.call(Primitive::CommitCopies, {}));
  k.run(k.call(Primitive::WaitCopies, {}, {0}));
}

/// Returns the condition that a row of cells of the block lies in the halo of a neighbour along
/// another axis than x. Returns nullopt if no such axis is divided.
std::optional<Term> isWanted(const PersistentState &s, const InTile &row) {
  std::vector<Term> conditions;
  for (int axis = 1; axis < s.shape.rank; ++axis) {
    if (s.shape.isWhole(axis))
      continue;
    if (const int high = s.shape.halo.high[axis])
      conditions.push_back(row[axis] < s.own.low[axis] + high);
    if (const int low = s.shape.halo.low[axis])
      conditions.push_back(row[axis] >= s.own.high[axis] - low);
  }
  return anyOf(conditions);
}

/// Returns the condition that a row of cells of the tile lies in the halo along another axis than
/// x. Returns nullopt if no such axis is divided.
std::optional<Term> isHalo(const PersistentState &s, const InTile &row) {
  std::vector<Term> conditions;
  for (int axis = 1; axis < s.shape.rank; ++axis) {
    if (s.shape.isWhole(axis))
      continue;
    if (s.shape.halo.low[axis])
      conditions.push_back(row[axis] < s.own.low[axis]);
    if (s.shape.halo.high[axis])
      conditions.push_back(row[axis] >= s.own.high[axis]);
  }
  return anyOf(conditions);
}

Term orElse(const std::optional<Term> &isAll, const Term &all, const Term &some) {
  return isAll ? select(*isAll, all, some) : some;
}

/// Emits the stores of the cells that neighbouring blocks have in their halos.
void publish(PersistentState &s, const std::vector<Exchanged> &all) {
  Builder &k = s.k;
  const bool isWhole = s.shape.isWhole(0);
  const int strips = isWhole ? 0 : s.shape.halo.low[0] + s.shape.halo.high[0];
  s.forRows(s.own, [&](const InTile &row) {
    std::optional<Term> wanted = isWanted(s, row);
    if (wanted)
      wanted = k.define("isWanted", {Type::Bool}, *wanted);
    const Term size = s.own.count(0);
    const Term count =
        k.define("count", {Type::Int},
                 orElse(wanted, size, strips ? least(k, size, k.number(strips)) : k.number(0)));
    s.forLanes(count, [&](const Term &i) {
      if (!strips)
        return copyCell(s, all, row, s.own.low[0] + i, false);
      const Term isLow = i < s.shape.halo.high[0];
      copyCell(s, all, row,
               s.own.low[0] + select(wanted ? *wanted || isLow : isLow, i, i + (size - count)),
               false);
    });
  });
}

/// Emits the loads of the halo.
void reload(PersistentState &s, const std::vector<Exchanged> &all) {
  Builder &k = s.k;
  const bool isWhole = s.shape.isWhole(0);
  s.forRows(s.inGrid, [&](const InTile &row) {
    std::optional<Term> halo = isHalo(s, row);
    if (halo)
      halo = k.define("isHalo", {Type::Bool}, *halo);
    const Term size = s.own.count(0), low = s.own.low[0] - s.inGrid.low[0];
    const Term count =
        k.define("count", {Type::Int},
                 orElse(halo, s.inGrid.count(0), isWhole ? k.number(0) : s.inGrid.count(0) - size));
    s.forLanes(count, [&](const Term &i) {
      if (isWhole)
        return copyCell(s, all, row, s.inGrid.low[0] + i, true);
      const Term isLow = i < low;
      copyCell(s, all, row, s.inGrid.low[0] + select(halo ? *halo || isLow : isLow, i, i + size),
               true);
    });
  });
}

std::vector<analysis::FieldLevel> exchangedLevels(const PersistentState &s) {
  std::vector<analysis::FieldLevel> levels;
  for (const TileField &field : s.shape.fields)
    for (int level = 0; field.isUpdated && level > -field.levels; --level)
      levels.push_back({field.field, level});
  return levels;
}

} // namespace

bool loadTile(PersistentState &s) {
  Builder &k = s.k;
  std::vector<Exchanged> all;
  std::vector<analysis::FieldLevel> levels = exchangedLevels(s);
  for (const TileField &field : s.shape.fields)
    if (!field.isUpdated && !field.isLocal)
      levels.push_back({field.field, 0});
  for (const analysis::FieldLevel &one : levels)
    all.push_back({s.array(one.field, one.level, 0), s.buffer(one.field, one.level),
                   s.shape.of(one.field).bytes});
  s.forRows(s.inGrid, [&](const InTile &row) {
    s.forLanes(s.inGrid.count(0),
               [&](const Term &i) { copyCell(s, all, row, s.inGrid.low[0] + i, true); });
  });
  awaitCopies(k);
  if (s.shape.blocks() == 1)
    return false;
  k.run(k.call(Primitive::Announce, {*s.meeting, k.thread(Builtin::BlockIndex, 0), 1}),
        "the tile is loaded");
  return true;
}

void exchangeHalo(PersistentState &s, const Term &number, const Term &step) {
  Builder &k = s.k;
  const Term block = k.thread(Builtin::BlockIndex, 0);
  const std::vector<analysis::FieldLevel> levels = exchangedLevels(s);
  const Term usesFrom = k.define("usesFrom", {Type::Bool}, (*s.rounds - 1 - number) % 2 == 0,
                                 "the last exchange uses the buffers that the launch has read");
  std::vector<Exchanged> all;
  for (const analysis::FieldLevel &one : levels) {
    const Type view{Type::View, s.facts.program.fields[one.field].storage};
    const int levelsOfField = s.shape.of(one.field).levels;
    all.push_back({s.array(one.field, one.level, step),
                   k.define(NameHint("", NameOfView{one.field, one.level}, "_shared"), view,
                            select(usesFrom, s.buffer(one.field, one.level),
                                   s.buffer(one.field, levelsOfField + one.level))),
                   s.shape.of(one.field).bytes});
  }
  k.when(number == 1 && usesFrom, [&] {
    k.run(k.call(Primitive::AwaitNeighbours, {*s.meeting, *s.tiles, block, 1}),
          "they have loaded their tiles");
  });
  publish(s, all);
  k.run(k.call(Primitive::Announce, {*s.meeting, block, number + 1}));
  k.run(k.call(Primitive::AwaitNeighbours, {*s.meeting, *s.tiles, block, number + 1}));
  reload(s, all);
  awaitCopies(k);
  s.meet();
}

void storeTile(PersistentState &s) {
  std::vector<Exchanged> all;
  for (const analysis::FieldLevel &one : exchangedLevels(s))
    all.push_back({s.array(one.field, one.level, *s.count),
                   s.buffer(one.field, s.shape.of(one.field).levels + one.level),
                   s.shape.of(one.field).bytes});
  s.forRows(s.own, [&](const InTile &row) {
    s.forLanes(s.own.count(0),
               [&](const Term &i) { copyCell(s, all, row, s.own.low[0] + i, false); });
  });
}

} // namespace stencilc::schedules
