/// \file Emits the code that computes a stage (an update statement) in a step of the sweep.
#include "kernel/build/IndexMaps.h"
#include "schedules/wavefront/lower/Stage.h"

namespace stencilc::schedules {

using namespace kernel;

WaveStage::WaveStage(WaveStep &step, const StageSkew &skew)
    : parts(step.wave.facts, step.wave.shape, skew), sources(step, parts),
      finish(step, sources, parts.stage), step(step), k(step.k), wave(step.wave),
      field(parts.target()), earlyRows(parts.hasEarly() ? parts.rowsOf(true) : WaveRows()),
      lateRows(parts.rowsOf(false)) {
  if (finish.old)
    lateRows[*finish.old];
  sources.include(lateRows);
  sources.include(earlyRows);
  sources.findNewest(lateRows);
}

void WaveStage::note() {
  const ir::Stage &source = wave.program.stages[parts.stage.stage];
  k.note(wave.program.sourceName + ":" + std::to_string(source.line) + ": " + source.source);
}

/// Returns the expression `regs.sum_waiting[k][t][j][i]` for the partial sum `id` of the cell `at`.
/// It was computed k + 1 steps of the sweep before the step in which the cell's update uses it.
Term WaveStage::waitingAt(ir::ExprId id, const CellAt &at) const {
  const VarId member = step.state.registers.values.at({parts.stage.stage, id});
  return step.inRegisters(member)[k.number(at.time - parts.stage.at.at(id) - 1)][at.t][at.j][at.i];
}

Term WaveStage::coordinateAt(int axis, const CellAt &at) const {
  if (axis == wave.along)
    return step.planeOf(at.t, at.time);
  return axis == 0 ? step.firstX(step.planeOf(at.t, at.time)) + at.i
                   : step.get(step.state.thread.y) + at.j;
}

/// Returns the expression for the coordinate along `axis` that the program reads as the position of
/// the cell `at`. Beyond a periodic face, it is the coordinate of the cell of the grid with the
/// same value.
Term WaveStage::positionAt(int axis, const CellAt &at) const {
  const Term c = coordinateAt(axis, at);
  if (axis == k.module.paddedAxis)
    return positionOf(k, axis, c);
  return wave.facts.faces.mayBePeriodic(axis)
             ? wrappedIndexOfAny(k, analysis::IndexMap::Periodic, axis, c)
             : c;
}

/// Returns the expression for the coordinate along `axis` of the cell `at`. If the cell lies beyond
/// the grid, it is the coordinate of another cell: on a periodic axis the one with the same value,
/// otherwise the nearest cell of the grid. Cells beyond the grid are computed too, but never
/// stored.
Term WaveStage::insideAt(int axis, const CellAt &at) const {
  return wave.facts.faces.mayBePeriodic(axis)
             ? positionAt(axis, at)
             : wrappedIndexOfAny(k, analysis::IndexMap::Copy, axis, coordinateAt(axis, at));
}

Term WaveStage::profileAt(const ir::ProfileRead &read, const CellAt &at) const {
  std::vector<Term> cell;
  for (int axis = 0; axis < wave.rank(); ++axis)
    cell.push_back(wave.program.profiles[read.profile].along[axis] ? insideAt(axis, at) : 0);
  return wave.uniforms(at.t)(k, read, cell);
}

Term WaveStage::weightAt(const ir::PointWeight &weight, const CellAt &at) const {
  std::vector<Term> cell;
  for (int axis = 0; axis < wave.rank(); ++axis)
    cell.push_back(insideAt(axis, at));
  return wave.uniforms(at.t)(k, weight, cell);
}

std::optional<Term> WaveStage::leafAt(const ir::Expr &leaf, const RowsAt &rows,
                                      const CellAt &at) const {
  if (const auto *read = std::get_if<ir::Read>(&leaf.node)) {
    const RowAt &row = rows.at(parts.rowRead(*read, at.time));
    return row.array[at.i + (row.left + read->offset[0])];
  }
  if (const auto *position = std::get_if<ir::Position>(&leaf.node))
    return positionAt(position->axis, at);
  if (const auto *profile = std::get_if<ir::ProfileRead>(&leaf.node))
    return profileAt(*profile, at);
  if (const auto *weight = std::get_if<ir::PointWeight>(&leaf.node))
    return weightAt(*weight, at);
  if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
    return domainExtent(k, extent->axis);
  if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
    return wave.uniforms(at.t)(wave.program, uniform->uniform);
  const auto *constant = std::get_if<ir::Constant>(&leaf.node);
  if (constant && leaf.type == ir::ScalarType::F64)
    if (const auto number = wave.numbers.find(constant->value); number != wave.numbers.end())
      return step.get(step.state.arguments.numbers).dot(number->second);
  return {};
}

bool WaveStage::takesNewest() const {
  for (const WaveRows *rows : {&earlyRows, &lateRows})
    for (const auto &[row, margins] : *rows)
      if (row.age == 0 && row.level <= 0 && wave.shape.skew->arrival.count(row.field))
        return true;
  return false;
}

void WaveStage::lowerParts() {
  if (!step.isLine() && !wave.shape.plan.isWhole)
    sources.lowerShared({&earlyRows, &lateRows});
  finish.lower();
  if (step.isWhole() && isRowwise())
    return;
  if (parts.hasEarly())
    lowerEarly();
  lowerLate();
}

void WaveStage::declareHanded() {
  for (ir::ExprId id : parts.frontier())
    handed.insert_or_assign(id, k.array(NameHint("", NameOfValue{id}),
                                        {Type::Value, wave.program[id].type},
                                        {step.c.steps, step.c.cells}));
}

void WaveStage::handedParams() {
  for (ir::ExprId id : parts.frontier())
    handed.insert_or_assign(id, k.reference(NameHint("", NameOfValue{id}),
                                            {Type::Value, wave.program[id].type},
                                            {step.c.steps, step.c.cells}));
}

std::vector<Term> WaveStage::withHanded(std::vector<Term> more, bool isLate) const {
  std::vector<Term> all;
  for (ir::ExprId id : parts.frontier())
    all.push_back(handed.at(id));
  if (isLate && sources.newest)
    all.push_back(*sources.newest);
  if (isLate)
    for (const Term &window : sources.windowArguments())
      all.push_back(window);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

void WaveStage::early(const Term &t, const Term &j) {
  if (parts.hasEarly())
    step.run(earlyPart,
             withHanded(step.isLine() ? std::vector<Term>{t} : std::vector<Term>{t, j}, false));
}

void WaveStage::lowerEarly() {
  earlyPart = step.part(step.nameOf("early", parts.stage),
                        std::string("Computes the part of the update from older ") +
                            wave.planeName() + "s, which waits for no other time step.",
                        [&] {
                          handedParams();
                          const Term t = k.param("t", {Type::Int}), j = step.rowParam();
                          const RowsAt rows = sources.load(earlyRows, earlyRows, t, j);
                          step.forEachCell([&](const Term &i) {
                            for (int time : parts.times(true))
                              for (ir::ExprId root : parts.wanted(time, true)) {
                                const auto leaf = [&](const ir::Expr &node) {
                                  return leafAt(node, rows, {time, t, j, i});
                                };
                                const auto done = [&](ir::ExprId id) -> std::optional<Term> {
                                  return parts.isKnown(id, time, true)
                                             ? std::optional(waitingAt(id, {time, t, j, i}))
                                             : std::nullopt;
                                };
                                k.assign(handed.at(root)[t][i], k.computed(root, leaf, done, time));
                              }
                          });
                        });
}

void WaveStage::late(const Term &t, const Term &j) {
  step.run(latePart,
           withHanded(step.isLine() ? std::vector<Term>{t} : std::vector<Term>{t, j}, true));
}

void WaveStage::lowerLate() {
  const bool isAlone = !parts.hasEarly();
  latePart = step.part(step.nameOf("update", parts.stage),
                       isAlone ? "Computes time step t of a row."
                               : "Completes the update with the newest cells.",
                       [&] {
                         handedParams();
                         sources.newestParam();
                         if (step.isWhole())
                           sources.windowParams(lateRows);
                         const Term t = k.param("t", {Type::Int});
                         update(t, step.rowParam());
                       });
}

std::map<ir::ExprId, Term> WaveStage::waitingArrays() {
  std::map<ir::ExprId, Term> waits;
  for (const Waiting &value : parts.stage.waiting)
    if (step.isDue(value.at))
      waits.insert_or_assign(value.value, k.array(NameHint("", NameOfValue{value.value}, "_now"),
                                                  {Type::Value, wave.program[value.value].type},
                                                  {step.c.cells}));
  return waits;
}

std::optional<Term> WaveStage::doneBefore(ir::ExprId id, const CellAt &at) const {
  if (!parts.isKnown(id, at.time, false))
    return {};
  return parts.stage.at.at(id) < at.time ? waitingAt(id, at) : handed.at(id)[at.t][at.i];
}

std::vector<ir::ExprId> WaveStage::dueRoots(int time) const {
  return step.isDue(time) ? parts.wanted(time, false) : std::vector<ir::ExprId>();
}

void WaveStage::update(const Term &t, const Term &j) {
  note();
  const RowsAt rows = sources.load(dueRows(), lateRows, t, j);
  const Term cells =
      k.array(NameHint("", NameOfView{field, 0}, "_new"), wave.cellOf(field), {step.c.cells});
  const std::map<ir::ExprId, Term> waits = waitingArrays();
  step.forEachCell([&](const Term &i) {
    for (int time : parts.times(false))
      for (ir::ExprId root : dueRoots(time)) {
        const bool isOut = root == parts.value() && parts.stage.out == time;
        const auto leaf = [&](const ir::Expr &node) { return leafAt(node, rows, {time, t, j, i}); };
        const auto done = [&](ir::ExprId id) { return doneBefore(id, {time, t, j, i}); };
        k.assign((isOut ? cells : waits.at(root))[i], k.computed(root, leaf, done, time));
      }
  });
  keepWaiting(waits, t, j);
  if (!step.replay)
    finish.finish(cells, rows, t, j);
}

/// Emits the code that keeps the partial sums of row `j` and time step `t` for later steps of the
/// sweep, which add later planes. Sums that registers already have move to the registers for sums
/// that are one step older. Then `values`, the sums computed in this step, are copied to the
/// registers for the newest sums.
void WaveStage::keepWaiting(const std::map<ir::ExprId, Term> &values, const Term &t,
                            const Term &j) {
  for (const Waiting &value : parts.stage.waiting) {
    if (!values.count(value.value)) // a replayed step of the sweep does not compute it
      continue;
    const Term line =
        step.inRegisters(step.state.registers.values.at({parts.stage.stage, value.value}));
    for (int age = value.depth - 1; age > 0; --age)
      step.copy(line[k.number(age)][t][j], line[k.number(age - 1)][t][j]);
    step.copy(line[k.number(0)][t][j], values.at(value.value));
  }
}

} // namespace stencilc::schedules
