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
  Offset at;              // displacement of the row along the axis between; its plane is `plane`
  std::string plane;      // coordinate along the swept axis: "z + 1", "zBegin - 1"
  int planeShift = 0;     // its displacement, which tells the faces it may lie beyond
  bool insideLoop = true; // its place gets a name, shared by all rows of the plane
  std::string array;      // where the row is held
  SweepRow held;          // margins of that array
  bool core = true;
  SweepRow fresh; // margins to load, those next to the core
};

class SweepLoads {
public:
  SweepLoads(ContextState &state, const PassInfo &pass, int along)
      : state(state), pass(pass), along(along) {}

  /// Appends what brings the row: loads, and what to do about cells beyond a face.
  void add(const RowLoad &row, llvm::json::Array &loads, llvm::json::Array &fixes);

  /// Constants before the loop, and at the head of each of its iterations.
  llvm::json::Array places() const { return listOf(columnPlaces); }
  llvm::json::Array planePlaces() const { return listOf(loopPlaces); }
  /// Whether rows whose last cells lie beyond the grid need care: the kernel then has two versions.
  bool hasPartialRows() const { return partialRows; }

private:
  using Places = std::map<std::string, std::string>; // name to value

  static llvm::json::Array listOf(const Places &places);
  const ir::FieldDecl &fieldOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  std::string place(const RowLoad &row, int axis, const std::string &coordinate) const;
  std::string planeAt(const RowLoad &row);
  std::string betweenAt(const RowLoad &row);
  std::string cellText(const std::string &x, const std::string &between,
                       const std::string &plane) const;
  void loadCore(const RowLoad &row, llvm::json::Array &loads);
  void loadMargin(const RowLoad &row, Side side, llvm::json::Array &loads);
  void fix(const RowLoad &row, int axis, Side side, const std::string &condition, int first,
           const std::string &count, bool fromCore, llvm::json::Array &fixes);
  void fixFace(const RowLoad &row, int axis, const std::string &coordinate, int shift,
               llvm::json::Array &fixes);
  void fixMargins(const RowLoad &row, llvm::json::Array &fixes);

  ContextState &state;
  const PassInfo &pass;
  const int along;
  bool partialRows = false;
  Places columnPlaces, loopPlaces;
};

} // namespace stencilc::emit
