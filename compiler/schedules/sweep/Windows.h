/// \file Emits the windows of a sweep: the cells of each plane that a thread keeps in registers.
///
/// A window has the thread's own cells and some around them. When the sweep advances, the window of
/// a plane takes over cells from the window of the next plane. Other cells are loaded from shared
/// memory or from global memory.
#pragma once

#include "schedules/sweep/Rings.h"

namespace stencilc::schedules {

/// Emitter of the windows of a sweep kernel. A window has the thread's own cells of one plane and
/// some cells around them, in registers.
class Windows {
public:
  Windows(StagedState &state, const Rings &rings);

  bool move() const { return !moves.empty(); }
  /// Returns true if a thread loads the cells left and right of its own one by one from global
  /// memory. If false, they come from shared memory.
  bool readsMargins() const;

  void declare();
  /// Emits the condition that all margin cells (left and right of the thread's own) which a thread
  /// loads from global memory lie in the grid.
  void declareInside();
  /// Emits the moves of cells in registers from the window of each plane to that of the plane
  /// before, when the sweep advances.
  void moveOn();
  /// Emits the loads of the thread's own cells from memory, before the block waits for planes in
  /// shared memory.
  void loadOwn();
  /// Emits the loads of the windows (cells of one plane in registers) from which cells move to the
  /// window of another plane when the sweep advances.
  void loadFeeding() { loadAll(feeding); }
  /// Emits the loads of all other windows (cells of one plane in registers): those from which no
  /// cells move to the window of another plane when the sweep advances.
  void loadOthers() { loadAll(others); }
  /// Returns the element of a register array that holds the value of `read`. The value belongs to
  /// the update of cell `i` in row `j`, both counted from the first cell and row of the thread.
  kernel::Term cellOf(const ir::Read &read, const kernel::Term &j, const kernel::Term &i) const;

private:
  struct Part {
    kernel::Term row, cell, rows, cells;
  };
  /// Loads of cells of one plane into registers: `parts` from shared memory, and the single cells
  /// `margins` from global memory.
  struct Load {
    const StagedLevel *level;
    int plane;
    std::vector<Part> parts = {}, margins = {};
  };
  struct Move {
    const StagedLevel *level;
    int plane; // takes over cells of the next plane
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
