/// \file Loads of rows of cells from memory into registers, for sweeps.
///
/// Loads come first and are unconditional. For a cell beyond a face, the address is that of the
/// cell that the boundary repeats, found once before the loop (Places.h). If the boundary gives the
/// value itself, any cell of the grid is loaded, and the value is replaced afterwards (fixes). So
/// no load waits for a test.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/sweep/Places.h"
#include "schedules/sweep/Rows.h"
#include <functional>
#include <map>

namespace stencilc::schedules {

/// A row to load. Its plane is relative to the plane being updated, or before the loop to the first
/// plane.
struct RowLoad {
  analysis::FieldLevel fieldLevel;
  Offset at;               // displacement of the row along the middle axis
  int shift = 0;           // displacement of its plane
  bool beforeLoop = false; // its plane is relative to the first plane
  bool isNamed = true;     // the offset of its plane is a variable, shared by all rows of the plane
  kernel::Term array;      // array that holds the row
  SweepRow held = {};      // margins of that array
  bool core = true;        // the thread's own cells are loaded, too
  /// Cells to the right of an updated one are read, in this plane or after the row has moved on.
  bool readsRight = false;
  SweepRow fresh = {}; // margins to load, those next to the core
};

/// Address of the first of a thread's own cells of a buffer, in the plane being updated.
struct Here {
  kernel::Term first; // pointer to that cell, or to the first cell of the buffer
  // Cells from there, an index that buffers of one type share.
  std::optional<kernel::Term> index = {};

  kernel::Term pointer() const { return index ? first + *index : first; }
};

/// State of a sweep while its text is written: builder, coordinates, sizes.
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

/// Statements to be written later, in the order in which they were added.
using Later = std::vector<std::function<void()>>;

/// Writes the loads of rows.
class Loads {
public:
  explicit Loads(SweepState &state) : s(state) {}

  /// Adds the loads of a row, and the fixes of cells beyond a face. Records the offsets that they
  /// use.
  void add(const RowLoad &row, Later &loads, Later &fixes);
  bool hasColumnOffsets() const { return !columns.empty(); }
  /// Declares the recorded offsets that are constant during the loop; declarePlaneOffsets() those
  /// of a plane.
  void declareColumnOffsets() { declare(columns); }
  void declarePlaneOffsets() { declare(planes); }
  /// Returns true if rows that end beyond the grid need special loads. The kernel then has two
  /// versions.
  bool hasPartialRows() const { return partialRows; }

private:
  /// Key of an offset: its field and the suffix of its name.
  using Key = std::pair<ir::FieldId, std::string>;
  struct Named {
    kernel::Type type;
    std::function<kernel::Term()> value;
    std::optional<kernel::Term> term = {};
  };
  using Offsets = std::map<Key, Named>;

  void declare(Offsets &offsets);
  /// Returns a function that gives the offset once it has been declared.
  std::function<kernel::Term()> named(Offsets &offsets, const RowLoad &row, std::string tail,
                                      kernel::Type type, std::function<kernel::Term()> value);
  const analysis::FieldFaces &facesOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  kernel::Term planeOf(const RowLoad &row) const;
  kernel::Term place(const RowLoad &row, int axis, const kernel::Term &coordinate) const;
  std::vector<kernel::Term> cellOf(const RowLoad &row, const kernel::Term &x) const;

  /// Function that gives an offset from the thread's own cell to a row.
  using Offset = std::function<kernel::Term()>;
  std::vector<Offset> offsetsTo(const RowLoad &row);
  kernel::Term pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const;

  bool isPartial(const RowLoad &row) const;
  void loadCore(const RowLoad &row, Later &loads);
  void loadMargin(const RowLoad &row, Side side, Later &loads);
  Offset marginOffset(const RowLoad &row, Side side, int first, int piece);

  /// A fix: `count` cells get the value of a face. They begin `first` cells left of the core, or
  /// after it if `fromCore`.
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
