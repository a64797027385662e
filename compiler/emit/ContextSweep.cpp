/// \file The context of the plane sweep: rows of cells in registers, how they move on by one plane,
/// and what is loaded new.
///
/// A row is named by its displacement along the swept axis (`along`) and along the axis between.
/// When the sweep advances, the row at `along` takes over what the row at `along + 1` held; rows
/// without such a partner are loaded in each plane. With prefetch, the newest row of the column
/// through the cell itself comes from a row that was loaded one plane ahead.
#include "emit/Pass.h"
#include "emit/Spelling.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

namespace {

/// Cells x - left .. x + kCells - 1 + right of one row.
struct Row {
  int left = 0, right = 0;
};

class SweepBuilder {
public:
  SweepBuilder(ContextState &state, const PassInfo &pass)
      : state(state), pass(pass), along(state.rank() - 1) {}
  Object build();

private:
  using Rows = std::map<Offset, Row, StreamOrder>;

  void addStream(const analysis::Stream &stream, const analysis::StreamFootprint &footprint);
  Rows rowsOf(const analysis::StreamFootprint &footprint) const;
  /// The row that holds, one plane earlier, what `at` needs now.
  static Offset partnerOf(Offset at, int along) {
    ++at[along];
    return at;
  }
  /// The margins of `row` that `partner` held one plane earlier.
  static Row movedMargins(const Row &row, const Row &partner) {
    return {partner.left >= row.left ? row.left : 0, partner.right >= row.right ? row.right : 0};
  }
  static std::string sizeText(const Row &row, const std::string &cells) {
    return (row.left ? std::to_string(row.left) + " + " : "") + cells +
           (row.right ? " + " + std::to_string(row.right) : "");
  }
  Object load(const analysis::Stream &stream, const std::string &count, const std::string &to,
              const std::string &x, Offset at, const std::string &plane) const;
  void loadCore(Array &list, const analysis::Stream &stream, Offset at, const Row &row,
                const std::string &plane) const;
  void loadMargins(Array &list, const analysis::Stream &stream, Offset at, const Row &row,
                   Row wanted, const std::string &plane) const;

  ContextState &state;
  const PassInfo &pass;
  const int along;
  std::map<analysis::Stream, Rows> held;
  Array arrays, prologue, copies, ahead, loads;
};

/// "T_c + 1", or the name alone.
std::string plus(const std::string &name, int cells) {
  return cells ? name + " + " + std::to_string(cells) : name;
}

SweepBuilder::Rows SweepBuilder::rowsOf(const analysis::StreamFootprint &footprint) const {
  Rows rows;
  for (const Offset &offset : footprint.offsets) {
    Offset key = offset;
    key[0] = 0;
    Row &row = rows[key];
    row.left = std::max(row.left, -offset[0]);
    row.right = std::max(row.right, offset[0]);
  }
  // Planes nobody reads between two that are read are held too, so that every cell is loaded once.
  std::map<int, std::pair<int, int>> planes; // displacement between: first and last plane
  for (const auto &[at, row] : rows) {
    const int between = along == 2 ? at[1] : 0;
    auto [entry, isNew] = planes.try_emplace(between, at[along], at[along]);
    entry->second.second = at[along]; // rows come plane by plane
  }
  for (const auto &[between, range] : planes)
    for (int plane = range.first; plane <= range.second; ++plane) {
      Offset at;
      at[1] = between;
      at[along] = plane;
      rows[at];
    }
  return rows;
}

Object SweepBuilder::load(const analysis::Stream &stream, const std::string &count,
                          const std::string &to, const std::string &x, Offset at,
                          const std::string &plane) const {
  std::string cell = x;
  for (int axis = 1; axis < along; ++axis)
    cell += ", " + displaced(axisName(axis), at[axis]);
  return Object{{"loader", "load" + state.names.capitals[stream.field.index]},
                {"usesUniforms", boundaryUsesUniforms(state, stream.field)},
                {"count", count},
                {"to", to},
                {"view", state.names.view(stream.field, stream.level)},
                {"at", cell + ", " + plane}};
}

void SweepBuilder::loadCore(Array &list, const analysis::Stream &stream, Offset at, const Row &row,
                            const std::string &plane) const {
  list.push_back(load(stream, pass.cells, plus(PassInfo::rowName(state, stream, at), row.left), "x",
                      at, plane));
}

/// The `wanted` margins of a row, in pieces that are aligned as whole accesses: x is a multiple of
/// kCells, so a piece of p cells is aligned if p divides both kCells and its distance from x.
void SweepBuilder::loadMargins(Array &list, const analysis::Stream &stream, Offset at,
                               const Row &row, Row wanted, const std::string &plane) const {
  const std::string name = PassInfo::rowName(state, stream, at);
  const int cells = pass.plan.cellsPerThread;
  const auto pieces = [&](int begin, int end, auto emitPiece) {
    for (int d = begin; d < end;) {
      int piece = 1;
      while (d + 2 * piece <= end && d % (2 * piece) == 0 && cells % (2 * piece) == 0)
        piece *= 2;
      emitPiece(d, std::to_string(piece));
      d += piece;
    }
  };
  pieces(-wanted.left, 0, [&](int d, const std::string &count) {
    list.push_back(load(stream, count, plus(name, row.left + d), displaced("x", d), at, plane));
  });
  pieces(0, wanted.right, [&](int d, const std::string &count) {
    const std::string to = plus(plus(name, row.left) + " + " + pass.cells, d);
    list.push_back(load(stream, count, to, displaced("x + " + pass.cells, d), at, plane));
  });
}

void SweepBuilder::addStream(const analysis::Stream &stream,
                             const analysis::StreamFootprint &footprint) {
  const Rows &rows = held[stream] = rowsOf(footprint);
  const std::string plane = axisName(along), begin = plane + "Begin";
  // The newest row of the column through the cell.
  std::optional<Offset> newest;
  if (pass.plan.prefetch > 0)
    for (const auto &[at, row] : rows)
      if (along == 1 || at[1] == 0)
        newest = at;
  const std::string aheadName = state.names.view(stream.field, stream.level) + "_ahead";

  std::string list;
  for (const auto &[at, row] : rows) {
    const std::string name = PassInfo::rowName(state, stream, at);
    const std::string here = displaced(plane, at[along]);
    list += (list.empty() ? "" : ", ") + name + "[" + sizeText(row, pass.cells) + "]";

    // What the first move needs: this row, one plane before its first use here.
    Offset older = at;
    --older[along];
    if (const auto user = rows.find(older); user != rows.end()) {
      const std::string before = displaced(begin, at[along] - 1);
      loadCore(prologue, stream, at, row, before);
      loadMargins(prologue, stream, at, row, movedMargins(user->second, row), before);
    }
    Row fresh = row; // margins to load
    if (const auto partner = rows.find(partnerOf(at, along)); partner != rows.end()) {
      const Row moved = movedMargins(row, partner->second);
      fresh = {row.left - moved.left, row.right - moved.right};
      copies.push_back(Object{{"count", sizeText(moved, pass.cells)},
                              {"to", plus(name, fresh.left)},
                              {"from", plus(PassInfo::rowName(state, stream, partner->first),
                                            partner->second.left - moved.left)}});
    } else if (newest == at) {
      copies.push_back(
          Object{{"count", pass.cells}, {"to", plus(name, row.left)}, {"from", aheadName}});
      prologue.push_back(load(stream, pass.cells, aheadName, "x", at, displaced(begin, at[along])));
      ahead.push_back(
          load(stream, pass.cells, aheadName, "x", at, displaced(plane, at[along] + 1)));
    } else {
      loadCore(loads, stream, at, row, here);
    }
    loadMargins(loads, stream, at, row, fresh, here);
  }
  if (newest)
    list += ", " + aheadName + "[" + pass.cells + "]";
  arrays.push_back(
      Object{{"type", typeName(state.program().fields[stream.field].storage)}, {"list", list}});
}

Object SweepBuilder::build() {
  for (const auto &[stream, footprint] : pass.streams)
    addStream(stream, footprint);
  CellText cell;
  cell.x = "x + i";
  cell.forwardedIndex = "[i]";
  cell.choosesKept = true;
  cell.read = [&](const ir::Read &read) {
    Offset at = read.offset;
    at[0] = 0;
    const analysis::Stream stream{read.field, read.level};
    const int left = held.at(stream).at(at).left;
    return PassInfo::rowName(state, stream, at) + "[" +
           displaced(left ? std::to_string(left) + " + i" : "i", read.offset[0]) + "]";
  };
  const std::string plane = axisName(along);
  bool hasMargins = false;
  for (const auto &[stream, rows] : held)
    for (const auto &[at, row] : rows)
      hasMargins |= row.left || row.right;
  return Object{
      {"axis", plane},
      {"between", along == 2},
      {"rowExample", std::string("_") + plane + "m1 is plane " + plane + "-1" +
                         (along == 2 ? ", _ym1 is row y-1" : "")},
      {"hasMargins", hasMargins},
      {"arrays", std::move(arrays)},
      {"prologue", std::move(prologue)},
      {"hasCopies", !copies.empty()},
      {"copies", std::move(copies)},
      {"prefetch", !ahead.empty()},
      {"ahead", std::move(ahead)},
      {"loads", std::move(loads)},
      {"kept", keptContext(state, pass, cell.x)},
      {"stages", stagesContext(state, pass, cell)},
  };
}

} // namespace

Object sweepContext(ContextState &state, const PassInfo &pass) {
  return SweepBuilder(state, pass).build();
}

} // namespace stencilc::emit
