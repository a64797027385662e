/// \file Loads of rows of cells from global memory into registers, for sweep kernels.
///
/// Loads come first and are unconditional. To read a cell beyond a face, the kernel loads the cell
/// of the grid with the same value. Its address is computed once before the loop over planes
/// (Places.h). If the boundary condition prescribes a value, the kernel loads any cell of the grid,
/// and replaces its value afterwards. So no load waits for a test.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/sweep/Places.h"
#include "schedules/sweep/Rows.h"
#include <functional>
#include <map>

namespace stencilc::schedules {

/// Request to load a row of cells from global memory into registers of a thread. `shift` is the
/// displacement of the row's plane from the plane being updated. In loads before the loop over
/// planes, it is the displacement from the first plane of the block.
struct RowLoad {
  analysis::FieldLevel fieldLevel;
  Offset at;               // displacement of the row from the updated cell
  int shift = 0;           // displacement of its plane, in planes
  bool beforeLoop = false; // the load comes before the loop over planes
  bool isNamed = true;     // the address offset of its plane is a variable of the emitted code
  kernel::Term array;      // register array that receives the row
  SweepRow held = {};      // cells of `array` left and right of the thread's own cells
  bool core = true;        // the thread's own cells are loaded, too
  /// True if updates read cells right of the thread's own cells in this row, or in the row of an
  /// earlier plane. Rows of earlier planes count because they take over the cells of this row when
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

/// State shared by the classes that emit the code of a sweep kernel. `x` and `y` are the
/// coordinates of the thread's first cell. `begin` is the first plane of its block, and `plane` is
/// the plane being updated. `whole` is a template parameter: true if the row length is a multiple
/// of the cells per thread.
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

/// Functions that each emit statements. They are called in the order of the list, when code
/// generation reaches the place of these statements.
using Later = std::vector<std::function<void()>>;

/// Emitter of the code that loads rows of cells from global memory into registers.
class Loads {
public:
  explicit Loads(SweepState &state) : s(state) {}

  /// Adds to `loads` the functions that emit the loads of `row`. Adds to `fixes` the functions that
  /// emit the replacement of its cells beyond a face by boundary values. Also records the address
  /// offsets that the loads need, which declareColumnOffsets() and declarePlaneOffsets() declare.
  void add(const RowLoad &row, Later &loads, Later &fixes);
  bool hasColumnOffsets() const { return !columns.empty(); }
  /// Emits declarations of those address offsets recorded by add() that have the same value in all
  /// planes. They belong before the loop over planes.
  void declareColumnOffsets() { declare(columns); }
  /// Emits declarations of those address offsets recorded by add() whose values change from plane
  /// to plane. They belong into the body of the loop over planes.
  void declarePlaneOffsets() { declare(planes); }
  /// Returns true if a row passed to add() may extend beyond the high face of x, where updates read
  /// boundary values. The kernel then has two versions. One tests each load for such cells. The
  /// other has no test, and requires that the row length is a multiple of the cells per thread.
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
  /// Records in `offsets` an address offset for loads of `row`, which becomes a variable of type
  /// `type` in the emitted code. `tail` is the suffix of its name, and `value` emits its initial
  /// value. Returns a function that returns the variable. It must be called after the declaration
  /// has been emitted.
  std::function<kernel::Term()> named(Offsets &offsets, const RowLoad &row, std::string tail,
                                      kernel::Type type, std::function<kernel::Term()> value);
  const analysis::FieldFaces &facesOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  kernel::Term planeOf(const RowLoad &row) const;
  kernel::Term place(const RowLoad &row, int axis, const kernel::Term &coordinate) const;
  std::vector<kernel::Term> cellOf(const RowLoad &row, const kernel::Term &x) const;

  /// Function that returns an address offset, in cells, as an expression of the emitted code. The
  /// address of a load is that of the thread's first cell plus the load's offsets.
  using Offset = std::function<kernel::Term()>;
  std::vector<Offset> offsetsTo(const RowLoad &row);
  kernel::Term pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const;

  bool isPartial(const RowLoad &row) const;
  void loadCore(const RowLoad &row, Later &loads);
  void loadMargin(const RowLoad &row, Side side, Later &loads);
  Offset marginOffset(const RowLoad &row, Side side, int first, int piece);

  /// Replacement of `count` adjacent cells in registers by the fixed boundary value of the face
  /// `side` of `axis`. If `fromCore`, the first of them lies `first` cells after the thread's first
  /// cell. Otherwise it lies `first` cells after the cell that follows the thread's last one.
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
