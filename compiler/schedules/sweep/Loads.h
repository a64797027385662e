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

/// Row of cells that a thread of a sweep loads. `shift` is the displacement of its plane from the
/// plane being updated or, for loads before the loop over planes, from the first plane of the
/// block.
struct RowLoad {
  analysis::FieldLevel fieldLevel;
  Offset at;               // displacement of the row from the updated cell
  int shift = 0;           // displacement of its plane
  bool beforeLoop = false; // loaded before the loop over planes
  bool isNamed = true;     // the offset of its plane is a variable, shared by all rows of the plane
  kernel::Term array;      // array in registers that receives the row
  SweepRow held = {};      // cells of that array left and right of the thread's own
  bool core = true;        // the thread's own cells are loaded, too
  /// True if updates read cells right of the thread's own cells in this row or in the row of an
  /// earlier plane. Rows of earlier planes count, because they take over the cells of this row when
  /// the sweep advances.
  bool readsRight = false;
  SweepRow fresh = {}; // cells to load left and right of the thread's own
};

/// Address of the thread's first cell in a buffer, in the plane being updated. It is a pointer to
/// that cell, or a pointer to the first cell of the buffer and an index.
struct Here {
  kernel::Term first; // pointer to that cell, or to the first cell of the buffer
  // Distance of the thread's cell from `first` in cells, a variable that buffers of one type share.
  std::optional<kernel::Term> index = {};

  kernel::Term pointer() const { return index ? first + *index : first; }
};

/// State shared by the classes that emit the code of a sweep kernel: the builder, the plan, the
/// coordinates of the thread and the addresses of its cells.
struct SweepState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const kernel::Readers &readers;
  const Places &places;
  const int along;
  const kernel::Term cells; // number of adjacent cells of a row that a thread updates
  std::optional<kernel::Term> x = {}, y = {}, begin = {}, plane = {}, whole = {};
  std::map<analysis::FieldLevel, Here> here = {}; // addresses of the thread's own cells
};

/// Functions that emit statements. They are called later, in the order of the list.
using Later = std::vector<std::function<void()>>;

/// Emitter of loads of rows of cells from global memory into registers.
class Loads {
public:
  explicit Loads(SweepState &state) : s(state) {}

  /// Adds to `loads` the functions that emit the loads of `row`. Adds to `fixes` those that emit
  /// the replacement of cells beyond a face by boundary values. Records the address offsets that
  /// the loads need, for declareColumnOffsets() and declarePlaneOffsets().
  void add(const RowLoad &row, Later &loads, Later &fixes);
  bool hasColumnOffsets() const { return !columns.empty(); }
  /// Emits variables for the recorded address offsets that are equal in all planes. They are needed
  /// before the loop over planes.
  void declareColumnOffsets() { declare(columns); }
  /// Emits variables for the recorded address offsets that change from plane to plane. They are
  /// needed in each step of the sweep.
  void declarePlaneOffsets() { declare(planes); }
  /// Returns true if one of the added rows may extend beyond the high face of x, where updates read
  /// boundary values. The kernel then has two versions. One tests for such cells in each load. The
  /// other needs no test, because the row length is a multiple of the cells per thread.
  bool hasPartialRows() const { return partialRows; }

private:
  /// Key of an address offset: the field that is loaded, and the suffix of the offset's variable in
  /// the emitted code.
  using Key = std::pair<ir::FieldId, std::string>;
  struct Named {
    kernel::Type type;
    std::function<kernel::Term()> value;
    std::optional<kernel::Term> term = {};
  };
  using Offsets = std::map<Key, Named>;

  void declare(Offsets &offsets);
  /// Records in `offsets` an address offset that becomes a variable of the emitted code. `tail` is
  /// the suffix of its name, and `value` emits its initial value. Returns a function that gives the
  /// variable. It may be called when the declaration has been emitted.
  std::function<kernel::Term()> named(Offsets &offsets, const RowLoad &row, std::string tail,
                                      kernel::Type type, std::function<kernel::Term()> value);
  const analysis::FieldFaces &facesOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  kernel::Term planeOf(const RowLoad &row) const;
  kernel::Term place(const RowLoad &row, int axis, const kernel::Term &coordinate) const;
  std::vector<kernel::Term> cellOf(const RowLoad &row, const kernel::Term &x) const;

  /// Function that returns an address offset as an expression of the emitted code, in cells. The
  /// offsets of one load are added to the address of the thread's first cell.
  using Offset = std::function<kernel::Term()>;
  std::vector<Offset> offsetsTo(const RowLoad &row);
  kernel::Term pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const;

  bool isPartial(const RowLoad &row) const;
  void loadCore(const RowLoad &row, Later &loads);
  void loadMargin(const RowLoad &row, Side side, Later &loads);
  Offset marginOffset(const RowLoad &row, Side side, int first, int piece);

  /// Replacement of `count` adjacent cells in registers by the fixed boundary value of the face
  /// `side` of `axis`. The first one lies `first` cells after the thread's first cell if
  /// `fromCore`, otherwise `first` cells after the end of the thread's cells.
  struct Fix {
    int axis;
    Side side;
    int first;
    bool fromCore;
    std::function<kernel::Term()> count;
    int known; // the value of `count` if it is known in the compiler, otherwise 0
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
