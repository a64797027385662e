/// \file Loads of rows of cells from memory into registers, for sweeps.
///
/// Loads come first and are unconditional. For a cell beyond a face, the cell of the grid with the
/// same value is loaded. Its address is computed once before the loop (Places.h). If a boundary
/// condition gives the value, any cell of the grid is loaded, and its value is replaced afterwards.
/// So no load waits for a test.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/sweep/Places.h"
#include "schedules/sweep/Rows.h"
#include <functional>
#include <map>

namespace stencilc::schedules {

/// A row of cells that a thread of a sweep loads. Its plane is counted from the plane being updated
/// or, before the loop over planes, from the first plane.
struct RowLoad {
  analysis::FieldLevel fieldLevel;
  Offset at;               // displacement of the row along the middle axis
  int shift = 0;           // displacement of its plane
  bool beforeLoop = false; // its plane is relative to the first plane
  bool isNamed = true;     // the offset of its plane is a variable, shared by all rows of the plane
  kernel::Term array;      // array that holds the row
  SweepRow held = {};      // margins of that array
  bool core = true;        // the thread's own cells are loaded, too
  /// True if updates read cells right of the thread's own cells, in this row or in a row of an
  /// earlier plane. Rows of earlier planes count, because they take over the cells of this row when
  /// the sweep advances.
  bool readsRight = false;
  SweepRow fresh = {}; // margins to load, those next to the core
};

/// Address of the thread's first cell in a buffer, in the plane being updated. It is a pointer to
/// that cell, or a pointer to the first cell of the buffer and an index.
struct Here {
  kernel::Term first; // pointer to that cell, or to the first cell of the buffer
  // Cells from there, an index that buffers of one type share.
  std::optional<kernel::Term> index = {};

  kernel::Term pointer() const { return index ? first + *index : first; }
};

/// State that is shared while the code of a sweep kernel is emitted, such as the builder, the
/// coordinates and the sizes.
struct SweepState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const kernel::Readers &readers;
  const Places &places;
  const int along;
  const kernel::Term cells; // of a row, for each thread
  std::optional<kernel::Term> x = {}, y = {}, begin = {}, plane = {}, whole = {};
  std::map<analysis::FieldLevel, Here> here = {}; // addresses of the thread's own cells
};

/// List of functions that emit statements. They are called later, in the order in which they were
/// added.
using Later = std::vector<std::function<void()>>;

/// Emitter of the loads of rows from memory into registers.
class Loads {
public:
  explicit Loads(SweepState &state) : s(state) {}

  /// Adds the loads of a row to `loads`, and to `fixes` the statements that replace cells beyond a
  /// face by boundary values. Stores which address offsets the loads need, to be declared later.
  void add(const RowLoad &row, Later &loads, Later &fixes);
  bool hasColumnOffsets() const { return !columns.empty(); }
  /// Emits the variables for address offsets of loads that are equal in all planes.
  void declareColumnOffsets() { declare(columns); }
  /// Emits the variables for address offsets of loads that change in each plane.
  void declarePlaneOffsets() { declare(planes); }
  /// Returns true if updates read cells beyond the end of a row of the grid that a thread loads
  /// with its own cells. The kernel then has two versions. One tests for such cells in each load.
  /// The other needs no test, because the row length is a multiple of the cells per thread.
  bool hasPartialRows() const { return partialRows; }

private:
  /// Key of an address offset of a load: the field, and the suffix of the offset's name in the
  /// emitted code.
  using Key = std::pair<ir::FieldId, std::string>;
  struct Named {
    kernel::Type type;
    std::function<kernel::Term()> value;
    std::optional<kernel::Term> term = {};
  };
  using Offsets = std::map<Key, Named>;

  void declare(Offsets &offsets);
  /// Records an address offset to be declared later. Returns a function that gives its variable
  /// after the declaration has been emitted.
  std::function<kernel::Term()> named(Offsets &offsets, const RowLoad &row, std::string tail,
                                      kernel::Type type, std::function<kernel::Term()> value);
  const analysis::FieldFaces &facesOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  kernel::Term planeOf(const RowLoad &row) const;
  kernel::Term place(const RowLoad &row, int axis, const kernel::Term &coordinate) const;
  std::vector<kernel::Term> cellOf(const RowLoad &row, const kernel::Term &x) const;

  /// Function that returns an address offset, from the thread's own cell to another row, as an
  /// expression of the emitted code.
  using Offset = std::function<kernel::Term()>;
  std::vector<Offset> offsetsTo(const RowLoad &row);
  kernel::Term pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const;

  bool isPartial(const RowLoad &row) const;
  void loadCore(const RowLoad &row, Later &loads);
  void loadMargin(const RowLoad &row, Side side, Later &loads);
  Offset marginOffset(const RowLoad &row, Side side, int first, int piece);

  /// Statement that replaces `count` cells in registers by the boundary value of a face. The first
  /// one lies `first` cells after the thread's own first cell if `fromCore`, otherwise `first`
  /// cells after the end of its own cells.
  struct Fix {
    int axis;
    Side side;
    int first;
    bool fromCore;
    std::function<kernel::Term()> count;
    int known; // the count, if it is a number; else 0
    bool isTail = false;
  };
  ir::ExprId valueOf(const RowLoad &row, const Fix &fix) const;
  bool isSameForAll(const RowLoad &row, const Fix &fix) const;
  kernel::Term given(const RowLoad &row, const Fix &fix, const kernel::Term &i) const;
  void fix(const RowLoad &row, const Fix &fix, const std::function<kernel::Term()> &condition,
           Later &fixes);
  void fixFace(const RowLoad &row, int axis, int shift, Later &fixes);
  void fixTail(const RowLoad &row, Later &fixes);
  void fixMargins(const RowLoad &row, Later &fixes);

  SweepState &s;
  bool partialRows = false;
  Offsets columns, planes;
};

} // namespace stencilc::schedules
