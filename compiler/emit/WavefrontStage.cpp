/// \file One stage of a wavefront as text.
#include "emit/WavefrontStage.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "ir/Walk.h"
#include "plan/Faces.h"
#include "plan/Repeats.h"

namespace stencilc::emit {

using ir::ExprId;
using llvm::json::Array;
using llvm::json::Object;

bool usesRaw(const ir::Program &program, const plan::WavefrontShape &shape) {
  // Without a lag the newest cells of the step before are also what cells that stay get back.
  return shape.plan.steps > 1 && program.rank() > 1 && shape.pipeline.stages.size() == 1 &&
         shape.pipeline.lag > 0 && plan::needsOld(program, shape.plan.steps);
}

WavefrontStage::WavefrontStage(ContextState &state, const plan::WavefrontShape &shape,
                               const plan::StagePipeline &stage, const WaitingNames &waiting,
                               const NumberNames &numbers, Names &scope)
    : state(state), program(state.program()), shape(shape), stage(stage), waiting(waiting),
      numbers(numbers), scope(scope), along(plan::sweptAxis(state.program())) {
  if (!shape.plan.isWhole)
    findEarly();
}

/// Where a row's own cells begin, until its margin is known; no name has the first character.
static std::string marginKey(const std::string &row) { return "@" + row + " + i"; }

/// Whether `id`, computed at `time`, needs a plane that is new in that step.
bool WavefrontStage::dependsOnNew(ExprId id, int time) const {
  if (const auto *read = std::get_if<ir::Read>(&program[id].node)) {
    if (!shape.pipeline.arrival.count(read->field))
      return false;
    const int at = isOperation(id) ? stage.at.at(id) : time;
    const int arrival = plan::arrivalOf(shape.pipeline, *read, along),
              beyond = -read->offset[along];
    return at == time && (time == arrival || (time == arrival + 2 * beyond && // it is repeated now
                                              plan::readsMirroredNode(state.facts, *read)));
  }
  if (isOperation(id) && stage.at.at(id) < time)
    return false;
  if (const auto known = newness.find({id, time}); known != newness.end())
    return known->second;
  bool depends = false;
  ir::forEachOperand(program[id].node,
                     [&](ExprId operand) { depends |= dependsOnNew(operand, time); });
  return newness[{id, time}] = depends;
}

void WavefrontStage::findEarly() {
  for (const auto &[id, time] : stage.at)
    if (!dependsOnNew(id, time))
      early.insert(id);
  if (early.size() == stage.at.size()) // nothing new enters: one phase will do
    early.clear();
  const auto use = [&](ExprId operand, int time) {
    if (early.count(operand) && stage.at.at(operand) == time && !frontier.count(operand))
      frontier[operand] = scope.claim(readableName(program, operand), "Part");
  };
  for (const auto &[id, time] : stage.at)
    if (!early.count(id))
      ir::forEachOperand(program[id].node,
                         [&, time = time](ExprId operand) { use(operand, time); });
  if (early.empty())
    return;
  use(program.stages[stage.stage].value, stage.out);
  for (const plan::Waiting &value : stage.waiting) // kept aside until the old one has been used
    if (early.count(value.value) && !frontier.count(value.value))
      frontier[value.value] = scope.claim(readableName(program, value.value), "Part");
}

/// What a phase has to compute at `time`: values that wait, and those the late phase uses.
std::vector<ExprId> WavefrontStage::wanted(int time, bool isEarly) const {
  std::vector<ExprId> list;
  if (isEarly) {
    for (const auto &[id, name] : frontier)
      if (stage.at.at(id) == time)
        list.push_back(id);
    return list;
  }
  for (const plan::Waiting &value : stage.waiting)
    if (value.at == time)
      list.push_back(value.value);
  if (stage.out == time)
    list.push_back(program.stages[stage.stage].value);
  return list;
}

/// `waiting.sum[k][t][j][i]`: the value computed k + 1 steps ago.
std::string WavefrontStage::waitingText(ExprId id, int time) const {
  return "waiting." + waiting.values.at({stage.stage, id}) + "[" +
         std::to_string(time - stage.at.at(id) - 1) + "][t][j][i]";
}

WaveRow WavefrontStage::rowRead(const ir::Read &read, int time) const {
  WaveRow row{read.field, read.level, 0, read.offset[1] * (along == 2)};
  row.age = shape.pipeline.arrival.count(read.field)
                ? time - plan::arrivalOf(shape.pipeline, read, along)
                : time - read.offset[along];
  return row;
}

std::string WavefrontStage::readText(Phase &phase, const ir::Read &read, int time) {
  const WaveRow row = rowRead(read, time);
  WaveMargins &margins = phase.rows[row];
  const auto whole = [&](int cells) { // pieces of a row
    return shape.isUniform ? (cells + shape.plan.cells - 1) / shape.plan.cells * shape.plan.cells
                           : cells;
  };
  margins.left = std::max(margins.left, whole(std::max(0, -read.offset[0])));
  margins.right = std::max(margins.right, whole(std::max(0, read.offset[0])));
  // The margin's size is known only when all reads have been seen: left + i is spelt later.
  return waveRowName(state, row) + "[" +
         displaced(marginKey(waveRowName(state, row)), read.offset[0]) + "]";
}

LeafText WavefrontStage::leaves(Phase &phase, int time) {
  LeafText text;
  text.read = [&phase, time, this](const ir::Read &read) { return readText(phase, read, time); };
  text.extent = [](int axis) { return std::string("g.n") + axisName(axis); };
  text.position = [time, this](int axis) {
    std::string c = axis == along       ? "s - t * kLag - " + std::to_string(time)
                    : state.rank() == 1 ? "tile.x(s - t * kLag - " + std::to_string(time) + ") + i"
                    : axis == 0         ? "tile.x + i"
                                        : "tile.y + j";
    for (const ir::FieldDecl &field : program.fields)
      if (field.at(axis, Side::Low).kind == ir::BoundaryKind::Periodic)
        return "stencilc::wrap(" + c + ", g.n" + axisName(axis) + ")";
    return "(" + c + ")";
  };
  text.uniform = [this](ir::UniformId id) {
    return state.names.uniforms + "." + state.names.members[id.index];
  };
  text.constant = [this](double value, ir::ScalarType type) {
    return numberText(numbers, value, type);
  };
  text.known = [&phase, time, this](ExprId id) -> std::string {
    if (!isOperation(id))
      return "";
    if (stage.at.at(id) < time)
      return waitingText(id, time);
    if (!phase.isEarly && frontier.count(id))
      return frontier.at(id) + "[t][i]";
    return "";
  };
  return text;
}

Object WavefrontStage::printGroup(Phase &phase, int time) {
  const std::vector<ExprId> roots = wanted(time, phase.isEarly);
  ExprPrinter printer(program, roots, leaves(phase, time), phase.scope, state.functions);
  Array items;
  for (ExprId root : roots) {
    const Printed printed = printer.print(root);
    Array statements;
    appendStatements(statements, printed.statements);
    const bool isOut =
        !phase.isEarly && root == program.stages[stage.stage].value && stage.out == time;
    const auto waits = waiting.values.find({stage.stage, root});
    const bool isWaiting = !isOut && waits != waiting.values.end();
    const auto kept = frontier.find(root);
    items.push_back(Object{
        {"statements", std::move(statements)},
        {"value", printed.value},
        {"isOut", isOut},
        {"waits", isWaiting && !phase.isEarly ? llvm::json::Value(Object{{"name", waits->second}})
                                              : llvm::json::Value(false)},
        {"part", phase.isEarly && kept != frontier.end()
                     ? llvm::json::Value(Object{{"name", kept->second}})
                     : llvm::json::Value(false)},
        {"type", typeName(program[root].type)},
    });
  }
  return Object{{"items", std::move(items)}};
}

void WavefrontStage::printPhase(Phase &phase) {
  std::set<int, std::greater<>> times;
  if (phase.isEarly)
    for (const auto &[id, name] : frontier)
      times.insert(stage.at.at(id));
  else {
    for (const plan::Waiting &value : stage.waiting)
      times.insert(value.at);
    times.insert(stage.out);
  }
  for (int time : times)
    phase.groups.push_back(printGroup(phase, time));
}

void settleMargins(llvm::json::Value &value, const std::map<std::string, int> &left) {
  if (Array *array = value.getAsArray())
    for (llvm::json::Value &item : *array)
      settleMargins(item, left);
  if (Object *object = value.getAsObject())
    for (auto &entry : *object)
      settleMargins(entry.second, left);
  if (const auto text = value.getAsString()) {
    std::string out = text->str();
    for (const auto &[name, cells] : left) {
      const std::string key = marginKey(name);
      for (std::size_t at = out.find(key); at != std::string::npos; at = out.find(key, at))
        out.replace(at, key.size(), cells ? std::to_string(cells) + " + i" : "i");
    }
    value = out;
  }
}

/// Cells that keep their value in all steps: those within the rim, and those beyond a face that
/// fixes it. Cells that nobody needs may be among them.
std::string WavefrontStage::frozenTest(int axis, const std::string &c) const {
  const ir::Stage &source = program.stages[stage.stage];
  const ir::FieldDecl &field = program.fields[source.target];
  std::string text;
  if (shape.isUniform) // they are not stored
    return text;
  if (plan::isPeriodic(state.facts, axis)) // its face is never read; cells go on beyond it
    return text;
  for (Side side : {Side::Low, Side::High}) {
    const int rim = source.rim.of(axis, side);
    if (!rim && (field.at(axis, side).kind != ir::BoundaryKind::Fixed ||
                 !plan::fixesBeyond(program, shape.plan.steps)))
      continue;
    text += (text.empty() ? "" : " || ") + c +
            (side == Side::Low ? " < " + std::to_string(rim)
                               : " >= " + displaced(std::string("g.n") + axisName(axis), -rim));
  }
  return text;
}

llvm::json::Value rimContext(const ContextState &state, const plan::WavefrontShape &shape,
                             ir::FieldId field) {
  const auto found = shape.rims.find(field);
  if (found == shape.rims.end())
    return false;
  const auto &[rim, age, slots] = found->second;
  const std::string capital = state.names.capitals[field.index];
  const int cells = shape.plan.cells;
  const bool isPartial = rim.low[0] % cells != 0 || rim.high[0] % cells != 0;
  Object item{{"rimType", "Rim" + capital},
              {"lowX", rim.low[0]},
              {"highX", rim.high[0]},
              {"lowY", rim.low[1]},
              {"highY", rim.high[1]},
              {"partial", isPartial},
              {"mayBePartial", isPartial || shape.shiftsRims},
              {"held", slots == 0},
              {"stored", false}};
  if (slots)
    item["stored"] = Object{{"rimConstant", "kRim" + capital}, {"rimSlots", slots}, {"age", age}};
  return item;
}

Object WavefrontStage::context() {
  const ir::Stage &source = program.stages[stage.stage];
  Phase first{true, scope, {}, {}}, second{false, scope, {}, {}};
  if (!early.empty())
    printPhase(first);
  printPhase(second);
  Array frozenCells, frozenRows, frozenPlanes;
  const bool isLine = state.rank() == 1;
  const std::string where[] = {isLine ? "x + i" : "tile.x + i", "tile.y + j", "plane"};
  for (int axis = 0; axis < state.rank(); ++axis)
    if (const std::string test = frozenTest(axis, where[axis == along ? 2 : axis]); !test.empty())
      (axis == along ? frozenPlanes : axis == 0 ? frozenCells : frozenRows).push_back(test);
  const bool isFrozen = !frozenCells.empty() || !frozenRows.empty() || !frozenPlanes.empty();
  const WaveRow old{source.target, 0, shape.pipeline.lag, 0, shape.stillFromRing};
  Phase last{false, scope, {}, {}}; // beside the new value
  if (isFrozen && !isLine)          // the old value, for cells that stay
    last.rows[old];
  llvm::json::Value cut = rowwise(second, last);
  second.rows.insert(last.rows.begin(), last.rows.end());
  const std::string view = state.names.view(source.target, 0);
  Object item{
      {"comment", commentLines(inComment(program.sourceName) + ":" + std::to_string(source.line) +
                               ": " + source.source)},
      {"field", state.names.fields[source.target.index]},
      {"type", typeName(program.fields[source.target].storage)},
      {"new", view + "_new"},
      {"out", stage.out},
      {"early", false},
      {"rows", rowList(second)},
      {"windows", windowList(second)},
      {"rowwise", std::move(cut)},
      {"groups", std::move(second.groups)},
      {"frozen", false},
      {"still", false},
      {"raw", usesRaw(program, shape)},
      {"capital", state.names.capitals[source.target.index]},
      {"usesUniforms", anyFaceUsesUniforms(state, source.target)},
  };
  if (!early.empty())
    item["early"] = Object{{"rows", rowList(first)}, {"groups", std::move(first.groups)}};
  const std::string stem = "tile." + state.names.fields[source.target.index];
  item["repeats"] =
      repeatsContext(state, shape, stage.stage, frozenCells.empty() ? "" : stem + "_cells",
                     frozenRows.empty() ? "" : stem + "_rows >> j & 1");
  if (isFrozen && isLine)
    item["still"] = Object{{"test", std::move(frozenCells.front())}};
  else if (isFrozen)
    item["frozen"] =
        Object{{"cells", std::move(frozenCells)},
               {"rows", std::move(frozenRows)},
               {"planes", std::move(frozenPlanes)},
               {"rim", rimContext(state, shape, source.target)},
               {"old", waveRowName(state, old) + "[" + marginKey(waveRowName(state, old)) + "]"},
               {"fromMemory",
                !shape.stillFromRing && shape.pipeline.ages.at(source.target) < shape.pipeline.lag},
               {"input", state.names.view(source.target, 0)}};
  item["input"] = state.names.view(source.target, 0);
  item["slides"] = slideList();
  item["holds"] = holdList();
  Array parts;
  for (const auto &[id, name] : frontier)
    parts.push_back(Object{{"name", name}, {"type", typeName(program[id].type)}});
  item["parts"] = std::move(parts);
  Array waits;
  for (const plan::Waiting &value : stage.waiting)
    waits.push_back(Object{{"name", waiting.values.at({stage.stage, value.value})},
                           {"type", typeName(program[value.value].type)},
                           {"depth", value.depth},
                           {"last", value.depth - 1},
                           {"shifts", value.depth > 1}});
  item["waiting"] = std::move(waits);
  for (const Phase *phase : {&first, &second}) {
    std::map<std::string, int> left;
    for (const auto &[row, margins] : phase->rows) {
      left[waveRowName(state, row)] = margins.left;
      WaveMargins &all = allRows[row];
      all.left = std::max(all.left, margins.left);
      all.right = std::max(all.right, margins.right);
    }
    llvm::json::Value *part = phase->isEarly ? item.get("early") : item.get("groups");
    settleMargins(*part, left);
    for (const auto &[name, cells] : lastLeft)
      left[name] = cells;
    if (!phase->isEarly)
      settleMargins(*item.get("frozen"), left);
  }
  return item;
}

} // namespace stencilc::emit
