/// \file Schedule wavefront as functions: what becomes of the new cells of a row.
#include "schedules/wavefront/Advance.h"
#include "schedules/wavefront/Frozen.h"

namespace stencilc::schedules {

using namespace kernel;

void WaveStage::finish(const Term &cells, const RowsAt &rows, const Term &t, const Term &j) {
  const Term plane =
      k.define("plane", {Type::Int}, step.planeOf(t, parts.stage.out), "of the new cells");
  const bool isRaw = plan::usesRaw(wave.program, wave.shape);
  const auto keepRaw = [&] {
    step.copy(step.waiting.dot(step.members.raw.at(field))[t + 1][j], cells);
  };
  if (isRaw)
    k.whenConstant(!step.isEdge, [&] {
      k.note("The next time step takes it as it is, before cells that stay are put back.");
      keepRaw();
    });
  if (isFrozen && step.isLine())
    putBackAtEnds(cells, j, plane);
  else if (isFrozen)
    putBackFrozen(cells, rows, t, j, plane);
  repeat(cells, t, j, plane);
  if (isRaw)
    k.whenConstant(step.isEdge, keepRaw);
  step.copy(step.waiting.dot(step.members.line.at(field))[k.number(0)][t + 1][j], cells);
  publish(cells, t, j);
  store(cells, t, j, plane);
}

/// Kept cells, and those beyond a face that fixes its value, stay.
void WaveStage::putBackFrozen(const Term &cells, const RowsAt &rows, const Term &t, const Term &j,
                              const Term &plane) {
  const plan::WavefrontShape &shape = wave.shape;
  const auto rim = shape.rims.find(field);
  const bool isHeld = rim != shape.rims.end() && rim->second.slots == 0;
  const Term isFlush = step.tiles == k.known(Known::TilesFlush);
  const Term frozenCells = step.get(step.state.frozenCells.at(field)),
             frozenRows = step.get(step.state.frozenRows.at(field));
  std::vector<Term> planes;
  for (const plan::FrozenFace &face : plan::frozenFaces(wave.facts, shape, parts.stage.stage))
    if (face.axis == wave.along)
      planes.push_back(k.face(plane, face.axis, face.side, face.width));
  const Term isFrozenRow =
      wave.isRank3() ? step.isEdgeTile && (frozenRows >> j & 1) : k.truth(false);
  const Term mayStay = step.isEdge || step.isEdgeTile;
  k.whenConstant(isHeld ? mayStay || isFlush : mayStay, [&] {
    Term stays = planes.empty() ? isFrozenRow : (step.isEdge && *anyOf(planes)) || isFrozenRow;
    std::optional<Term> isLast;
    if (shape.endsFlush) {
      isLast = k.define("isLast", {Type::Bool}, step.leavesRim && t == step.c.steps - 1,
                        "they are in memory");
      stays = !*isLast && stays;
    }
    const Term isWhole = k.define("isWhole", {Type::Bool}, stays);
    const auto byCell = [&] {
      step.forEachCell([&](const Term &i) {
        const RowAt &before = rows.at(old);
        const Term isFrozenCell = step.isEdgeTile && (frozenCells >> i & 1);
        const Term stays = k.variable("stays", {Type::Bool}, isWhole || isFrozenCell);
        if (isHeld)
          k.whenConstant(isFlush, [&] {
            const Type type = wave.rimType.at(field);
            const Term holdsRow = k.callOfType(type, "holdsRow", {step.get(step.state.row), j});
            const Term holdsCell =
                shape.shiftsCells ? (frozenCells >> i & 1)
                                  : k.callOfType(type, "holdsCell", {step.get(step.state.lane), i});
            k.assign(stays, isWhole || (!*isLast && holdsRow) || holdsCell);
          });
        k.assign(cells[i], select(stays, before.array[i + before.left], cells[i]));
      });
    };
    if (shape.stillFromRing || shape.pipeline.ages.at(field) >= shape.pipeline.lag)
      return byCell();
    k.whenConstant(
        !step.isEdgeTile,
        [&] { k.when(isWhole, [&] { step.readRow(cells, {field, 0}, j, plane, k.truth(true)); }); },
        byCell);
  });
}

/// At the ends of a line, kept and fixed cells are as memory has them.
void WaveStage::putBackAtEnds(const Term &cells, const Term &j, const Term &plane) {
  k.whenConstant(step.isEdge, [&] {
    k.when(!k.call(wave.isInside, {step.tile, plane}), [&] {
      const Term x = k.define("x", {Type::Int}, step.firstX(plane));
      const Term still =
          k.array(Wish("", NameOfView{field, 0}, "_still"), wave.cellOf(field), {step.c.cells});
      step.readRow(still, {field, 0}, j, plane, k.truth(true));
      step.forEachCell([&](const Term &i) {
        std::vector<Term> tests;
        for (const plan::FrozenFace &face :
             plan::frozenFaces(wave.facts, wave.shape, parts.stage.stage))
          tests.push_back(k.face(x + i, face.axis, face.side, face.width));
        k.assign(cells[i], select(*anyOf(tests), still[i], cells[i]));
      });
    });
  });
}

/// Shows rows to threads that read them in the next step.
void WaveStage::publish(const Term &cells, const Term &t, const Term &j) {
  const plan::WavefrontShape &shape = wave.shape;
  if (!plan::exchangesRows(shape, field) || !shape.exchangedSteps)
    return;
  const auto storeRow = [&](const Term &row) {
    k.run(k.call(Primitive::Store, {row[step.firstCell()].address(), cells}, {step.c.cells}));
  };
  k.when(t < step.c.exchanged, [&] {
    if (step.isWhole()) {
      const auto own = [&] {
        const Term plane = step.newPlane(field, t + 1, step.clock.dot(step.state.count));
        storeRow(plane[step.get(step.state.row) + j]);
      };
      if (wave.rowsRepeat(field))
        return k.whenConstant(step.isEdgeTile, [&] { publishRepeated(cells, t, j); }, own);
      return own();
    }
    const Term edges =
        step.shared.dot(step.state.exchanged.at(field))[step.now][t][step.get(step.state.warp)];
    k.when(j < step.c.rowsHigh, [&] { storeRow(edges[j]); });
    k.when(j >= step.c.rows - step.c.rowsLow,
           [&] { storeRow(edges[step.c.rowsHigh + step.c.rowsLow - step.c.rows + j]); });
  });
}

void WaveStage::store(const Term &cells, const Term &t, const Term &j, const Term &plane) {
  const WaveState &state = step.state;
  const bool isLine = step.isLine();
  const Term x = step.firstX(plane), y = wave.isRank3() ? step.get(state.y) + j : Term(0);
  for (const auto &[stored, older] : wave.targets) {
    if (stored != field)
      continue;
    const Term at = wave.cellsOf(step.params.writes.at({field, older}), x, y, plane).address();
    const Term isDue = t == step.c.steps - (1 + older) && plane >= step.get(state.planeBegin) &&
                       plane < step.get(state.planeEnd);
    k.when(isLine ? isDue : isDue && (step.get(state.storedRows) >> j & 1), [&] {
      std::optional<Term> tiles;
      if (isLine)
        tiles = compileTime(k, "tiles", {Type::TileAxis}, step.c.tilesX);
      const Term begin =
          isLine ? tiles->invoke("storedBegin", {plane}) : step.get(state.storedBegin);
      const Term end =
          isLine ? tiles->invoke("storedEnd", {plane, step.get(state.planes), k.extent(0)})
                 : step.get(state.storedEnd);
      k.run(wave.leavesRim()
                ? k.call(Primitive::StoreWithin, {at, cells, x, begin, end}, {step.c.cells})
                : k.call(Primitive::StoreStaged, {at, cells, step.get(state.lane), x, begin, end},
                         {step.c.cells}));
    });
  }
}

/// Puts cells that never change back where rows have gone to memory with new ones beside them.
void WaveStage::storeEnds(const Term &t, const Term &kept, bool isPartial) {
  const WaveState &state = step.state;
  const auto put = [&] {
    const Term plane = k.define("plane", {Type::Int}, step.planeOf(t, parts.stage.out));
    for (const auto &[stored, older] : wave.targets) {
      if (stored != field)
        continue;
      const Term view = step.params.writes.at({field, older});
      const Term isStored = t == step.c.steps - (1 + older) &&
                            plane >= step.get(state.planeBegin) && plane < step.get(state.planeEnd);
      const Term place = k.closure({"row", "cell"}, {Type::Int}, [&](const std::vector<Term> &at) {
        giveStoredCell(view, at[0], at[1], plane);
      });
      k.when(isStored, [&] {
        k.run(step.shared.dot(state.rim.at(field))
                  .invoke("putBackEnds",
                          {kept, step.get(state.row), step.get(state.lane), step.shift, place}));
      });
    }
  };
  isPartial ? put() : k.whenConstant(step.tiles == k.known(Known::TilesAtFaces), put);
}

/// A cell of the tile in memory, or none if the tile does not store those of its lane.
void WaveStage::giveStoredCell(const Term &view, const Term &row, const Term &cell,
                               const Term &plane) {
  const WaveState &state = step.state;
  const Term own =
      k.define("own", {Type::Int}, step.get(state.left) + cell / step.c.cells * step.c.cells);
  const Term isStored =
      k.define("isStored", {Type::Bool},
               own >= step.get(state.storedBegin) && own < step.get(state.storedEnd) &&
                   (step.get(state.storedRows) >> (row - step.get(state.row)) & 1));
  const Term at =
      view.cell({step.get(state.left) + cell, step.get(state.bottom) + row, plane}).address();
  k.give(select(isStored, at, k.known(Known::Nothing)));
}

void WaveStage::leaveRim(const Term &t) {
  const auto rim = wave.shape.rims.find(field);
  if (!isFrozen || rim == wave.shape.rims.end() || !rim->second.slots)
    return;
  const auto &[widths, age, slots] = rim->second;
  const WaveState &state = step.state;
  const Term planes = step.shared.dot(state.rim.at(field)), number = wave.c.rimSlots.at(field),
             count = step.clock.dot(state.count);
  const auto put = [&](const char *how, const Term &slot, const Term &at) {
    k.run(planes.invoke(how, {slot, step.get(state.row), step.get(state.lane), step.shift, at}));
  };
  const auto pointer = [&](const std::function<Term(const Term &, const Term &)> &place) {
    return k.closure({"row", "cell"}, {Type::Int},
                     [&](const std::vector<Term> &at) { k.give(place(at[0], at[1])); });
  };
  k.whenConstant(step.leavesRim, [&] {
    k.note("The tile ends where the grid does: its cells at the faces are as memory has them.");
    k.when(t == 0, [&] {
      put("keep", count % number, pointer([&](const Term &row, const Term &cell) {
            const Term slot = step.clock.dot(state.slot.at(field));
            return step.shared.dot(state.ring.at(field))[k.number(0)][slot][row][cell].address();
          }));
    });
    const Term ago = k.define("ago", {Type::Int}, step.lagOf(t, age),
                              "steps since the plane of the new cells came from memory");
    const Term kept = k.define("kept", {Type::Int}, (count + number - ago) % number);
    if (plan::exchangesRows(wave.shape, field) && wave.shape.exchangedSteps)
      k.when(t < step.c.exchanged, [&] {
        put("putBack", kept, pointer([&](const Term &row, const Term &cell) {
              return step.newPlane(field, t + 1, count)[row][cell].address();
            }));
      });
    const int cells = wave.shape.plan.cells;
    const bool isPartial = widths.low[0] % cells != 0 || widths.high[0] % cells != 0;
    if (isPartial || wave.shape.shiftsRims)
      storeEnds(t, kept, isPartial);
  });
}

} // namespace stencilc::schedules
