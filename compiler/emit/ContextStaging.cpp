/// \file The context of a sweep that stages planes in shared memory: rings, windows of planes in
/// registers, what moves on, and what is loaded from where (plan/Staging.h decides all of it).
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "plan/Faces.h"
#include "plan/Staging.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using ir::BoundaryKind;
using llvm::json::Array;
using llvm::json::Object;
using plan::StagedStream;
using plan::Window;

namespace {

/// "4 + kRows + 1" without zeros.
std::string sum(int before, const std::string &middle, int behind) {
  std::string text = before ? std::to_string(before) + " + " + middle : middle;
  return displaced(text, behind);
}

class StagingBuilder {
public:
  StagingBuilder(ContextState &state, const PassInfo &pass)
      : state(state), pass(pass), along(state.rank() - 1), rows(state.rank() == 3 ? "kRows" : "1"),
        staged(plan::stagedPass(state.facts, pass.index, pass.plan)) {}
  Object build();

private:
  const ir::FieldDecl &fieldOf(const StagedStream &stream) const {
    return state.program().fields[stream.stream.field];
  }
  Reach reachOf(const StagedStream &stream) const {
    return state.facts.footprint.reachOf(stream.stream.field);
  }
  std::string viewOf(const StagedStream &stream) const {
    return state.names.view(stream.stream.field, stream.stream.level);
  }
  std::string windowName(const StagedStream &stream, int plane) const {
    Offset at;
    at[along] = plane;
    return PassInfo::rowName(state, stream.stream, at);
  }
  bool givesZero(const StagedStream &stream, int axis, Side side) const;
  Object common(const StagedStream &stream) const;
  Object ringContext(const StagedStream &stream);
  void addMoves(const StagedStream &stream);
  void addParts(const StagedStream &stream, int plane);
  void addPart(const StagedStream &stream, int plane, const std::string &row,
               const std::string &rowCount, int from, int to, bool pastOwn, Array &core,
               Array &margins);
  void addDirect(const StagedStream &stream, int plane);

  ContextState &state;
  const PassInfo &pass;
  const int along;
  const std::string rows; // of a thread
  const plan::StagedPass staged;
  Array moves, feeding, loads, early;
  bool onlyTensors = true; // no thread copies
};

/// Whether tensor loads, which give zero beyond the grid, give what this face does, or what nobody
/// uses.
bool StagingBuilder::givesZero(const StagedStream &stream, int axis, Side side) const {
  return !reachOf(stream).of(axis, side) ||
         plan::tensorsGive(state.program(), fieldOf(stream).at(axis, side));
}

Object StagingBuilder::common(const StagedStream &stream) const {
  return Object{
      {"name", viewOf(stream)},
      {"capital", state.names.capitals[stream.stream.field.index]},
      {"type", typeName(fieldOf(stream).storage)},
      {"usesUniforms", boundaryUsesUniforms(state, stream.stream.field)},
      {"field", stream.stream.field.index},
      {"level", stream.stream.level},
      {"newest", displaced("newest", stream.newest())},
      {"first", displaced(std::string(axisName(along)) + "Begin", stream.firstBrought())},
      {"end", displaced(std::string(axisName(along)) + "End", stream.newest())},
  };
}

Object StagingBuilder::ringContext(const StagedStream &stream) {
  const char *type = typeName(fieldOf(stream).storage);
  const Reach reach = reachOf(stream);
  std::vector<std::string> tile, planes;
  for (int axis = 0; axis <= along; ++axis)
    for (Side side : {Side::Low, Side::High}) {
      const int cells = reach.of(axis, side);
      if (givesZero(stream, axis, side))
        continue;
      const std::string name = axisName(axis);
      if (axis == along)
        planes.push_back(side == Side::Low ? "plane >= 0" : "plane < g.n" + name);
      else if (side == Side::Low)
        tile.push_back(name + "Tile >= " + std::to_string(cells));
      else
        tile.push_back(name + "Tile + kTile" + (axis == 0 ? "X" : "Y") + " <= g.n" + name + " - " +
                       std::to_string(cells));
    }
  const std::string &capital = state.names.capitals[stream.stream.field.index];
  const bool isAlways =
      pass.plan.engine == plan::CopyEngine::Tensor && tile.empty() && planes.empty();
  onlyTensors &= isAlways;
  if (!isAlways)
    state.helpers.insert({"beyond" + capital, "fetch" + capital});
  Object ring = common(stream);
  ring["isAlways"] = isAlways;
  ring["both"] = !tile.empty() && !planes.empty();
  ring["slots"] = stream.slots;
  ring["width"] = stream.width;
  ring["height"] = stream.height;
  ring["slotCells"] = stream.slotBytes() / stream.bytes;
  ring["left"] = stream.halo[0][0];
  ring["low"] = stream.halo[1][0];
  ring["tileCondition"] = tile.empty()
                              ? llvm::json::Value(false)
                              : llvm::json::Value(Object{{"text", llvm::join(tile, " && ")}});
  ring["planeCondition"] = planes.empty()
                               ? llvm::json::Value(false)
                               : llvm::json::Value(Object{{"text", llvm::join(planes, " && ")}});
  ring["boxBytes"] =
      std::to_string(stream.width * stream.height) + " * sizeof(" + std::string(type) + ")";
  return ring;
}

void StagingBuilder::addMoves(const StagedStream &stream) {
  for (int plane = stream.first; plane < stream.last; ++plane) {
    if (!stream.isMoved[plane - stream.first])
      continue;
    const Window part = stream.moved(plane), &to = stream.window(plane),
                 &from = stream.window(plane + 1);
    moves.push_back(Object{{"rows", sum(part.low, rows, part.high)},
                           {"cells", sum(part.left, pass.cells, part.right)},
                           {"toRow", to.low - part.low},
                           {"toCell", to.left - part.left},
                           {"fromRow", from.low - part.low},
                           {"fromCell", from.left - part.left},
                           {"to", windowName(stream, plane)},
                           {"from", windowName(stream, plane + 1)}});
  }
}

/// Columns from .. to of some rows of a window, counted from its first cell; with `pastOwn` from
/// behind the thread's own cells.
void StagingBuilder::addPart(const StagedStream &stream, int plane, const std::string &row,
                             const std::string &rowCount, int from, int to, bool pastOwn,
                             Array &core, Array &margins) {
  if (from == to)
    return;
  const Window &window = stream.window(plane);
  const std::string first = pastOwn ? sum(window.left, pass.cells, from) : std::to_string(from);
  const bool fromMemory = pass.plan.staging == plan::Staging::Rows;
  Object item{{"row", row},
              {"cell", first},
              {"rows", rowCount},
              {"cells", std::to_string(to - from)},
              {"end", pastOwn ? sum(window.left, pass.cells, to) : std::to_string(to)},
              {"left", window.left},
              {"low", window.low}};
  (fromMemory ? margins : core).push_back(std::move(item));
}

/// What a plane loads: all of its window that has not moved on.
void StagingBuilder::addParts(const StagedStream &stream, int plane) {
  const Window &window = stream.window(plane);
  // Cells that came from memory straight do not know what a boundary gives beyond the grid, which
  // the next cell of the thread may want.
  const bool isSafe = !stream.onePlane || pass.plan.cellsPerThread * pass.plan.rowsPerThread == 1;
  const bool isMoved = stream.isMoved[plane - stream.first] && isSafe;
  const Window old = isMoved ? stream.moved(plane) : Window();
  if (isMoved && old == window)
    return;
  const bool isRows = pass.plan.staging == plan::Staging::Rows;
  Array core, margins;
  // Whole rows: all, or those before and behind what has moved.
  struct Band {
    std::string row, count;
  };
  std::vector<Band> bands;
  if (!isMoved)
    bands.push_back({"0", sum(window.low, rows, window.high)});
  else {
    if (window.low > old.low)
      bands.push_back({"0", std::to_string(window.low - old.low)});
    if (window.high > old.high)
      bands.push_back({sum(window.low, rows, old.high), std::to_string(window.high - old.high)});
  }
  for (const Band &band : bands) {
    core.push_back(
        Object{{"name", windowName(stream, plane)},
               {"row", band.row},
               {"cell", std::to_string(isRows ? window.left : 0)},
               {"rows", band.count},
               {"cells", isRows ? pass.cells : sum(window.left, pass.cells, window.right)},
               {"left", window.left},
               {"low", window.low}});
    if (isRows) {
      addPart(stream, plane, band.row, band.count, 0, window.left, false, core, margins);
      addPart(stream, plane, band.row, band.count, 0, window.right, true, core, margins);
    }
  }
  if (isMoved) {
    const std::string row = std::to_string(window.low - old.low);
    const std::string count = sum(old.low, rows, old.high);
    addPart(stream, plane, row, count, 0, window.left - old.left, false, core, margins);
    addPart(stream, plane, row, count, old.right, window.right, true, core, margins);
  }
  Object item = common(stream);
  const std::string reader = "read" + state.names.capitals[stream.stream.field.index];
  if (!margins.empty())
    state.helpers.insert(reader);
  const Reach reach = reachOf(stream);
  item["window"] = windowName(stream, plane);
  item["width"] = stream.width;
  item["slots"] = stream.slots;
  item["age"] = stream.slots - (stream.newest() - plane);
  item["origin"] = displaced(viewOf(stream) + "_at", -window.low * stream.width - window.left);
  item["plane"] = displaced(axisName(along), plane);
  item["hasCore"] = !core.empty();
  item["core"] = std::move(core);
  item["margins"] = std::move(margins);
  item["reader"] = reader;
  item["firstX"] = std::to_string(-reach.low[0]);
  item["lastX"] = displaced("g.nx", reach.high[0] - 1);
  item["firstY"] = std::to_string(-reach.low[1]);
  item["lastY"] = displaced("g.ny", reach.high[1] - 1);
  (stream.feeds[plane - stream.first] ? feeding : loads).push_back(std::move(item));
}

/// The own cells of a plane that is not in the ring.
void StagingBuilder::addDirect(const StagedStream &stream, int plane) {
  if (stream.isMoved[plane - stream.first])
    return;
  const bool feeds = stream.feeds[plane - stream.first];
  const std::string &capital = state.names.capitals[stream.stream.field.index];
  // With several planes, windows fill from beyond the first plane of the grid.
  const bool hasFaces = stream.first < 0 || stream.last > 0;
  if (hasFaces)
    state.helpers.insert({"own" + capital, "read" + capital});
  Object item = common(stream);
  item["window"] = windowName(stream, plane);
  item["plane"] = displaced(axisName(along), plane);
  item["hasFaces"] = hasFaces;
  const int lead = feeds ? stream.last - stream.first : 0;
  const std::string begin = std::string(axisName(along)) + "Begin";
  item["guard"] = lead == staged.lead
                      ? llvm::json::Value(false)
                      : llvm::json::Value(Object{{"text", std::string(axisName(along)) +
                                                              " >= " + displaced(begin, -lead)}});
  early.push_back(std::move(item));
}

Object StagingBuilder::build() {
  Array windows, rings;
  for (const StagedStream &stream : staged.streams) {
    std::string list;
    for (int plane = stream.first; plane <= stream.last; ++plane) {
      const Window &window = stream.window(plane);
      list += (list.empty() ? "" : ", ") + windowName(stream, plane) + "[" +
              sum(window.low, rows, window.high) + "][" +
              sum(window.left, pass.cells, window.right) + "]";
      stream.isDirect(plane) ? addDirect(stream, plane) : addParts(stream, plane);
    }
    windows.push_back(Object{{"type", typeName(fieldOf(stream).storage)}, {"list", list}});
    addMoves(stream);
    if (stream.inRing)
      rings.push_back(ringContext(stream));
  }
  CellText cell;
  cell.x = "x + i";
  cell.forwardedIndex = "[j][i]";
  cell.choosesKept = true;
  cell.numbers = &state.numbers;
  cell.read = [&](const ir::Read &read) {
    for (const StagedStream &stream : staged.streams)
      if (stream.stream == analysis::Stream{read.field, read.level}) {
        const Window &window = stream.window(read.offset[along]);
        const int row = along == 2 ? window.low + read.offset[1] : 0;
        return windowName(stream, read.offset[along]) + "[" +
               (along == 2 ? displaced("j", row) : "0") + "][" +
               displaced("i", window.left + read.offset[0]) + "]";
      }
    llvm_unreachable("every stream of a pass has windows");
  };
  // Whether a cell is kept is known across the sweep before the loop, along it for a whole plane.
  Array kept;
  for (const PassInfo::KeptCells &cells : pass.keptCells(state)) {
    const std::string acrossText = outsideCondition(state.rank(), cells.rim.across(along), cell.x);
    const std::string planeText = outsideCondition(state.rank(), cells.rim.along(along));
    kept.push_back(Object{{"name", cells.name},
                          {"rim", cells.rimName},
                          {"across", acrossText.empty() ? "false" : acrossText},
                          {"plane", planeText.empty() ? "false" : planeText}});
  }
  const plan::PassPlan &plan = pass.plan;
  const bool isTensor = plan.engine == plan::CopyEngine::Tensor;
  bool readsMargins = false;
  for (const Array *list : {&feeding, &loads})
    for (const llvm::json::Value &item : *list)
      readsMargins |= !item.getAsObject()->getArray("margins")->empty();
  Reach halo; // of margins read from memory
  for (const StagedStream &stream : staged.streams)
    halo.include(reachOf(stream));
  for (Array *list : {&rings})
    for (std::size_t i = 0; i < list->size(); ++i)
      (*(*list)[i].getAsObject())["isFirst"] = i == 0;
  // Reading margins takes much code, which is there once for each plane unrolled.
  const int unroll = moves.empty() || readsMargins ? 1 : staged.lead >= 4 ? 4 : 2;
  return Object{
      {"axis", axisName(along)},
      {"stride", along == 2 ? "plane" : "row"},
      {"rows", rows},
      {"tileX", plan.block[0] * plan.cellsPerThread},
      {"tileY", plan.block[1] * plan.rowsPerThread},
      {"threads", plan.block[0] * plan.block[1]},
      {"lead", staged.lead},
      {"unroll", unroll},
      {"isUnrolled", unroll > 1},
      {"ahead", plan.ahead},
      {"isAsync", plan.engine != plan::CopyEngine::Plain && !(isTensor && onlyTensors)},
      {"isTensor", isTensor},
      {"resident", std::max(1, plan.residentBlocks)},
      {"planesAtRun", plan.planesAtRun},
      {"fixedPlanes", plan.planesPerChunk},
      {"readsMargins", readsMargins},
      {"insideX", "xTile >= " + std::to_string(halo.low[0]) +
                      " && xTile + kTileX <= " + displaced("g.nx", -halo.high[0])},
      {"insideY", along == 2 ? " && yTile >= " + std::to_string(halo.low[1]) +
                                   " && yTile + kTileY <= " + displaced("g.ny", -halo.high[1])
                             : ""},
      {"windows", std::move(windows)},
      {"rings", std::move(rings)},
      {"hasMoves", !moves.empty()},
      {"moves", std::move(moves)},
      {"early", std::move(early)},
      {"feeding", std::move(feeding)},
      {"loads", std::move(loads)},
      {"kept", std::move(kept)},
      {"stages", stagesContext(state, pass, cell)},
  };
}

} // namespace

Object stagingContext(ContextState &state, const PassInfo &pass) {
  return StagingBuilder(state, pass).build();
}

} // namespace stencilc::emit
