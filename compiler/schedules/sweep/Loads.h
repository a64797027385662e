/// \file How a sweep brings rows of cells from memory into registers.
///
/// Loads come first and unconditionally: where a cell lies beyond a face, the address is that of
/// the cell its boundary stands for, found once before the loop (Places.h), or of any cell of the
/// grid where the boundary gives the value itself. These values are put in place afterwards
/// (fixes), so that no load waits for a test.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/sweep/Places.h"
#include "schedules/sweep/Rows.h"
#include <functional>
#include <map>

namespace stencilc::schedules {

/// A row of a plane, told from the plane being updated or, before the loop, from the first one.
struct RowLoad {
  analysis::FieldLevel fieldLevel;
  Offset at;               // displacement of the row along the axis between
  int shift = 0;           // of its plane
  bool beforeLoop = false; // planes are counted from the first one
  bool isNamed = true;     // the offset to its plane gets a name, shared by all rows of the plane
  kernel::Term array;      // where the row is held
  SweepRow held = {};      // margins of that array
  bool core = true;        // the cells of the thread itself come from memory
  /// Cells right of an updated one are read, here or once the row has moved on.
  bool readsRight = false;
  SweepRow fresh = {}; // margins to load, those next to the core
};

/// The first of a thread's own cells of a buffer, in the plane being updated.
struct Here {
  kernel::Term first;                     // a pointer to it, or to the first cell of the buffer
  std::optional<kernel::Term> index = {}; // cells from there, which buffers of a type share

  kernel::Term pointer() const { return index ? first + *index : first; }
};

/// What a sweep has while its text is made: a place to add statements, coordinates, sizes.
struct SweepState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const kernel::Readers &readers;
  const Places &places;
  const int along;
  const kernel::Term cells; // of a row per thread
  std::optional<kernel::Term> x = {}, y = {}, begin = {}, plane = {}, whole = {};
  std::map<analysis::FieldLevel, Here> here = {}; // the thread's own cells
};

/// Statements that are made later, in the order in which they were added.
using Later = std::vector<std::function<void()>>;

class Loads {
public:
  explicit Loads(SweepState &state) : s(state) {}

  /// Adds what brings the row: loads, and what to do about cells beyond a face. Offsets it needs
  /// are noted.
  void add(const RowLoad &row, Later &loads, Later &fixes);
  bool hasColumnOffsets() const { return !columns.empty(); }
  /// Declares the offsets that hold before the loop, and those of a plane.
  void declareColumnOffsets() { declare(columns); }
  void declarePlaneOffsets() { declare(planes); }
  /// Whether rows whose last cells lie beyond the grid need care: the kernel then has two versions.
  bool hasPartialRows() const { return partialRows; }

private:
  /// An offset, by its field and the end of its name.
  using Key = std::pair<ir::FieldId, std::string>;
  struct Named {
    kernel::Type type;
    std::function<kernel::Term()> value;
    std::optional<kernel::Term> term = {};
  };
  using Offsets = std::map<Key, Named>;

  void declare(Offsets &offsets);
  /// A term that is known once the offset is declared.
  std::function<kernel::Term()> named(Offsets &offsets, const RowLoad &row, std::string tail,
                                      kernel::Type type, std::function<kernel::Term()> value);
  const analysis::FieldFaces &facesOf(const RowLoad &row) const;
  Reach reachOf(const RowLoad &row) const;
  kernel::Term planeOf(const RowLoad &row) const;
  kernel::Term place(const RowLoad &row, int axis, const kernel::Term &coordinate) const;
  std::vector<kernel::Term> cellOf(const RowLoad &row, const kernel::Term &x) const;

  /// Offsets from the thread's own cell to the row, each made when it is asked for.
  using Offset = std::function<kernel::Term()>;
  std::vector<Offset> offsetsTo(const RowLoad &row);
  kernel::Term pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const;

  bool isPartial(const RowLoad &row) const;
  void loadCore(const RowLoad &row, Later &loads);
  void loadMargin(const RowLoad &row, Side side, Later &loads);
  Offset marginOffset(const RowLoad &row, Side side, int first, int piece);

  /// `count` cells from `first` cells left of the core on (or behind it) get the value of a face.
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
