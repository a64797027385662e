/// \file One pass of a program as emission sees it: what it reads from memory, what it keeps, and
/// its stages as text.
#pragma once

#include "emit/Context.h"
#include "emit/ExprPrinter.h"
#include "emit/Numbers.h"
#include <functional>
#include <map>
#include <optional>

namespace stencilc::emit {

/// A pass with everything that is decided about it before text is made.
struct PassInfo {
  PassInfo(const ContextState &state, std::size_t index);

  std::size_t index;
  const std::vector<ir::StageId> &stages;
  const plan::PassPlan &plan;
  /// What is read from memory; values forwarded from an earlier stage of the pass are not. Holds
  /// the centre of fields that keep cells.
  std::map<analysis::Stream, analysis::StreamFootprint> streams;
  Reach reach;                    // over `streams`
  Reach margin;                   // reach and rims: closer to a face, a cell is an edge cell
  std::optional<Reach> commonRim; // if all stages keep the same cells, and any at all
  /// Whether an updated cell reads beyond the grid.
  bool leavesGrid;
  std::string suffix;        // of function names: "T", "HxHy"
  std::string title;         // for comments: "hx and hy"
  std::string cells, planes; // names of constants: kCells; kPlanes, in two dimensions kRows

  /// Cells that one or all stages keep: the variable that says so, and the part of it that is known
  /// before a sweep.
  struct KeptCells {
    std::string name, rimName;
    Reach rim;
  };
  std::vector<KeptCells> keptCells(const ContextState &state) const;

  bool isForwarded(const ir::Read &read) const;
  /// The variable that holds the new value of a stage: `next`, or `hx_new` where there are several.
  std::string newName(const ContextState &state, ir::StageId stage) const;
  /// A row of cells (displacements along the other axes are those of `offset`): `T_ym1zp1`, `T_c`.
  static std::string rowName(const ContextState &state, const analysis::Stream &stream,
                             Offset offset);
};

/// How the cell being updated is spelt in one kind of loop.
struct CellText {
  std::function<std::string(const ir::Read &)> read; // of memory or rows held
  std::string x = "x";                               // the first coordinate
  std::string forwardedIndex;                        // appended to the name of a forwarded value
  bool choosesKept = false; // kept cells are chosen in the expression, not left out before
  const NumberNames *numbers = nullptr; // constants that are members of `numbers`
};

/// The stages as items for the templates, in order.
llvm::json::Array stagesContext(ContextState &state, const PassInfo &pass, const CellText &cell);
/// Conditions that `choosesKept` refers to, spelt with the same `x`.
llvm::json::Array keptContext(const ContextState &state, const PassInfo &pass,
                              const std::string &x);

/// What the sweep keeps in registers and when it moves: see Sweep.cu.mustache.
llvm::json::Object sweepContext(ContextState &state, const PassInfo &pass);
/// Rings of planes in shared memory and windows of them: see partials/SweepStaged.mustache.
llvm::json::Object stagingContext(ContextState &state, const PassInfo &pass);
/// Tiles with halo in shared memory: see Tile2d.cu.mustache and Tile3d.cu.mustache.
llvm::json::Object tileContext(ContextState &state, const PassInfo &pass);
/// Row pointers and stages of the CPU's inner loop: see Loops.cpp.mustache.
llvm::json::Object rowsContext(ContextState &state, const PassInfo &pass);

} // namespace stencilc::emit
