/// \file Turns C arrays and loops into fields and updates. It finds the axis of each dimension, the
/// time level of each array, the cells of each update, and the offsets of reads.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"
#include <array>

namespace stencilc::lift {

/// Bound of a box of cells along one axis. It is `distance` cells from the low face, or from the
/// high face if `isFromHigh`.
struct Edge {
  bool isFromHigh = false;
  std::int64_t distance = 0;
  bool operator==(const Edge &) const = default;
};

/// A box of cells. Each axis, x first, has a low bound and a high bound, which is exclusive.
using Box = std::vector<std::pair<Edge, Edge>>;

/// A field of a .stencil program that is made from C loops.
struct Field {
  std::string name;
  Type type = Type::F64;
  int levels = 1;
  bool isConstant = true;
  std::vector<int> updates; // indices into `Step::writes`, in program order
};

/// The field and the time level that a C array stores.
struct Level {
  int field = -1;
  int age = 1; // before the step: 1 is `u`, 2 is `u[t-1]`
};

/// A read of a field at an offset, in the terms of the stencil language.
struct FieldRead {
  int field = -1;
  int age = 1;                      // 0: computed in the current time step
  int version = 0;                  // if `age` is 0: after which update of the field, from 0
  std::vector<std::int64_t> offset; // in cells, x first
};

/// The fields of a time step read from C loops, and how its C arrays, assignments and reductions
/// use these fields.
struct Fields {
  int rank = 0;
  std::vector<Field> fields;
  std::vector<Level> levels;       // of each array
  std::vector<bool> isTable;       // of each array: its elements become scalar parameters
  std::vector<Polynomial> extents; // x first
  std::vector<RimFaces> faces;     // of each field; the word is empty if no read crosses the face
  /// Grid axes of each profile, an array with fewer indices than the grid has axes. The key is the
  /// array's number. The entry has, for each index of the array, its grid axis (0 is the
  /// outermost). Example: {1} for `b[j]` in an update of `a[i][j]`.
  std::map<int, std::vector<int>> profiles;
  std::vector<Box> boxes;          // cells of each write
  std::vector<Box> reductionBoxes; // cells of each reduction
  std::map<int, std::pair<int, int>>
      /// Copies from a second buffer (`A = B`) that were merged into one update. The key is the
      /// array that gets the new values; the entry has the loop nest and the program order of the
      /// copy.
      copiedAt;
};

/// Assumptions about the C program that the user makes by options of the lifter.
struct LiftOptions {
  bool isNoAlias = false;
  std::vector<std::string> leftOut; // functions whose calls the user leaves out
};

/// Finds the fields and time levels of `step`, a time step read from C loops, and the box of cells
/// of each assignment. Changes every array of `step` to one index for each axis, outermost first.
/// Reports a diagnostic and returns `nullopt` if the step is no stencil.
std::optional<Fields> findFields(Step &step, const LiftOptions &options, Diagnostics &diags);

/// Point of a C program at which a value is computed: the indices of the written cell, the loops
/// around it, the number of the loop nest, and the position in program order.
struct Spot {
  std::vector<Polynomial> cell;
  const std::vector<Loop> *loops = nullptr;
  int nest = 0, order = 0;
};

/// Returns field, time level and offset of `node`, an array access in a value that is computed at
/// `spot`. Reports a diagnostic and returns `nullopt` if the offset is not constant, or if the
/// value depends on the order in which cells are computed.
std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags);

/// Returns the symbol in `index` for a neighbouring cell whose index wraps around or stops at a
/// face of the grid, such as `(i + 1) % n`. Returns null if there is no such symbol.
const Symbol *neighbourIn(const Step &step, const Polynomial &index);

/// Returns the indices of the cell from which read offsets in a reduction over the grid are
/// counted. It is the cell of the last assignment in the same loop nest. Without an assignment, it
/// is the cell that the reduction reads first.
std::vector<Polynomial> cellOf(const Step &step, const Fields &fields, const Reduction &reduction);

/// Calls `use` once for every node of the expression tree `value`, and for the nodes of the local
/// variables that the tree uses.
void forAllNodes(const Step &step, const Value &value,
                 const std::function<void(const Node &)> &use);

} // namespace stencilc::lift
