/// \file Emits the windows of a sweep kernel: cells of each plane that a thread keeps in registers.
#include "schedules/sweep/Windows.h"
#include "kernel/build/FieldFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::schedules {

using namespace kernel;

Windows::Windows(StagedState &state, const Rings &rings) : s(state), rings(rings) {
  for (const StagedLevel &level : s.staged.fieldLevels) {
    for (int plane = level.first; plane <= level.last; ++plane) {
      addArray(level, plane);
      const bool isMoved = level.isMoved[plane - level.first];
      if (!level.isDirect(plane))
        addLoads(level, plane);
      else if (!isMoved)
        direct.push_back({&level, plane});
    }
    for (int plane = level.first; plane < level.last; ++plane)
      if (level.isMoved[plane - level.first])
        moves.push_back({&level, plane});
  }
}

const StagedLevel &Windows::stagedLevelOf(const analysis::FieldLevel &fieldLevel) const {
  for (const StagedLevel &staged : s.staged.fieldLevels)
    if (staged.fieldLevel == fieldLevel)
      return staged;
  llvm_unreachable("every field level of a kernel has windows");
}

bool Windows::readsMargins() const {
  const auto reads = [](const Load &load) { return !load.margins.empty(); };
  return llvm::any_of(feeding, reads) || llvm::any_of(others, reads);
}

// --- declarations -------------------------------------------------------------------------------

void Windows::addArray(const StagedLevel &level, int plane) {
  const Window &window = level.window(plane);
  Offset at;
  at[s.along()] = plane;
  Module &module = s.k.module;
  const VarId var =
      module.vars.add(Var{.hint = StagedState::named(level, rowTail(at)),
                          .type = {Type::Value, s.storageOf(level)},
                          .extents = {rowsOf(window.low, window.high).in(module),
                                      cellsOf(window.left, window.right).in(module)}});
  vars[level.fieldLevel].push_back(var);
  arrays.emplace(std::pair(level.fieldLevel, plane), Term(module, module.use(var)));
}

/// Adds to `load` the cells of a window that lie left and right of its part `held`, which is in
/// registers already. Only `rows` rows of the window count, from row number `row` on. A window has
/// a thread's cells of one plane of `level` (a field at one time level).
void Windows::addSides(const StagedLevel &level, Load &load, const Term &row, const Term &rows,
                       const Window &held) const {
  const Window &window = level.window(load.plane);
  auto &list = s.plan.staging == plan::Staging::Rows ? load.margins : load.parts;
  if (const int cells = window.left - held.left)
    list.push_back({row, s.k.number(0), rows, cells});
  if (const int cells = window.right - held.right)
    list.push_back({row, cellsOf(window.left, held.right), rows, cells});
}

/// Adds loads of the window of `plane` to `feeding` or `others`. A window has a thread's cells of
/// one plane of `level`, in registers. `plane` is relative to the plane being updated. If the
/// window takes over no cells from the window of the next plane, all its cells are loaded.
/// Otherwise only its other rows, and the cells at both ends of the rows taken over, are loaded.
void Windows::addLoads(const StagedLevel &level, int plane) {
  const Window &window = level.window(plane);
  // Cells loaded from memory directly lack boundary values beyond the grid, which the next cell of
  // the thread may need.
  const bool isSafe = !level.onePlane || s.plan.cellsPerThread * s.plan.rowsPerThread() == 1;
  const bool isMoved = level.isMoved[plane - level.first] && isSafe;
  const Window old = isMoved ? level.moved(plane) : Window();
  if (isMoved && old == window)
    return;
  Load load{&level, plane};
  const auto addRows = [&](const Term &row, const Term &rows) {
    if (s.plan.staging != plan::Staging::Rows) {
      load.parts.push_back({row, s.k.number(0), rows, cellsOf(window.left, window.right)});
      return;
    }
    load.parts.push_back({row, s.k.number(window.left), rows, s.sizes.cells});
    addSides(level, load, row, rows, Window());
  };
  if (!isMoved) {
    addRows(s.k.number(0), rowsOf(window.low, window.high));
  } else {
    if (window.low > old.low)
      addRows(s.k.number(0), window.low - old.low);
    if (window.high > old.high)
      addRows(rowsOf(window.low, old.high), window.high - old.high);
    addSides(level, load, s.k.number(window.low - old.low), rowsOf(old.low, old.high), old);
  }
  (level.feeds[plane - level.first] ? feeding : others).push_back(std::move(load));
}

// --- statements ---------------------------------------------------------------------------------

void Windows::declare() {
  s.k.note(std::string("Windows of ") + s.unit() +
           "s: the cells of this thread and the cells around them that it reads.");
  for (const StagedLevel &level : s.staged.fieldLevels)
    s.k.declareAll(vars.at(level.fieldLevel));
}

void Windows::declareInside() {
  if (!readsMargins())
    return;
  Reach halo;
  for (const StagedLevel &level : s.staged.fieldLevels)
    halo.include(s.reachOf(level));
  std::vector<Term> inside;
  const auto add = [&](int axis, const Term &first, const Term &cells) {
    inside.push_back(s.k.face(first, axis, Side::Low, halo.low[axis], true));
    inside.push_back(s.k.face(first + cells - 1, axis, Side::High, halo.high[axis], true));
  };
  add(0, *s.xTile, *s.tileX);
  if (s.isSpace())
    add(1, *s.yTile, *s.tileY);
  isInside = s.k.define("isInside", {Type::Bool}, *allOf(inside));
}

void Windows::moveOn() {
  if (!moves.empty())
    s.k.note(std::string("Windows move on by one ") + s.unit() + ".");
  for (const Move &move : moves) {
    const StagedLevel &level = *move.level;
    const Window part = level.moved(move.plane), &to = level.window(move.plane),
                 &from = level.window(move.plane + 1);
    s.k.run(
        s.k.call(Primitive::MovePart, {array(level, move.plane), array(level, move.plane + 1)},
                 {rowsOf(part.low, part.high), cellsOf(part.left, part.right), to.low - part.low,
                  to.left - part.left, from.low - part.low, from.left - part.left}));
  }
}

void Windows::loadOwn() {
  for (const Move &load : direct)
    loadOwnOf(*load.level, load.plane);
}

void Windows::loadOwnOf(const StagedLevel &level, int plane) {
  // With several planes, windows are filled from beyond the first plane of the grid.
  const bool hasFaces = level.first < 0 || level.last > 0;
  const auto load = [&] {
    s.forEachRow([&](const Term &j) {
      const Term window = array(level, plane)[j];
      const std::vector<Term> at = s.cellInGrid(j, *s.plane + plane);
      if (!hasFaces)
        return s.k.run(
            s.k.call(Primitive::Load, {window, s.view(level).cell(at).address()}, s.widths()));
      std::vector<Term> arguments = {window};
      llvm::append_range(arguments, s.fieldArguments(level));
      llvm::append_range(arguments, at);
      s.k.run(s.k.call(s.loads.ownCells(level.fieldLevel.field), arguments, {s.sizes.cells}));
    });
  };
  const int lead = level.feeds[plane - level.first] ? level.last - level.first : 0;
  lead == s.staged.lead ? load() : s.k.when(*s.plane >= *s.begin - lead, load);
}

void Windows::loadAll(const std::vector<Load> &loads) {
  for (const Load &load : loads) {
    const Window &window = load.level->window(load.plane);
    Offset at;
    at[s.along()] = load.plane;
    if (!load.parts.empty()) {
      const Term from = s.k.variable(StagedState::named(*load.level, rowTail(at) + "_from"),
                                     {Type::Pointer, s.storageOf(*load.level), true},
                                     rings.cells(*load.level, load.plane) -
                                         (window.low * load.level->width + window.left));
      for (const Part &part : load.parts)
        s.k.run(s.k.call(
            Primitive::LoadPart, {array(*load.level, load.plane), from},
            {s.sizes.cells, part.row, part.cell, part.rows, part.cells, load.level->width}));
    }
    for (const Part &part : load.margins)
      loadMargin(load, part);
  }
}

void Windows::loadMargin(const Load &load, const Part &part) {
  Builder &k = s.k;
  const StagedLevel &level = *load.level;
  const Window &window = level.window(load.plane);
  const Reach reach = s.reachOf(level);
  const Term plane = *s.plane + load.plane;
  k.forEach("row", part.row, part.row + part.rows, Repeat::Unrolled, [&](const Term &row) {
    k.forEach("cell", part.cell, part.cell + part.cells, Repeat::Unrolled, [&](const Term &cell) {
      std::optional<Term> x, y, nearY;
      k.together([&] {
        x = k.define("xCell", {Type::Int}, *s.x + cell - window.left);
        if (s.isSpace())
          y = k.define("yCell", {Type::Int}, *s.y + row - window.low);
      });
      if (y)
        nearY = reached(k, reach, 1, *y);
      const Term inGrid = *isInside && k.face(plane, s.along(), Side::Low, 0, true) &&
                          k.face(plane, s.along(), Side::High, 0, true);
      const Term anywhere = s.body.readBeyond(s.readers, level.fieldLevel,
                                              s.cell(reached(k, reach, 0, *x), nearY, plane));
      k.assign(array(level, load.plane)[row][cell],
               select(inGrid, s.view(level).cell(s.cell(*x, y, plane)), anywhere));
    });
  });
}

Term Windows::cellOf(const ir::Read &read, const Term &j, const Term &i) const {
  const StagedLevel &level = stagedLevelOf({read.field, read.level});
  const int plane = read.offset[s.along()];
  const Window &window = level.window(plane);
  const Term row = s.isSpace() ? j + (window.low + read.offset[1]) : Term(0);
  return array(level, plane)[row][i + (window.left + read.offset[0])];
}

} // namespace stencilc::schedules
