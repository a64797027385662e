/// \file Windows of planes in the registers of a thread.
#include "schedules/sweep/Windows.h"
#include "kernel/FieldFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::schedules {

using namespace kernel;
using plan::StagedStream;
using plan::Window;

Windows::Windows(StagedState &state, const Rings &rings) : s(state), rings(rings) {
  for (const StagedStream &stream : s.staged.streams) {
    for (int plane = stream.first; plane <= stream.last; ++plane) {
      addArray(stream, plane);
      const bool isMoved = stream.isMoved[plane - stream.first];
      if (!stream.isDirect(plane))
        addLoads(stream, plane);
      else if (!isMoved)
        direct.push_back({&stream, plane});
    }
    for (int plane = stream.first; plane < stream.last; ++plane)
      if (stream.isMoved[plane - stream.first])
        moves.push_back({&stream, plane});
  }
}

const StagedStream &Windows::streamOf(const analysis::Stream &stream) const {
  for (const StagedStream &staged : s.staged.streams)
    if (staged.stream == stream)
      return staged;
  llvm_unreachable("every stream of a pass has windows");
}

bool Windows::readsMargins() const {
  const auto reads = [](const Load &load) { return !load.margins.empty(); };
  return llvm::any_of(feeding, reads) || llvm::any_of(others, reads);
}

// --- what there is ------------------------------------------------------------------------------

void Windows::addArray(const StagedStream &stream, int plane) {
  const Window &window = stream.window(plane);
  Offset at;
  at[s.along()] = plane;
  Module &module = s.k.module;
  const VarId var =
      module.vars.add(Var{.wish = StagedState::named(stream, rowTail(at)),
                          .type = {Type::Value, s.storageOf(stream)},
                          .extents = {rowsOf(window.low, window.high).in(module),
                                      cellsOf(window.left, window.right).in(module)}});
  vars[stream.stream].push_back(var);
  arrays.emplace(std::pair(stream.stream, plane), Term(module, module.use(var)));
}

/// The cells left and right of those that `held` has of some rows.
void Windows::addSides(const StagedStream &stream, Load &load, const Term &row, const Term &rows,
                       const Window &held) const {
  const Window &window = stream.window(load.plane);
  auto &list = s.plan.staging == plan::Staging::Rows ? load.margins : load.parts;
  if (const int cells = window.left - held.left)
    list.push_back({row, s.k.number(0), rows, cells});
  if (const int cells = window.right - held.right)
    list.push_back({row, cellsOf(window.left, held.right), rows, cells});
}

/// All of the window that has not moved on: whole rows, or those before and behind what has, and
/// what is left and right of that.
void Windows::addLoads(const StagedStream &stream, int plane) {
  const Window &window = stream.window(plane);
  // Cells that came from memory straight do not know what a boundary gives beyond the grid, which
  // the next cell of the thread may want.
  const bool isSafe = !stream.onePlane || s.plan.cellsPerThread * s.plan.rowsPerThread == 1;
  const bool isMoved = stream.isMoved[plane - stream.first] && isSafe;
  const Window old = isMoved ? stream.moved(plane) : Window();
  if (isMoved && old == window)
    return;
  Load load{&stream, plane};
  const auto addRows = [&](const Term &row, const Term &rows) {
    if (s.plan.staging != plan::Staging::Rows) {
      load.parts.push_back({row, s.k.number(0), rows, cellsOf(window.left, window.right)});
      return;
    }
    load.parts.push_back({row, s.k.number(window.left), rows, s.sizes.cells});
    addSides(stream, load, row, rows, Window());
  };
  if (!isMoved) {
    addRows(s.k.number(0), rowsOf(window.low, window.high));
  } else {
    if (window.low > old.low)
      addRows(s.k.number(0), window.low - old.low);
    if (window.high > old.high)
      addRows(rowsOf(window.low, old.high), window.high - old.high);
    addSides(stream, load, s.k.number(window.low - old.low), rowsOf(old.low, old.high), old);
  }
  (stream.feeds[plane - stream.first] ? feeding : others).push_back(std::move(load));
}

// --- statements ---------------------------------------------------------------------------------

void Windows::declare() {
  s.k.note(std::string("Windows of ") + s.unit() +
           "s: the cells of this thread, with those around them that it reads.");
  for (const StagedStream &stream : s.staged.streams)
    s.k.declareAll(vars.at(stream.stream));
}

void Windows::declareInside() {
  if (!readsMargins())
    return;
  Reach halo;
  for (const StagedStream &stream : s.staged.streams)
    halo.include(s.reachOf(stream));
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
    const StagedStream &stream = *move.stream;
    const Window part = stream.moved(move.plane), &to = stream.window(move.plane),
                 &from = stream.window(move.plane + 1);
    s.k.run(
        s.k.call(Primitive::MovePart, {array(stream, move.plane), array(stream, move.plane + 1)},
                 {rowsOf(part.low, part.high), cellsOf(part.left, part.right), to.low - part.low,
                  to.left - part.left, from.low - part.low, from.left - part.left}));
  }
}

void Windows::loadOwn() {
  for (const Move &load : direct)
    loadOwnOf(*load.stream, load.plane);
}

void Windows::loadOwnOf(const StagedStream &stream, int plane) {
  // With several planes, windows fill from beyond the first plane of the grid.
  const bool hasFaces = stream.first < 0 || stream.last > 0;
  const auto load = [&] {
    s.forEachRow([&](const Term &j) {
      const Term window = array(stream, plane)[j];
      const std::vector<Term> at = s.cellInGrid(j, *s.plane + plane);
      if (!hasFaces)
        return s.k.run(
            s.k.call(Primitive::Load, {window, s.view(stream).cell(at).address()}, s.widths()));
      std::vector<Term> arguments = {window};
      llvm::append_range(arguments, s.fieldArguments(stream));
      llvm::append_range(arguments, at);
      s.k.run(s.k.call(s.loads.ownCells(stream.stream.field), arguments, {s.sizes.cells}));
    });
  };
  const int lead = stream.feeds[plane - stream.first] ? stream.last - stream.first : 0;
  lead == s.staged.lead ? load() : s.k.when(*s.plane >= *s.begin - lead, load);
}

void Windows::loadAll(const std::vector<Load> &loads) {
  for (const Load &load : loads) {
    const Window &window = load.stream->window(load.plane);
    Offset at;
    at[s.along()] = load.plane;
    if (!load.parts.empty()) {
      const Term from = s.k.variable(StagedState::named(*load.stream, rowTail(at) + "_from"),
                                     {Type::Pointer, s.storageOf(*load.stream), true},
                                     rings.cells(*load.stream, load.plane) -
                                         (window.low * load.stream->width + window.left));
      for (const Part &part : load.parts)
        s.k.run(s.k.call(
            Primitive::LoadPart, {array(*load.stream, load.plane), from},
            {s.sizes.cells, part.row, part.cell, part.rows, part.cells, load.stream->width}));
    }
    for (const Part &part : load.margins)
      loadMargin(load, part);
  }
}

void Windows::loadMargin(const Load &load, const Part &part) {
  Builder &k = s.k;
  const StagedStream &stream = *load.stream;
  const Window &window = stream.window(load.plane);
  const Reach reach = s.reachOf(stream);
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
      const Term anywhere = s.body.readBeyond(s.readers, stream.stream,
                                              s.cell(reached(k, reach, 0, *x), nearY, plane));
      k.assign(array(stream, load.plane)[row][cell],
               select(inGrid, s.view(stream).cell(s.cell(*x, y, plane)), anywhere));
    });
  });
}

Term Windows::cellOf(const ir::Read &read, const Term &j, const Term &i) const {
  const StagedStream &stream = streamOf({read.field, read.level});
  const int plane = read.offset[s.along()];
  const Window &window = stream.window(plane);
  const Term row = s.isSpace() ? j + (window.low + read.offset[1]) : Term(0);
  return array(stream, plane)[row][i + (window.left + read.offset[0])];
}

} // namespace stencilc::schedules
