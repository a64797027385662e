/// \file Turns C arrays and loops into fields and updates. It finds the axis of each dimension, the
/// time level of each array, the cells of each update, and the offsets of reads.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"
#include <array>

namespace stencilc::lift {

/// A bound of a box along one axis, in cells from the low face, or down from the high face if
/// `isFromHigh`.
struct Edge {
  bool isFromHigh = false;
  std::int64_t distance = 0;
  bool operator==(const Edge &) const = default;
};

/// A box of cells: low and high bound along each axis, x first. The high bound is exclusive.
using Box = std::vector<std::pair<Edge, Edge>>;

struct Field {
  std::string name;
  Type type = Type::F64;
  int levels = 1;
  bool isConstant = true;
  std::vector<int> updates; // indices into `Step::writes`, in program order
};

/// The field and time level that a C array holds.
struct Level {
  int field = -1;
  int age = 1; // before the step: 1 is `u`, 2 is `u[t-1]`
};

/// A read of a field at an offset, as the stencil language expresses it.
struct FieldRead {
  int field = -1;
  int age = 1;                      // 0: computed in the current time step
  int version = 0;                  // if `age` is 0: after which update of the field, from 0
  std::vector<std::int64_t> offset; // in cells, x first
};

struct Fields {
  int rank = 0;
  std::vector<Field> fields;
  std::vector<Level> levels;       // of each array
  std::vector<bool> isTable;       // of each array: its elements become scalar parameters
  std::vector<Polynomial> extents; // x first
  std::vector<RimFaces> faces;     // of each field; the word is empty if no read crosses the face
  /// Profiles, which have fewer dimensions: for each of their indices the.
  std::map<int, std::vector<int>> profiles;
  // index of the grid, outermost first
  std::vector<Box> boxes;          // cells of each write
  std::vector<Box> reductionBoxes; // cells of each reduction
  std::map<int, std::pair<int, int>>
      copiedAt; // arrays that get new values by a copy from another one: nest and order of the copy
};

struct LiftOptions {
  bool isNoAlias = false;
  std::vector<std::string> leftOut; // functions whose calls the user leaves out
};

/// Finds the fields, time levels and boxes of a step, and gives every array one index for each
/// axis, outermost first. Reports a diagnostic and returns `nullopt` if the step is no stencil.
std::optional<Fields> findFields(Step &step, const LiftOptions &options, Diagnostics &diags);

/// The context in which a value is computed: its cell, the loops around it, and the number of its
/// nest and of its write in program order.
struct Spot {
  std::vector<Polynomial> cell;
  const std::vector<Loop> *loops = nullptr;
  int nest = 0, order = 0;
};

/// Returns field, time level and offset of the read `node` in a value that is computed at `spot`.
/// Reports a diagnostic and returns `nullopt` if its offset is not constant or the value depends on
/// the order of the cells.
std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags);

/// Returns the symbol of a neighbour that wraps around or stops at a face of the grid, if `index`
/// contains one; else null.
const Symbol *neighbourIn(const Step &step, const Polynomial &index);

/// Returns the indices of the cell that one iteration of a reduction uses: those of the last write
/// in the same nest, or else of the first read in its value.
std::vector<Polynomial> cellOf(const Step &step, const Fields &fields, const Reduction &reduction);

/// Calls `use` once for every node of `value`, including those of local variables that it uses.
void forAllNodes(const Step &step, const Value &value,
                 const std::function<void(const Node &)> &use);

} // namespace stencilc::lift
