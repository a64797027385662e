/// \file Emits the windows of a sweep kernel: the cells of each plane that a thread keeps in
/// registers.
///
/// A window has the thread's own cells and some around them. When the sweep advances, the window of
/// a plane takes over cells from the window of the next plane. Other cells are loaded from shared
/// memory or from global memory.
#pragma once

#include "schedules/sweep/Rings.h"

namespace stencilc::schedules {

/// Emitter of the windows of a sweep kernel. A window is a register array of a thread with its own
/// cells of one plane and some cells around them.
class Windows {
public:
  Windows(StagedState &state, const Rings &rings);

  bool move() const { return !moves.empty(); }
  /// Returns true if a thread loads the cells left and right of its own cells one by one from
  /// global memory. Returns false if they come from shared memory.
  bool readsMargins() const;

  void declare();
  /// Emits a condition: no read of the block's tile leaves the grid along the axes that are not
  /// swept. Emits nothing if all cells left and right of the thread's own cells come from shared
  /// memory.
  void declareInside();
  /// Emits register copies for the advance of the sweep by one plane. The window of each plane
  /// takes over cells from the window of the next plane. A window has a thread's cells of one
  /// plane.
  void moveOn();
  /// Emits the loads of the thread's own cells in planes that are not in shared memory, from global
  /// memory to registers. These loads start before the block waits for planes in shared memory.
  void loadOwn();
  /// Emits the loads of those windows (a thread's cells of one plane, in registers) whose cells
  /// move to the window of another plane when the sweep advances. Every step of the sweep needs
  /// them, also the steps before the first update.
  void loadFeeding() { loadAll(feeding); }
  /// Emits the loads of those windows (a thread's cells of one plane, in registers) whose cells do
  /// not move to the window of another plane. Only steps of the sweep with an update need them.
  void loadOthers() { loadAll(others); }
  /// Returns the element of a register array, as an expression, that contains the value of `read`
  /// in the update of cell `i` of row `j`. Both indices count from the thread's first cell and row.
  kernel::Term cellOf(const ir::Read &read, const kernel::Term &j, const kernel::Term &i) const;

private:
  struct Part {
    kernel::Term row, cell, rows, cells;
  };
  /// Loads of one plane of `level` (a field at one time level) into registers. `plane` is relative
  /// to the plane being updated. The cells of `parts` come from shared memory by wide accesses. The
  /// cells of `margins`, left and right of the thread's own, come from global memory one by one.
  struct Load {
    const StagedLevel *level;
    int plane;
    std::vector<Part> parts = {}, margins = {};
  };
  struct Move {
    const StagedLevel *level;
    int plane; // the window of this plane takes over cells of the next plane's window
  };

  const StagedLevel &stagedLevelOf(const analysis::FieldLevel &fieldLevel) const;
  kernel::Term rowsOf(int low, int high) const { return s.k.number(low) + s.sizes.rows + high; }
  kernel::Term cellsOf(int left, int right) const {
    return s.k.number(left) + s.sizes.cells + right;
  }
  const kernel::Term &array(const StagedLevel &level, int plane) const {
    return arrays.at({level.fieldLevel, plane});
  }
  void addArray(const StagedLevel &level, int plane);
  void addLoads(const StagedLevel &level, int plane);
  void addSides(const StagedLevel &level, Load &load, const kernel::Term &row,
                const kernel::Term &rows, const Window &held) const;
  void loadAll(const std::vector<Load> &loads);
  void loadMargin(const Load &load, const Part &part);
  void loadOwnOf(const StagedLevel &level, int plane);

  StagedState &s;
  const Rings &rings;
  std::map<std::pair<analysis::FieldLevel, int>, kernel::Term> arrays; // by field level and plane
  std::map<analysis::FieldLevel, std::vector<kernel::VarId>> vars;
  std::vector<Move> moves;
  std::vector<Load> feeding, others;
  std::vector<Move> direct; // planes whose own cells are loaded from memory directly
  std::optional<kernel::Term> isInside;
};

} // namespace stencilc::schedules
