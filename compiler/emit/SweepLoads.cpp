/// \file Loads of a sweep as items of the context.
#include "emit/SweepLoads.h"

namespace stencilc::emit {

using ir::BoundaryKind;
using llvm::json::Array;
using llvm::json::Object;

Array SweepLoads::listOf(const Offsets &offsets) {
  Array list;
  for (const auto &[name, value] : offsets)
    list.push_back(Object{{"type", value.type}, {"name", name}, {"value", value.text}});
  return list;
}

const ir::FieldDecl &SweepLoads::fieldOf(const RowLoad &row) const {
  return state.program().fields[row.stream.field];
}

Reach SweepLoads::reachOf(const RowLoad &row) const {
  return state.facts.footprint.reachOf(row.stream.field);
}

/// "T_c + 1", or the name alone.
static std::string plus(const std::string &name, const std::string &cells) {
  return cells == "0" ? name : name + " + " + cells;
}

/// The coordinate at which memory holds the cell: `placeTx(g, x - 1)`.
std::string SweepLoads::place(const RowLoad &row, int axis, const std::string &coordinate) const {
  return "place" + state.names.capitals[row.stream.field.index] + axisName(axis) + "(g, " +
         coordinate + ")";
}

static std::string shiftText(const char *axis, int shift) {
  return std::string(axis) + (shift < 0 ? "m" : "p") + std::to_string(std::abs(shift));
}

/// `T_to_ym1`: the offset to the row y - 1.
std::string SweepLoads::offsetName(const RowLoad &row, const char *axis, int shift) const {
  return state.names.fields[row.stream.field.index] + "_to_" + shiftText(axis, shift);
}

/// " + T_to_zp1", or nothing for the plane the pointer is in.
std::string SweepLoads::planeOffset(const RowLoad &row) {
  if (row.plane == row.base)
    return "";
  const std::string stride =
      state.names.view(row.stream.field, row.stream.level) + (along == 2 ? ".plane" : ".row");
  const Reach reach = reachOf(row);
  // A field never read beyond these faces is loaded ahead only where it has cells.
  if (!reach.low[along] && !reach.high[along])
    return " + " + (row.planeShift == 1 ? "" : std::to_string(row.planeShift) + " * ") + stride;
  const std::string value = stride + " * (" + place(row, along, row.plane) + " - " + row.base + ")";
  if (!row.isNamed)
    return " + " + value;
  const std::string name = offsetName(row, axisName(along), row.planeShift);
  planes[name] = {"stencilc::Int64", value};
  return " + " + name;
}

std::string SweepLoads::betweenOffset(const RowLoad &row) {
  const int shift = along == 2 ? row.at[1] : 0;
  if (shift == 0)
    return "";
  const std::string name = offsetName(row, "y", shift);
  columns[name] = {"stencilc::Int64", state.names.view(row.stream.field, row.stream.level) +
                                          ".row * (" + place(row, 1, displaced("y", shift)) +
                                          " - y)"};
  return " + " + name;
}

/// Coordinates of a cell of the row, for the reader.
std::string SweepLoads::cellText(const std::string &x, const RowLoad &row) const {
  return x + (along == 2 ? ", " + displaced("y", row.at[1]) : "") + ", " + row.plane;
}

/// The offsets of rowPointer, as the beginning of an index.
std::string SweepLoads::indexText(const RowLoad &row) {
  const std::string offsets = planeOffset(row) + betweenOffset(row);
  return offsets.empty() ? "" : offsets.substr(3) + " + ";
}

/// The cell of the row straight above or beside the thread's own.
std::string SweepLoads::rowPointer(const RowLoad &row) {
  return pointer(state, row.stream) + planeOffset(row) + betweenOffset(row);
}

/// Whether updates may read cells of the core beyond the end of the row.
bool SweepLoads::isPartial(const RowLoad &row) const {
  const BoundaryKind kind = fieldOf(row).at(0, Side::High).kind;
  return pass.plan.cellsPerThread > 1 && row.readsRight && kind != BoundaryKind::Keep &&
         kind != BoundaryKind::None;
}

void SweepLoads::loadCore(const RowLoad &row, Array &loads) {
  // Cells beyond the end of the row are read by updates only where the reach goes there.
  const bool partial = isPartial(row);
  partialRows |= partial;
  Object item{{"isCore", !partial},
              {"isPartial", false},
              {"isReadOnly", isReadOnly()},
              {"isCell", false},
              {"to", plus(row.array, std::to_string(row.held.left))},
              {"count", pass.cells},
              {"from", rowPointer(row)}};
  if (partial) {
    const std::string &capital = state.names.capitals[row.stream.field.index];
    state.helpers.insert({"load" + capital, "read" + capital}); // one calls the other
    item["isPartial"] = Object{{"loader", "load" + capital},
                               {"usesUniforms", boundaryUsesUniforms(state, row.stream.field)},
                               {"view", state.names.view(row.stream.field, row.stream.level)},
                               {"cell", cellText("x", row)}};
  }
  loads.push_back(std::move(item));
}

/// Margins come cell by cell from their places. Where the face gives its value itself, any cell may
/// be read in their stead, so that pieces stay aligned: x is a multiple of kCells, and a piece of p
/// cells is aligned if p divides both kCells and its distance from x.
void SweepLoads::loadMargin(const RowLoad &row, Side side, Array &loads) {
  const bool isLow = side == Side::Low;
  const int wanted = isLow ? row.fresh.left : row.fresh.right;
  const BoundaryKind kind = fieldOf(row).at(0, side).kind;
  const bool anyCell =
      kind == BoundaryKind::Fixed || kind == BoundaryKind::Keep || kind == BoundaryKind::None;
  const int cells = pass.plan.cellsPerThread, reach = reachOf(row).high[0];
  for (int d = isLow ? -wanted : 0; d < (isLow ? 0 : wanted);) {
    int piece = 1;
    while (anyCell && d + 2 * piece <= (isLow ? 0 : wanted) && d % (2 * piece) == 0 &&
           cells % (2 * piece) == 0)
      piece *= 2;
    const std::string x = isLow ? displaced("x", d) : displaced("x + " + pass.cells, d);
    const std::string index = isLow ? std::to_string(row.held.left + d)
                                    : (row.held.left ? std::to_string(row.held.left) + " + " : "") +
                                          displaced(pass.cells, d);
    const int last = d + piece - 1; // a piece is named by its first and last cell
    std::string name = offsetName(row, "x", isLow ? d : d + 1);
    std::string value = "(" + x + (isLow ? " >= 0 ? " : " < g.nx ? ") + x + " : 0)";
    if (piece > 1)
      name += "_" + shiftText("x", isLow ? last : last + 1);
    else
      value = place(row, 0,
                    isLow || cells == 1
                        ? x
                        : "stencilc::min(" + x + ", " + displaced("g.nx", reach - 1) + ")");
    columns[name] = {"int", value + " - x"};
    const std::string from = rowPointer(row);
    loads.push_back(Object{
        {"isCore", piece > 1},
        {"isReadOnly", isReadOnly()},
        {"isPartial", false},
        {"isCell", piece == 1},
        {"to", piece > 1 ? plus(row.array, index) : row.array + "[" + index + "]"},
        {"count", std::to_string(piece)},
        {"from", piece > 1 ? from + " + " + name
                           : pointer(state, row.stream) + "[" + indexText(row) + name + "]"}});
    d += piece;
  }
}

/// `count` cells from `first` cells left of the core on (or behind it) get the value of a face.
void SweepLoads::fix(const RowLoad &row, int axis, Side side, const std::string &condition,
                     int first, const std::string &count, bool fromCore, Array &fixes) {
  const ir::Boundary &boundary = fieldOf(row).at(axis, side);
  std::string start = std::to_string(row.held.left + first), x = displaced("x", first);
  if (!fromCore) {
    start = (row.held.left ? std::to_string(row.held.left) + " + " : "") + pass.cells +
            (first ? " + " + std::to_string(first) : "");
    x = displaced("x + " + pass.cells, first);
  }
  Object item{{"condition", condition},
              {"count", count},
              {"to", plus(row.array, start)},
              {"element", row.array + "[" + start + "]"},
              {"isOne", count == "1"},
              {"isTail", false},
              {"value", false},
              {"read", false}};
  if (const std::optional<std::string> value = uniformFaceValue(state, boundary.value))
    item["value"] = Object{{"text", *value}};
  else {
    const std::string reader = "read" + state.names.capitals[row.stream.field.index];
    state.helpers.insert(reader);
    item["read"] = Object{{"reader", reader},
                          {"view", state.names.view(row.stream.field, row.stream.level)},
                          {"usesUniforms", boundaryUsesUniforms(state, row.stream.field)},
                          {"at", cellText(x + " + i", row)}};
  }
  fixes.push_back(std::move(item));
}

/// The face of an axis other than x that a whole row may lie beyond.
void SweepLoads::fixFace(const RowLoad &row, int axis, const std::string &coordinate, int shift,
                         Array &fixes) {
  if (shift == 0)
    return;
  const Side side = shift < 0 ? Side::Low : Side::High;
  // What is loaded ahead may lie beyond a face that no update reads beyond.
  if (!reachOf(row).of(axis, side) || fieldOf(row).at(axis, side).kind != BoundaryKind::Fixed)
    return;
  const std::string condition =
      coordinate + (shift < 0 ? " < 0" : std::string(" >= g.n") + axisName(axis));
  if (row.core) {
    const std::string count = (row.fresh.left ? std::to_string(row.fresh.left) + " + " : "") +
                              pass.cells +
                              (row.fresh.right ? " + " + std::to_string(row.fresh.right) : "");
    fix(row, axis, side, condition, -row.fresh.left, count, true, fixes);
    return;
  }
  if (row.fresh.left)
    fix(row, axis, side, condition, -row.fresh.left, std::to_string(row.fresh.left), true, fixes);
  if (row.fresh.right)
    fix(row, axis, side, condition, 0, std::to_string(row.fresh.right), false, fixes);
}

/// Cells of the core beyond the end of a row: x comes first among the axes, so they hold the value
/// of its face even where the whole row has just been given that of another.
void SweepLoads::fixTail(const RowLoad &row, Array &fixes) {
  if (!isPartial(row) || fieldOf(row).at(0, Side::High).kind != BoundaryKind::Fixed)
    return;
  fix(row, 0, Side::High, "x + i >= g.nx", 0, pass.cells, true, fixes);
  (*fixes.back().getAsObject())["isTail"] = true;
}

void SweepLoads::fixMargins(const RowLoad &row, Array &fixes) {
  if (fieldOf(row).at(0, Side::Low).kind == BoundaryKind::Fixed)
    for (int d = -row.fresh.left; d < 0; ++d)
      fix(row, 0, Side::Low, displaced("x", d) + " < 0", d, "1", true, fixes);
  if (fieldOf(row).at(0, Side::High).kind == BoundaryKind::Fixed)
    for (int d = 0; d < row.fresh.right; ++d)
      fix(row, 0, Side::High, displaced("x + " + pass.cells, d) + " >= g.nx", d, "1", false, fixes);
}

void SweepLoads::add(const RowLoad &row, Array &loads, Array &fixes) {
  if (row.core)
    loadCore(row, loads);
  loadMargin(row, Side::Low, loads);
  loadMargin(row, Side::High, loads);
  // The first axis outside decides, so its value is put in place last.
  const std::size_t before = fixes.size();
  fixFace(row, along, row.plane, row.planeShift, fixes);
  if (along == 2)
    fixFace(row, 1, displaced("y", row.at[1]), row.at[1], fixes);
  if (row.core && fixes.size() > before)
    fixTail(row, fixes);
  fixMargins(row, fixes);
}

} // namespace stencilc::emit
