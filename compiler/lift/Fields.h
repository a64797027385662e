/// \file From arrays and loops to fields and updates: which dimension is which axis, which memory
/// is which time level, which cells an update is for, and at what distance it reads.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"
#include <array>

namespace stencilc::lift {

/// A bound of a box along an axis: `distance` cells from the low face or from the high one.
struct Edge {
  bool isFromHigh = false;
  std::int64_t distance = 0;
  bool operator==(const Edge &) const = default;
};

/// Low and high bound along each axis, x first; the high bound is not part of the box.
using Box = std::vector<std::pair<Edge, Edge>>;

struct Field {
  std::string name;
  Type type = Type::F64;
  int levels = 1;
  bool isConstant = true;
  std::vector<int> updates; // writes of the step, in order
};

/// Where an array is found: a level of a field, counted back from the one that a step computes.
struct Level {
  int field = -1;
  int age = 1; // of the content before the step: 1 is u, 2 is u[t-1]
};

/// One read as the language sees it.
struct FieldRead {
  int field = -1;
  int age = 1;     // 0: a value of this step
  int version = 0; // with age 0: that of the field's update number `version`, counted from 0
  std::vector<std::int64_t> offset; // x first
};

struct Fields {
  int rank = 0;
  std::vector<Field> fields;
  std::vector<Level> levels;       // of each array
  std::vector<bool> isTable;       // of each array: scalars with numbers for names
  std::vector<Polynomial> extents; // x first
  std::vector<RimFaces> faces;     // of each field; without a word where no read leaves the grid
  std::map<int, std::vector<int>> profiles; // arrays with fewer indices than axes: the grid's
                                            // index, outermost first, of each
  std::vector<Box> boxes;                   // of each write
  std::vector<Box> reductionBoxes;          // of each reduction
  std::map<int, std::pair<int, int>>
      copiedAt; // array: nest and order of the copy that ends its step
};

struct LiftOptions {
  bool isNoAlias = false;
  std::vector<std::string> leftOut; // functions whose calls the user leaves out
};

/// Finds fields, levels and boxes, and brings all indices into one index for each axis (outermost
/// first). Nothing if the step is no stencil, which has been reported.
std::optional<Fields> findFields(Step &step, const LiftOptions &options, Diagnostics &diags);

/// Where a value is computed: for which cell, in which loops and after how many writes.
struct Spot {
  std::vector<Polynomial> cell;
  const std::vector<Loop> *loops = nullptr;
  int nest = 0, order = 0;
};

/// What `node`, a read below a value at `spot`, is in the language. Nothing, which has been
/// reported, if it is at no fixed distance or its value depends on the order of the cells.
std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags);

/// The neighbour that goes round or stays at a face, if the index is one.
const Symbol *neighbourIn(const Step &step, const Polynomial &index);

/// The cell that a reduction takes in its loops: that of its nest's last write, or of its first
/// read.
std::vector<Polynomial> cellOf(const Step &step, const Fields &fields, const Reduction &reduction);

/// Calls `use` once with every node below `value`, through local variables too.
void forAllNodes(const Step &step, const Value &value,
                 const std::function<void(const Node &)> &use);

} // namespace stencilc::lift
