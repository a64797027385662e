/// \file How a sweep brings rows of cells from memory into registers.
///
/// Loads come first and unconditionally: where a cell lies beyond a face, the address is that of
/// the cell its boundary stands for, found once before the loop (`places`), or of any cell of the
/// grid where the boundary gives the value itself. These values are put in place afterwards
/// (`fixes`), so that no load waits for a test.
#pragma once

#include "emit/Pass.h"
#include <map>

namespace stencilc::emit {

/// Cells x - left .. x + kCells - 1 + right of one row.
struct SweepRow {
  int left = 0, right = 0;
};

/// One row of cells to load: the cells of the thread itself (`core`) and margins next to them.
struct RowLoad {
  analysis::Stream stream;
  Offset at;           // displacement of the row along the axis between; its plane is `plane`
  std::string plane;   // coordinate along the swept axis: "z + 1", "zBegin - 1"
  std::string base;    // that of the stream's pointer: "z", "zBegin"
  int planeShift = 0;  // its displacement, which tells the faces it may lie beyond
  bool isNamed = true; // the offset to its plane gets a name, shared by all rows of the plane
  std::string array;   // where the row is held
  SweepRow held;       // margins of that array
  bool core = true;
  bool readsRight =
      false;      // cells right of an updated one are read, here or once the row has moved on
  SweepRow fresh; // margins to load, those next to the core
};

class SweepLoads {
public:
  SweepLoads(ContextState &state, const PassInfo &pass, int along)
      : state(state), pass(pass), along(along) {}

  /// Appends what brings the row: loads, and what to do about cells beyond a face.
  void add(const RowLoad &row, llvm::json::Array &loads, llvm::json::Array &fixes);

  /// Offsets: constants before the loop, and at the head of each of its iterations.
  llvm::json::Array columnOffsets() const { return listOf(columns); }
  llvm::json::Array planeOffsets() const { return listOf(planes); }
  /// The name of a stream's pointer.
  static std::string pointer(const ContextState &state, const analysis::Stream &stream) {
    return state.names.view(stream.field, stream.level) + "_here";
  }
  /// Whether rows whose last cells lie beyond the grid need care: the kernel then has two versions.
  bool hasPartialRows() const { return partialRows; }

private:
  struct Value {
    std::string type, text;
  };
  using Offsets = std::map<std::string, Value>; // by name

  static llvm::json::Array listOf(const Offsets &offsets);
  const ir::FieldDecl &fieldOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  std::string place(const RowLoad &row, int axis, const std::string &coordinate) const;
  std::string offsetName(const RowLoad &row, const char *axis, int shift) const;
  std::string planeOffset(const RowLoad &row);
  std::string betweenOffset(const RowLoad &row);
  std::string cellText(const std::string &x, const RowLoad &row) const;
  std::string indexText(const RowLoad &row);
  std::string rowPointer(const RowLoad &row);
  bool isPartial(const RowLoad &row) const;
  bool isReadOnly() const { return pass.plan.staging == plan::Staging::ReadOnly; }
  void loadCore(const RowLoad &row, llvm::json::Array &loads);
  void loadMargin(const RowLoad &row, Side side, llvm::json::Array &loads);
  void fix(const RowLoad &row, int axis, Side side, const std::string &condition, int first,
           const std::string &count, bool fromCore, llvm::json::Array &fixes);
  void fixFace(const RowLoad &row, int axis, const std::string &coordinate, int shift,
               llvm::json::Array &fixes);
  void fixTail(const RowLoad &row, llvm::json::Array &fixes);
  void fixMargins(const RowLoad &row, llvm::json::Array &fixes);

  ContextState &state;
  const PassInfo &pass;
  const int along;
  bool partialRows = false;
  Offsets columns, planes;
};

} // namespace stencilc::emit
