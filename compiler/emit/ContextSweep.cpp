/// \file The context of the plane sweep: rows of cells in registers, how they move on by one plane,
/// and what is loaded new.
///
/// A row is named by its displacement along the swept axis (`along`) and along the axis between.
/// When the sweep advances, the row at `along` takes over what the row at `along + 1` held; rows
/// without such a partner are loaded in each plane. With prefetch, the newest row of the column
/// through the cell itself comes from a row that was loaded one plane ahead.
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "emit/SweepLoads.h"
#include <algorithm>

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

namespace {

using Row = SweepRow;

class SweepBuilder {
public:
  SweepBuilder(ContextState &state, const PassInfo &pass)
      : state(state), pass(pass), along(state.rank() - 1), memory(state, pass, along) {}
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
  RowLoad rowLoad(const analysis::Stream &stream, Offset at, const Row &row) const;

  ContextState &state;
  const PassInfo &pass;
  const int along;
  std::map<analysis::Stream, Rows> held;
  SweepLoads memory;
  Array arrays, prologue, prologueFixes, copies, ahead, aheadFixes, loads, fixes;
};

/// "_zm1 is plane z-1".
std::string exampleText(int axis, int by) {
  const std::string name = axisName(axis), distance = std::to_string(std::abs(by));
  return "_" + name + (by < 0 ? "m" : "p") + distance + " is " + (axis == 2 ? "plane " : "row ") +
         name + (by < 0 ? "-" : "+") + distance;
}

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
  if (!pass.plan.keepsColumn)
    return rows;
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

/// All of a row in the plane being updated.
RowLoad SweepBuilder::rowLoad(const analysis::Stream &stream, Offset at, const Row &row) const {
  RowLoad load;
  load.stream = stream;
  load.at = at;
  load.planeShift = at[along];
  load.base = axisName(along);
  load.plane = displaced(load.base, at[along]);
  load.array = PassInfo::rowName(state, stream, at);
  load.held = load.fresh = row;
  for (const auto &[other, margins] : held.at(stream))
    load.readsRight |=
        margins.right > 0 && other[along] <= at[along] && (along == 1 || other[1] == at[1]);
  return load;
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
    if (const auto user = rows.find(older); pass.plan.keepsColumn && user != rows.end()) {
      RowLoad before = rowLoad(stream, at, row);
      before.isNamed = false;
      before.base = begin;
      before.planeShift = at[along] - 1;
      before.plane = displaced(begin, before.planeShift);
      before.fresh = movedMargins(user->second, row);
      memory.add(before, prologue, prologueFixes);
    }
    RowLoad now = rowLoad(stream, at, row);
    if (const auto partner = rows.find(partnerOf(at, along));
        pass.plan.keepsColumn && partner != rows.end()) {
      const Row moved = movedMargins(row, partner->second);
      now.core = false;
      now.fresh = {row.left - moved.left, row.right - moved.right};
      copies.push_back(Object{{"count", sizeText(moved, pass.cells)},
                              {"to", plus(name, now.fresh.left)},
                              {"from", plus(PassInfo::rowName(state, stream, partner->first),
                                            partner->second.left - moved.left)}});
    } else if (newest == at) {
      now.core = false;
      copies.push_back(
          Object{{"count", pass.cells}, {"to", plus(name, row.left)}, {"from", aheadName}});
      RowLoad early = rowLoad(stream, at, row);
      early.array = aheadName;
      early.held = early.fresh = {};
      early.isNamed = false;
      early.base = begin;
      early.plane = displaced(begin, at[along]);
      memory.add(early, prologue, prologueFixes);
      early.planeShift = at[along] + 1;
      early.base = plane;
      early.plane = displaced(plane, early.planeShift);
      memory.add(early, ahead, aheadFixes);
    }
    memory.add(now, loads, fixes);
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
  cell.numbers = &state.numbers;
  cell.read = [&](const ir::Read &read) {
    Offset at = read.offset;
    at[0] = 0;
    const analysis::Stream stream{read.field, read.level};
    const int left = held.at(stream).at(at).left;
    return PassInfo::rowName(state, stream, at) + "[" +
           displaced(left ? std::to_string(left) + " + i" : "i", read.offset[0]) + "]";
  };
  const std::string plane = axisName(along);
  // Whether a cell is kept is known along x and between before the loop, along the sweep inside it.
  Array rims, kept;
  for (const PassInfo::KeptCells &cells : pass.keptCells(state)) {
    const std::string acrossText = outsideCondition(state.rank(), cells.rim.across(along), cell.x);
    std::string condition = outsideCondition(state.rank(), cells.rim.along(along));
    if (!acrossText.empty()) {
      rims.push_back(Object{{"name", cells.rimName}, {"condition", acrossText}});
      condition = cells.rimName + "[i]" + (condition.empty() ? "" : " || " + condition);
    }
    kept.push_back(Object{{"name", cells.name}, {"condition", condition}});
  }
  Array pointers;
  for (const auto &[stream, rows] : held)
    pointers.push_back(Object{{"type", typeName(state.program().fields[stream.field].storage)},
                              {"name", SweepLoads::pointer(state, stream)},
                              {"view", state.names.view(stream.field, stream.level)}});
  bool hasMargins = false;
  std::map<int, std::string> examples; // the first name displaced along each axis alone, explained
  for (const auto &[stream, rows] : held)
    for (const auto &[at, row] : rows) {
      hasMargins |= row.left || row.right;
      for (int axis = 1; axis <= along; ++axis)
        if (std::abs(at[axis]) == at.distance() && at[axis])
          examples.try_emplace(axis, exampleText(axis, at[axis]));
    }
  std::string example;
  for (const auto &[axis, text] : examples)
    example = text + (example.empty() ? "" : ", " + example);
  return Object{
      {"axis", plane},
      {"resident", std::max(1, pass.plan.residentBlocks)},
      {"begin", along == 2 ? "x, y, zBegin" : "x, yBegin"},
      {"stride", along == 2 ? "plane" : "row"},
      {"between", along == 2},
      {"unit", along == 2 ? "plane" : "row"},
      {"example",
       example.empty() ? llvm::json::Value(false) : llvm::json::Value(Object{{"text", example}})},
      {"hasMargins", hasMargins},
      {"arrays", std::move(arrays)},
      {"pointers", std::move(pointers)},
      {"offsets", memory.columnOffsets()},
      {"hasOffsets", !memory.columnOffsets().empty()},
      {"rims", std::move(rims)},
      {"prologue", std::move(prologue)},
      {"prologueFixes", std::move(prologueFixes)},
      {"planeOffsets", memory.planeOffsets()},
      {"hasCopies", !copies.empty()},
      {"copies", std::move(copies)},
      {"prefetch", !ahead.empty()},
      {"ahead", std::move(ahead)},
      {"aheadFixes", std::move(aheadFixes)},
      {"loads", std::move(loads)},
      {"hasFixes", !fixes.empty()},
      {"fixes", std::move(fixes)},
      {"partial", memory.hasPartialRows()},
      {"kept", std::move(kept)},
      {"stages", stagesContext(state, pass, cell)},
  };
}

} // namespace

Object sweepContext(ContextState &state, const PassInfo &pass) {
  return SweepBuilder(state, pass).build();
}

} // namespace stencilc::emit
