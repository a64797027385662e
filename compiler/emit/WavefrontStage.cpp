/// \file One stage of a wavefront as text.
#include "emit/WavefrontStage.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "ir/Walk.h"
#include "plan/Repeats.h"

namespace stencilc::emit {

using ir::ExprId;
using llvm::json::Array;
using llvm::json::Object;

std::string waveRowName(const ContextState &state, const WaveRow &row) {
  std::string name = state.names.view(row.field, row.level);
  if (row.age > 0)
    name += "_old" + (row.age > 1 ? std::to_string(row.age) : "");
  if (row.age < 0)
    name += "_ahead" + std::to_string(-row.age);
  if (row.dy)
    name += std::string("_y") + (row.dy < 0 ? "m" : "p") + std::to_string(std::abs(row.dy));
  return name + (row.isStill ? "_still_row" : "_row");
}

bool usesRaw(const ir::Program &program, const plan::WavefrontShape &shape) {
  return shape.plan.steps > 1 && program.rank() > 1 && shape.pipeline.stages.size() == 1 &&
         plan::needsOld(program);
}

WavefrontStage::WavefrontStage(ContextState &state, const plan::WavefrontShape &shape,
                               const plan::StagePipeline &stage, const WaitingNames &waiting,
                               const NumberNames &numbers, Names &scope)
    : state(state), program(state.program()), shape(shape), stage(stage), waiting(waiting),
      numbers(numbers), scope(scope), along(plan::sweptAxis(state.program())) {
  if (!shape.plan.isWhole)
    findEarly();
}

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
  bool depends = false;
  ir::forEachOperand(program[id].node,
                     [&](ExprId operand) { depends |= dependsOnNew(operand, time); });
  return depends;
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

std::string WavefrontStage::readText(Phase &phase, const ir::Read &read, int time) {
  WaveRow row{read.field, read.level, 0, read.offset[1] * (along == 2)};
  row.age = shape.pipeline.arrival.count(read.field)
                ? time - plan::arrivalOf(shape.pipeline, read, along)
                : time - read.offset[along];
  WaveMargins &margins = phase.rows[row];
  margins.left = std::max(margins.left, -read.offset[0]);
  margins.right = std::max(margins.right, read.offset[0]);
  // The margin's size is known only when all reads have been seen: left + i is spelt later.
  return waveRowName(state, row) + "[" +
         displaced("kLeft_" + waveRowName(state, row) + " + i", read.offset[0]) + "]";
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
  text.constant = [this](double value, ir::ScalarType type) -> std::string {
    const auto number = numbers.find(value);
    return type == ir::ScalarType::F64 && number != numbers.end() ? "numbers." + number->second
                                                                  : "";
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

/// Replaces the placeholder of a row's left margin by its size.
static void settleMargins(llvm::json::Value &value, const std::map<std::string, int> &left) {
  if (Array *array = value.getAsArray())
    for (llvm::json::Value &item : *array)
      settleMargins(item, left);
  if (Object *object = value.getAsObject())
    for (auto &entry : *object)
      settleMargins(entry.second, left);
  if (const auto text = value.getAsString()) {
    std::string out = text->str();
    for (const auto &[name, cells] : left) {
      const std::string key = "kLeft_" + name + " + i";
      for (std::size_t at = out.find(key); at != std::string::npos; at = out.find(key, at))
        out.replace(at, key.size(), cells ? std::to_string(cells) + " + i" : "i");
    }
    value = out;
  }
}

/// The rows of one age at all displacements, when a thread goes through its rows in order: each is
/// brought once. Margins are those of the rows beside the thread's own; the own row may need more.
std::optional<WavefrontStage::Window> WavefrontStage::findWindow(const Phase &phase,
                                                                 const WaveRow &row) const {
  if (along != 2 || row.isStill)
    return std::nullopt;
  Window window;
  for (const auto &[other, margins] : phase.rows)
    if (other.field == row.field && other.level == row.level && other.age == row.age && other.dy) {
      window.low = std::max(window.low, -other.dy);
      window.high = std::max(window.high, other.dy);
      window.margins.left = std::max(window.margins.left, margins.left);
      window.margins.right = std::max(window.margins.right, margins.right);
    }
  if (!window.low && !window.high)
    return std::nullopt;
  return window;
}

std::string WavefrontStage::windowName(WaveRow row) const {
  row.dy = 0;
  return waveRowName(state, row) + "s";
}

llvm::json::Value WavefrontStage::windowOf(const Phase &phase, const WaveRow &row) const {
  const std::optional<Window> window = findWindow(phase, row);
  if (!window || !shape.plan.isWhole)
    return false;
  const WaveMargins margins = phase.rows.at(row);
  const int left = window->margins.left;
  const std::string place = windowName(row) + "[" + displaced("j", window->low + row.dy) + "]";
  return Object{
      {"isWider", margins.left > left || margins.right > window->margins.right},
      {"own", left ? place + " + " + std::to_string(left) : place},
      {"row", left > margins.left ? place + " + " + std::to_string(left - margins.left) : place}};
}

/// What brings row k of each window.
Array WavefrontStage::windowList(const Phase &phase) {
  Array list;
  std::set<std::string> known;
  for (const auto &[row, margins] : phase.rows) {
    const std::optional<Window> window = findWindow(phase, row);
    const std::string name = windowName(row);
    if (!window || !shape.plan.isWhole || !known.insert(name).second)
      continue;
    Phase single{false, phase.scope, {}, {}};
    WaveRow moved = row;
    moved.dy = 0;
    single.rows[moved] = window->margins;
    llvm::json::Value item = std::move(rowList(single).front());
    Object &object = *item.getAsObject();
    const std::string at = name + "[" + displaced("k", window->low) + "]";
    object["array"] = name;
    object["name"] = at;
    object["to"] = at + (window->margins.left ? " + " + std::to_string(window->margins.left) : "");
    object["row"] = "k";
    object["isMoved"] = true;
    object["low"] = window->low;
    object["high"] = window->high;
    object["span"] = window->low + window->high;
    list.push_back(std::move(item));
  }
  return list;
}

/// With rows at edges exchanged, rows of planes from memory slide along as a thread goes through
/// its rows: each is read from shared memory once, not once for each row that needs it.
llvm::json::Value WavefrontStage::slideOf(const Phase &phase, const WaveRow &row) {
  const std::optional<Window> window = findWindow(phase, row);
  const plan::Ring *ring = shape.ringOf(row.field);
  if (!window || shape.plan.isWhole || row.level != 0 || !ring || row.age > ring->ages)
    return false;
  Slide &slide = slides[{row.field, row.level, row.age, 0}];
  slide = {std::max(slide.low, window->low), std::max(slide.high, window->high)};
  return Object{{"name", windowName(row)}, {"index", slide.low + row.dy}};
}

Array WavefrontStage::slideList() const {
  Array list;
  for (const auto &[row, slide] : slides) {
    const plan::Ring *ring = shape.ringOf(row.field);
    const bool isUpdated = shape.pipeline.arrival.count(row.field) != 0;
    list.push_back(Object{{"name", windowName(row)},
                          {"type", typeName(program.fields[row.field].storage)},
                          {"field", state.names.fields[row.field.index]},
                          {"capital", state.names.capitals[row.field.index]},
                          {"age", isUpdated ? row.age : row.age - ring->arrival},
                          {"low", slide.low},
                          {"rows", slide.low + 1 + slide.high}});
  }
  return list;
}

Array WavefrontStage::rowList(const Phase &phase) {
  Array list;
  for (const auto &[row, margins] : phase.rows) {
    const ir::FieldDecl &field = program.fields[row.field];
    const bool isUpdated = !row.isStill && shape.pipeline.arrival.count(row.field) != 0;
    const plan::Ring *ring = shape.ringOf(row.field);
    const std::string stem = state.names.fields[row.field.index];
    const std::string name = waveRowName(state, row);
    const std::string left = margins.left ? std::to_string(margins.left) + " + " : "";
    const std::string right = margins.right ? " + " + std::to_string(margins.right) : "";
    const bool exchanges = exchangesRows(shape, row.field);
    // Where the row comes from, by the time step t: memory, the ring of planes, or registers.
    const bool isProduced = isUpdated && (shape.plan.steps > 1 || row.level == 1);
    const bool ringHolds =
        ring &&
        (isUpdated ? row.age <= ring->ages && (row.level == 0 || shape.plan.steps > 1) : true);
    Object item{
        {"name", name},
        {"type", typeName(field.storage)},
        {"size", left + "kCells" + right},
        {"left", margins.left},
        {"right", margins.right},
        {"to", margins.left ? name + " + " + std::to_string(margins.left) : name},
        {"hasMargins", margins.left || margins.right},
        {"field", stem},
        {"view", state.names.view(row.field, row.level > 0 ? 0 : row.level)},
        {"input", state.names.view(row.field, 0)},
        {"capital", state.names.capitals[row.field.index]},
        {"usesUniforms", fusedBoundaryUsesUniforms(state, row.field)},
        {"age", row.age},
        {"dy", row.dy},
        {"raw",
         isProduced && usesRaw(program, shape) && row.age == 0 && !margins.left && !margins.right},
        {"isMoved", row.dy != 0},
        {"row", row.dy ? displaced("j", row.dy) : "j"},
        {"level", row.level},
        {"isConstant", !isUpdated},
        {"ring", ring != nullptr && (isUpdated ? row.level <= 0 && ringHolds : true)},
        {"fromRing", isUpdated ? row.level <= 0 : ring != nullptr},
        {"direct", isUpdated ? row.level <= 0 && !ringHolds : ring == nullptr},
        {"older", isProduced && row.level < 0},
        {"produced", isProduced},
        {"isWhole", shape.plan.isWhole && exchanges && row.age == 1},
        {"window", windowOf(phase, row)},
        {"slide", isUpdated ? slideOf(phase, row) : llvm::json::Value(false)},
        {"isExchanged", !shape.plan.isWhole && row.dy != 0},
        {"step", row.level == 0 ? std::string("t") : displaced("t", row.level)},
        {"ringAge", isUpdated
                        ? std::to_string(row.age)
                        : "t * kLag + " +
                              std::to_string(row.age - (ring && !row.isStill ? ring->arrival : 0))},
        // The plane itself, for cells that come straight from memory.
        {"plane", isUpdated
                      ? "s - t * kLag - " + std::to_string(shape.pipeline.arrival.at(row.field) +
                                                           row.level * shape.pipeline.lag + row.age)
                      : "s - t * kLag - " + std::to_string(row.age)},
    };
    list.push_back(std::move(item));
  }
  return list;
}

/// Cells that keep their value in all steps: those within the rim, and those beyond a face that
/// fixes it. Cells that nobody needs may be among them.
std::string WavefrontStage::frozenTest(int axis, const std::string &c) const {
  const ir::Stage &source = program.stages[stage.stage];
  const ir::FieldDecl &field = program.fields[source.target];
  std::string text;
  for (Side side : {Side::Low, Side::High}) {
    const int rim = source.rim.of(axis, side);
    if (!rim && field.at(axis, side).kind != ir::BoundaryKind::Fixed)
      continue;
    text += (text.empty() ? "" : " || ") + c +
            (side == Side::Low ? " < " + std::to_string(rim)
                               : " >= " + displaced(std::string("g.n") + axisName(axis), -rim));
  }
  return text;
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
  if (isFrozen && !isLine) // the old value, for cells that stay
    second.rows[old];
  const std::string view = state.names.view(source.target, 0);
  Object item{
      {"comment",
       commentLines(program.sourceName + ":" + std::to_string(source.line) + ": " + source.source)},
      {"field", state.names.fields[source.target.index]},
      {"type", typeName(program.fields[source.target].storage)},
      {"new", view + "_new"},
      {"out", stage.out},
      {"early", false},
      {"rows", rowList(second)},
      {"windows", windowList(second)},
      {"groups", std::move(second.groups)},
      {"frozen", false},
      {"still", false},
      {"raw", usesRaw(program, shape)},
      {"capital", state.names.capitals[source.target.index]},
      {"usesUniforms", fusedBoundaryUsesUniforms(state, source.target)},
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
               {"old", waveRowName(state, old) + "[kLeft_" + waveRowName(state, old) + " + i]"},
               {"fromMemory",
                !shape.stillFromRing && shape.pipeline.ages.at(source.target) < shape.pipeline.lag},
               {"input", state.names.view(source.target, 0)}};
  item["input"] = state.names.view(source.target, 0);
  item["slides"] = slideList();
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
    if (!phase->isEarly)
      settleMargins(*item.get("frozen"), left);
  }
  return item;
}

} // namespace stencilc::emit
