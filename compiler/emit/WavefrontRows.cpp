/// \file One stage of a wavefront as text: the rows it reads, and where each comes from.
#include "emit/Spelling.h"
#include "emit/WavefrontStage.h"
#include "plan/Column.h"

namespace stencilc::emit {

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

/// How many planes later than new a plane of an updated field comes into its ring.
int WavefrontStage::waitOf(const WaveRow &row) const {
  const plan::Ring *ring = shape.ringOf(row.field);
  const auto arrival = shape.pipeline.arrival.find(row.field);
  return ring && !row.isStill && arrival != shape.pipeline.arrival.end()
             ? ring->arrival - arrival->second
             : 0;
}

/// Whether neighbours along x come from shared memory by whole pieces, which takes fewer
/// instructions than shuffles: where all time steps have the row there.
bool WavefrontStage::loadsMargins(const WaveRow &row, const WaveMargins &margins) const {
  if (shape.isUniform) // shuffles would find nothing beyond the warp
    return margins.left + margins.right > 0;
  const int cells = shape.plan.cells, bytes = plan::bytesOf(program.fields[row.field].storage);
  return along == 2 && shape.plan.isWhole && !row.isStill && shape.ringOf(row.field) &&
         shape.pipeline.arrival.count(row.field) && exchangesRows(shape, row.field) &&
         row.level == 0 && (row.age == 1 || shape.plan.steps == 1) &&
         row.age - waitOf(row) <= shape.ringOf(row.field)->ages && cells * bytes <= 16 &&
         margins.left + margins.right > 0 && margins.left % cells == 0 &&
         margins.right % cells == 0;
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

std::string WavefrontStage::windowName(WaveRow row) {
  row.dy = 0;
  std::string &name = windowNames[row];
  if (name.empty())
    name = scope.claim(waveRowName(state, row) + "s");
  return name;
}

llvm::json::Value WavefrontStage::windowOf(const Phase &phase, const WaveRow &row) {
  const std::optional<Window> window = findWindow(windowsFrom ? *windowsFrom : phase, row);
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
    if (!window || !shape.plan.isWhole)
      continue;
    const std::string name = windowName(row);
    if (!known.insert(name).second)
      continue;
    Phase single{false, phase.scope, {}, {}};
    WaveRow moved = row;
    moved.dy = 0;
    single.rows[moved] = window->margins;
    llvm::json::Value item = std::move(rowList(single).front());
    Object &object = *item.getAsObject();
    const std::string at = name + "[" + displaced("at", window->low) + "]";
    object["array"] = name;
    object["name"] = at;
    object["to"] = at + (window->margins.left ? " + " + std::to_string(window->margins.left) : "");
    object["row"] = "at";
    object["rowNumber"] = "at";
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
  if (!window || shape.plan.isWhole || row.level != 0 || !ring ||
      row.age - waitOf(row) > ring->ages)
    return false;
  Slide &slide = slides[{row.field, row.level, row.age, 0}];
  slide = {std::max(slide.low, window->low), std::max(slide.high, window->high)};
  return Object{{"name", windowName(row)}, {"index", slide.low + row.dy}};
}

Array WavefrontStage::slideList() {
  Array list;
  for (const auto &[row, slide] : slides) {
    const plan::Ring *ring = shape.ringOf(row.field);
    const bool isUpdated = shape.pipeline.arrival.count(row.field) != 0;
    list.push_back(Object{{"name", windowName(row)},
                          {"type", typeName(program.fields[row.field].storage)},
                          {"field", state.names.fields[row.field.index]},
                          {"capital", state.names.capitals[row.field.index]},
                          {"age", row.age - (isUpdated ? waitOf(row) : ring->arrival)},
                          {"low", slide.low},
                          {"rows", slide.low + 1 + slide.high},
                          {"held", ring->isHeld && row.age - waitOf(row) == ring->ages}});
  }
  return list;
}

/// Whether a row at the first time step is of the plane that left its ring a step ago.
bool WavefrontStage::isHeld(const WaveRow &row) const {
  const plan::Ring *ring = shape.ringOf(row.field);
  return ring && ring->isHeld && !row.isStill && row.age - waitOf(row) == ring->ages + 1;
}

/// Planes of fields that never change serve several time steps and rows: with rows at edges
/// exchanged, a thread brings each row of each plane from shared memory once.
llvm::json::Value WavefrontStage::holdOf(const Phase &phase, const WaveRow &row) {
  if (shape.plan.isWhole || along != 2 || !shape.ringOf(row.field))
    return false;
  const std::optional<Window> window = findWindow(phase, row);
  Slide &hold = holds[{row.field, 0, row.age, 0}];
  if (window)
    hold = {std::max(hold.low, window->low), std::max(hold.high, window->high)};
  const std::string first = displaced("t * kLag", row.age - shape.ringOf(row.field)->arrival);
  WaveRow all{row.field, 0, 0, 0};
  return Object{
      {"name", windowName(all) + "[" + first + "]"},
      {"index", displaced("j", state.facts.footprint.reachOf(row.field).low[1] + row.dy)}};
}

Array WavefrontStage::holdList() {
  std::map<ir::FieldId, std::map<int, Slide>> planes; // by age in the ring
  for (const auto &[row, hold] : holds)
    for (int t = 0; t < shape.plan.steps; ++t) {
      Slide &plane =
          planes[row.field][t * shape.pipeline.lag + row.age - shape.ringOf(row.field)->arrival];
      plane = {std::max(plane.low, hold.low), std::max(plane.high, hold.high)};
    }
  Array list;
  for (const auto &[field, ages] : planes) {
    const Reach reach = state.facts.footprint.reachOf(field);
    Array items;
    const plan::Ring &ring = *shape.ringOf(field);
    for (const auto &[age, plane] : ages)
      items.push_back(Object{{"age", age},
                             {"low", plane.low},
                             {"rows", plane.low + 1 + plane.high},
                             {"held", age > ring.ages},
                             {"oldest", ring.isHeld && age == ring.ages}});
    list.push_back(Object{{"name", windowName({field, 0, 0, 0})},
                          {"type", typeName(program.fields[field].storage)},
                          {"field", state.names.fields[field.index]},
                          {"capital", state.names.capitals[field.index]},
                          {"planes", ages.rbegin()->first + 1},
                          {"below", reach.low[1]},
                          {"span", reach.low[1] + reach.high[1]},
                          {"ages", std::move(items)}});
  }
  return list;
}

std::string ownConstant(const ContextState &state, const analysis::Stream &stream) {
  return "kOwn" + state.names.capitals[stream.field.index] +
         (stream.level < 0 ? "Prev" + std::to_string(-stream.level) : "");
}

/// A row that each warp brings for itself.
llvm::json::Value WavefrontStage::ownOf(const WaveRow &row) const {
  const plan::OwnRing *ring = shape.ownRingOf({row.field, row.level});
  if (!ring || row.isStill)
    return false;
  const auto arrival = shape.pipeline.arrival.find(row.field);
  const int behind = row.age + (arrival == shape.pipeline.arrival.end()
                                    ? 0
                                    : arrival->second + row.level * shape.pipeline.lag);
  return Object{{"view", state.names.view(row.field, row.level)},
                {"constant", ownConstant(state, ring->stream)},
                {"age", behind - ring->arrival}};
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
    // The last time step is in shared memory only if stages read its rows in other threads.
    const bool isPublished = row.level <= 0 || shape.exchangedSteps == shape.plan.steps;
    // Where the row comes from, by the time step t: memory, the ring of planes, or registers.
    const bool isProduced = isUpdated && (shape.plan.steps > 1 || row.level == 1);
    const bool ringHolds = ring && (!isUpdated || (row.age - waitOf(row) <= ring->ages &&
                                                   (row.level == 0 || shape.plan.steps > 1)));
    Array older; // levels of memory that the first time steps read, by time step
    for (int level = row.level; isProduced && level < 0; ++level)
      older.push_back(
          Object{{"at", level - row.level}, {"view", state.names.view(row.field, level)}});
    Object item{
        {"name", name},
        {"type", typeName(field.storage)},
        {"size", left + "kCells" + right},
        {"left", margins.left},
        {"right", margins.right},
        {"to", margins.left ? name + " + " + std::to_string(margins.left) : name},
        {"hasMargins", margins.left || margins.right},
        {"loadsMargins", loadsMargins(row, margins)},
        {"field", stem},
        {"view", state.names.view(row.field, row.level > 0 ? 0 : row.level)},
        {"input", state.names.view(row.field, 0)},
        {"capital", state.names.capitals[row.field.index]},
        {"usesUniforms", anyFaceUsesUniforms(state, row.field)},
        {"age", row.age},
        {"dy", row.dy},
        {"raw",
         isProduced && usesRaw(program, shape) && row.age == 0 && !margins.left && !margins.right},
        {"isMoved", row.dy != 0},
        {"row", row.dy ? displaced("j", row.dy) : "j"},
        {"rowNumber", row.dy ? displaced("j", row.dy) : "j"},
        {"level", row.level},
        {"isConstant", !isUpdated},
        {"ring", ring != nullptr && (isUpdated ? row.level <= 0 && ringHolds : true)},
        {"fromRing", isUpdated ? row.level <= 0 : ring != nullptr},
        {"newest", Object{{"view", state.names.view(row.field,
                                                    isProduced || row.level > 0 ? 0 : row.level)}}},
        {"older", std::move(older)},
        {"own", ownOf(row)},
        {"held", isUpdated && row.level == 0 && isHeld(row)},
        {"produced", isProduced},
        {"isWhole", shape.plan.isWhole && exchanges && row.age == 1 && isPublished},
        {"window", windowOf(phase, row)},
        {"slide", isUpdated ? slideOf(phase, row) : holdOf(phase, row)},
        {"isExchanged", !shape.plan.isWhole && row.dy != 0},
        {"step", row.level == 0 ? std::string("t") : displaced("t", row.level)},
        {"ringAge", isUpdated
                        ? std::to_string(row.age - waitOf(row))
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

} // namespace stencilc::emit
