/// \file Emits code for cells of a tile beyond faces of the grid, and for frozen cells, which keep
/// their values.
#pragma once

#include "schedules/persistent/State.h"

namespace stencilc::schedules {

/// Emitter of the code for cells of a tile at faces of the grid. Updates read cells beyond faces
/// from the tile like all others. So blocks at a face fill these cells, and updates need no tests.
///
/// Cells with a fixed value that does not change are filled once, in all arrays of the field. Other
/// cells beyond faces are filled after each update of the field.
class TileFaces {
public:
  explicit TileFaces(PersistentState &state) : s(state), k(state.k) {}

  /// Emits the functions that fill cells of the tile, as lambdas.
  void declare();
  /// Emits the fill of all cells beyond faces, after the tile has been loaded.
  /// If `isMet` is false, no barrier has followed the loads.
  void fillAll(bool isMet);
  /// Emits the fill of all cells beyond faces that change, after cells of the halo have been
  /// loaded. `step` is the number of steps of the launch that are done.
  void fillLevels(const kernel::Term &step);
  /// Emits the fill of cells beyond faces, after kernel number `index` of a time step has updated
  /// its fields. `step` is the number of steps of the launch that are done before this one.
  void fillNew(std::size_t index, const kernel::Term &step);
  /// Emits copies of the frozen cells (which keep their values) of kernel number `index` from t to
  /// t+1. `step` is the number of steps of the launch that are done. Emits nothing if the updates
  /// themselves treat frozen cells.
  void keepFrozen(std::size_t index, const kernel::Term &step);

private:
  using Fields = std::vector<ir::FieldId>;

  /// Kind of cells beyond a face: with values that change in a launch, or with values that do not.
  enum class Kind : std::uint8_t { Changing, Constant };
  /// Returns the number of cells of `field` beyond face `side` of `axis` that updates read, if they
  /// are of the kind `kind`. Returns 0 otherwise.
  int cellsBeyond(ir::FieldId field, int axis, Side side, Kind kind) const;
  /// Returns the largest number of cells of one of `fields` that updates read beyond face `side` of
  /// `axis`. It is 0 if the block does not fill cells there.
  int widest(const Fields &fields, int axis, Side side) const;
  /// Returns true if updates read cells of `field` of the kind `kind` beyond some face.
  bool hasCells(ir::FieldId field, Kind kind) const;
  /// Returns true if some of these cells have the values of cells of the grid.
  bool repeatsCells(ir::FieldId field, Kind kind) const;
  /// Returns those of `fields` with cells beyond faces that change in a launch.
  Fields changing(const Fields &fields) const;
  Fields fieldsOfLevel(int level) const;
  int mostLevels() const;

  /// Returns the cells of the tile beyond face `side` of `axis` that updates of `fields` read.
  TileBox beyond(const Fields &fields, int axis, Side side, int cells) const;
  /// Returns the condition that the tile of the block reaches beyond face `side` of `axis`. Returns
  /// nullopt if each tile does.
  std::optional<kernel::Term> reachesBeyond(int axis, Side side) const;
  /// Emits `act` in a branch that runs if the condition `when` holds, or always without it. A
  /// comment before it has the text `what` and the name of face `side` of `axis`.
  void atFace(int axis, Side side, const std::string &what, const std::optional<kernel::Term> &when,
              const std::function<void()> &act);
  /// Emits loops over the cells of `fields` of the kind `kind` beyond all faces. `fill` emits the
  /// code for a cell of a field.
  void forBeyond(const Fields &fields, Kind kind,
                 const std::function<void(ir::FieldId field, const InTile &at)> &fill);
  /// Returns the value of cell `at` beyond a face of `field`, as a variable. `array` is an array of
  /// the tile, and `step` the time step of its level.
  kernel::Term valueOf(ir::FieldId field, const kernel::Term &array, const InTile &at,
                       const kernel::Term &step);
  void fill(const Fields &fields, int level, const kernel::Term &step);
  void declareFill(const Fields &fields);

  PersistentState &s;
  kernel::Builder &k;
  std::map<Fields, kernel::Term> fills; // lambdas
  std::optional<kernel::Term> isAtFace; // empty: the tile of each block is
};

} // namespace stencilc::schedules
