/// \file Emits the loads of rows that several updates of a thread read. Each is loaded once from
/// shared memory to registers.
#include "schedules/wavefront/lower/Advance.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

void WaveSources::include(const WaveRows &rows) {
  if (wave.shape.plan.isWhole)
    return;
  for (const auto &[row, margins] : rows)
    isUpdated(row) ? includeSlide(rows, row) : includeHold(rows, row);
}

void WaveSources::includeSlide(const WaveRows &rows, const WaveRow &row) {
  const std::optional<WaveWindow> window = parts.findWindow(rows, row);
  const Ring *ring = wave.shape.ringOf(row.field);
  if (!window || row.level != 0 || !ring || row.age - waitOf(row) > ring->ages)
    return;
  WaveRow own = row;
  own.dy = 0;
  RowSet &slide = slides[own];
  slide.low = std::max(slide.low, window->low);
  slide.high = std::max(slide.high, window->high);
}

/// Adds `row`, of a field that never changes, to the rows that a thread keeps in registers. The
/// updates of neighbouring rows and all time steps then read it there, and it is loaded from shared
/// memory once. `rows` has all rows that the part of the update reads.
void WaveSources::includeHold(const WaveRows &rows, const WaveRow &row) {
  const Ring *ring = wave.shape.ringOf(row.field);
  if (wave.along != 2 || !ring)
    return;
  const WaveWindow window = parts.findWindow(rows, row).value_or(WaveWindow());
  for (int t = 0; t < wave.shape.plan.steps; ++t) {
    RowSet &plane = holds[row.field][t * wave.shape.skew->lag + row.age - ring->arrival];
    plane.low = std::max(plane.low, window.low);
    plane.high = std::max(plane.high, window.high);
  }
}

void WaveSources::declareSlides() {
  StructBuilder registers(wave.module, wave.keepsRegistersApart() ? wave.state.registers.type.of
                                                                  : wave.state.sweep);
  const auto array = [&](NameHint hint, ir::FieldId field, const std::vector<Term> &extents,
                         std::string note) {
    return st.inRegisters(registers.member(std::move(hint), wave.cellOf(field),
                                           {.extents = extents}, std::move(note)));
  };
  for (auto &[row, slide] : slides)
    slide.array = array(rowName(row, "s"), row.field, {slide.low + 1 + slide.high, st.c.cells},
                        "sliding window from row j - " + std::to_string(slide.low) + " on");
  for (const auto &[field, planes] : holds) {
    const Reach reach = wave.facts.footprint.reachOf(field);
    held.insert_or_assign(field, array(rowName({field, 0, 0, 0}, "s"), field,
                                       {planes.rbegin()->first + 1,
                                        st.c.rows + (reach.low[1] + reach.high[1]), st.c.cells},
                                       "by age of the " + std::string(wave.planeName()) +
                                           ", from row -" + std::to_string(reach.low[1]) + " on"));
  }
}

void WaveSources::moveSlides(const Term &n, const Term &j) {
  for (const auto &[row, slide] : slides) {
    const int rows = slide.low + 1 + slide.high;
    const Term age = k.number(row.age - waitOf(row));
    k.forEach(
        "at", 0, rows, Repeat::Unrolled,
        [&, &row = row, &slide = slide](const Term &at) {
          k.when(
              at < rows - 1 && n >= 1 && n != st.c.edgeRows,
              [&] { st.copy(slide.array[at], slide.array[at + 1]); },
              [&] {
                const Term from = st.ringPlane(row.field, age)[st.rowOf(j + at - slide.low)];
                k.run(k.call(Primitive::LoadStaged,
                             {slide.array[at], from, st.get(st.state.thread.lane)}, {st.c.cells}));
              });
        },
        "the previous row was j - 1, except twice");
  }
  moveHolds(n, j);
}

/// Emits the loads of rows of fields that never change from shared memory into registers, as the
/// update of row `j` needs them. Rows that an earlier update has loaded are omitted. `n` is the
/// number of rows updated before in this step of the sweep.
void WaveSources::moveHolds(const Term &n, const Term &j) {
  for (const auto &[field, planes] : holds) {
    const int below = wave.facts.footprint.reachOf(field).low[1];
    const Term array = held.at(field);
    for (const auto &[age, plane] : planes) {
      if (age > wave.shape.ringOf(field)->ages) {
        st.copy(array[k.number(age)][j + below],
                st.inRegisters(st.state.registers.held.at(field))[j]);
        continue;
      }
      const int rows = plane.low + 1 + plane.high;
      const Term number = k.number(age);
      k.forEach(
          "at", 0, rows, Repeat::Unrolled, [&, &field = field, &plane = plane](const Term &at) {
            const Term row = k.define("row", {Type::Int}, j + at - plane.low);
            const Term isNew = at + 1 == rows || n == 0 || n == st.c.edgeRows;
            const Term isNotThere = n < st.c.edgeRows || st.c.edgeRows == 0 ||
                                    row < st.c.rows - st.c.edgeRows - plane.low;
            k.when(isNew && isNotThere, [&] {
              k.run(k.call(Primitive::LoadStaged,
                           {array[number][row + below], st.ringPlane(field, number)[st.rowOf(row)],
                            st.get(st.state.thread.lane)},
                           {st.c.cells}));
            });
          });
    }
  }
}

void WaveSources::keepOldest(const Term &j) {
  const auto keep = [&](ir::FieldId field, const Term &row) {
    st.copy(st.inRegisters(st.state.registers.held.at(field))[j], row);
  };
  for (const auto &[row, slide] : slides) {
    const Ring &ring = *wave.shape.ringOf(row.field);
    if (ring.isHeld && row.age - waitOf(row) == ring.ages)
      keep(row.field, slide.array[k.number(slide.low)]);
  }
  for (const auto &[field, planes] : holds) {
    const Ring &ring = *wave.shape.ringOf(field);
    const int below = wave.facts.footprint.reachOf(field).low[1];
    if (ring.isHeld && planes.count(ring.ages))
      keep(field, held.at(field)[k.number(ring.ages)][j + below]);
  }
}

void WaveSources::forEachWindow(
    const WaveRows &rows,
    const std::function<void(const WaveRow &, const WaveWindow &)> &visit) const {
  std::set<WaveRow> known;
  for (const auto &[row, margins] : rows)
    if (const std::optional<WaveWindow> window = parts.findWindow(rows, row)) {
      WaveRow own = row;
      own.dy = 0;
      if (known.insert(own).second)
        visit(own, *window);
    }
}

std::vector<Term> WaveSources::extentsOf(const WaveWindow &window) const {
  return {st.c.rows + (window.low + window.high),
          window.margins.left + st.c.cells + window.margins.right};
}

void WaveSources::windowParams(const WaveRows &rows) {
  windows.clear();
  forEachWindow(rows, [&](const WaveRow &own, const WaveWindow &window) {
    windows.insert_or_assign(own, RowSet{window.low, window.high});
  });
  for (auto &[own, set] : windows)
    set.array = k.reference(rowName(own, "s"), wave.cellOf(own.field),
                            extentsOf(*parts.findWindow(rows, own)));
}

std::vector<Term> WaveSources::windowArguments() const {
  std::vector<Term> all;
  for (const auto &[own, set] : windows)
    all.push_back(set.array);
  return all;
}

void WaveSources::declareWindows(const WaveRows &rows) {
  forEachWindow(rows, [&](const WaveRow &own, const WaveWindow &window) {
    const Term array = k.array(rowName(own, "s"), wave.cellOf(own.field), extentsOf(window),
                               "the thread's rows, " + std::to_string(window.low) + " below and " +
                                   std::to_string(window.high) + " above");
    windows.insert_or_assign(own, RowSet{window.low, window.high, array});
  });
}

void WaveSources::findNewest(const WaveRows &late) {
  const ir::FieldId field = parts.target();
  hasNewest = usesRaw(wave.facts, wave.shape) && !st.isWhole();
  for (const auto &[row, margins] : late)
    if (row.field == field && row.age == 0 && !row.isKept && (row.level != 0 || row.dy))
      hasNewest = false;
}

void WaveSources::declareNewest() {
  if (hasNewest)
    newest =
        k.array(NameHint("", NameOfView{parts.target(), 0}, "_newest"), wave.cellOf(parts.target()),
                {st.c.cells}, "row j after the previous time step");
}

void WaveSources::newestParam() {
  if (hasNewest)
    newest = k.param(NameHint("", NameOfView{parts.target(), 0}, "_newest"),
                     {Type::Pointer, wave.program.fields[parts.target()].storage});
}

} // namespace stencilc::schedules
