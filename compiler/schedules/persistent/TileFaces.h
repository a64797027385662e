/// \file Emits code for cells of a tile beyond faces of the grid, and for frozen cells, which keep
/// their values.
#pragma once

#include "schedules/persistent/State.h"

namespace stencilc::schedules {

/// Emitter of the code for cells of a tile at faces of the grid. Updates read cells beyond faces
/// from the tile like all others. So blocks at a face fill these cells, and updates need no tests.
///
/// Ghost cells (cells beyond faces) whose values are constant in a launch are filled once, in all
/// arrays of the field. All others are filled after the load of the tile, after each exchange, and
/// after each update of the field.
class TileFaces {
public:
  explicit TileFaces(PersistentState &state) : s(state), k(state.k) {}

  /// Emits the lambdas that fill ghost cells, and the condition `isAtFace`. Must be called before
  /// the other functions.
  void declare();
  /// Emits the fill of all cells beyond faces, after the load of the tile. `isMet` is true if the
  /// emitted load ends with a barrier of the block. Otherwise this function emits a barrier before
  /// fills that read cells of the tile.
  void fillAll(bool isMet);
  /// Emits the fill of those cells beyond faces whose values change in a launch, after the load of
  /// the halo. `step` is the number of time steps that the launch has completed.
  void fillLevels(const kernel::Term &step);
  /// Emits the fill of cells beyond faces, after kernel number `index` of a time step has updated
  /// its fields. `step` is the number of steps of the launch that are done before this one.
  void fillNew(std::size_t index, const kernel::Term &step);
  /// Emits copies of frozen cells (which keep their values) from time level t to t+1, after kernel
  /// number `index` of a time step. They run only in the first steps, until all arrays have these
  /// values. `step` is the number of time steps that the launch has completed. Emits nothing if
  /// stages freeze different cells, because the updates then copy them.
  void keepFrozen(std::size_t index, const kernel::Term &step);

private:
  using Fields = std::vector<ir::FieldId>;

  /// Kind of cells beyond a face: with values that change in a launch, or with values that do not.
  enum class Kind : std::uint8_t { Changing, Constant };
  /// Returns how many cells deep, along `axis`, updates read `field` beyond face `side`. Returns 0
  /// if these cells are not of the kind `kind`.
  int cellsBeyond(ir::FieldId field, int axis, Side side, Kind kind) const;
  /// Returns how many cells deep, along `axis`, updates read any of `fields` beyond face `side`.
  /// Returns 0 if blocks do not fill cells there.
  int widest(const Fields &fields, int axis, Side side) const;
  /// Returns true if updates read cells of `field` of the kind `kind` beyond some face.
  bool hasCells(ir::FieldId field, Kind kind) const;
  /// Returns true if an index map gives some ghost cells of `field` of the kind `kind`.
  bool repeatsCells(ir::FieldId field, Kind kind) const;
  /// Returns those of `fields` that have ghost cells of the kind Changing.
  Fields changing(const Fields &fields) const;
  /// Returns the updated fields that keep time level `level` and have ghost cells of the kind
  /// Changing.
  Fields fieldsOfLevel(int level) const;
  /// Returns the largest number of time levels of a field.
  int mostLevels() const;

  /// Returns the box of ghost cells of `fields` beyond face `side` of `axis`: `cells` cells deep,
  /// with edges and corners, cut to the tile.
  TileBox beyond(const Fields &fields, int axis, Side side, int cells) const;
  /// Returns the box of frozen cells (which keep their values) of the tile at face `side` of
  /// `axis`, `width` cells deep.
  TileBox frozenAt(int axis, Side side, int width) const;
  /// Returns the condition that the tile of the block reaches beyond face `side` of `axis`. Returns
  /// nullopt if each tile does.
  std::optional<kernel::Term> reachesBeyond(int axis, Side side) const;
  /// Emits a comment, with the text `what` and the name of face `side` of `axis`, and then the code
  /// that `act` produces. If `when` has a value, the code is in a branch with this condition.
  void atFace(int axis, Side side, const std::string &what, const std::optional<kernel::Term> &when,
              const std::function<void()> &act);
  /// Emits loops over the cells of `fields` of the kind `kind` beyond all faces. `fill` emits the
  /// code for a cell of a field.
  void forBeyond(const Fields &fields, Kind kind,
                 const std::function<void(ir::FieldId field, const InTile &at)> &fill);
  /// Emits the computation of the value of cell `at`, which lies beyond a face of `field`. Returns
  /// the variable with the value. `array` holds the time level of `field` after `step` time steps
  /// of the launch.
  kernel::Term valueOf(ir::FieldId field, const kernel::Term &array, const InTile &at,
                       const kernel::Term &step);
  /// Emits a call of the lambda that fills the ghost cells of time level `level` of `fields`.
  void fill(const Fields &fields, int level, const kernel::Term &step);
  /// Emits the lambda that fills ghost cells of `fields`, unless there is one.
  void declareFill(const Fields &fields);

  PersistentState &s;
  kernel::Builder &k;
  std::map<Fields, kernel::Term> fills; // lambdas
  /// Condition that the tile has ghost cells whose values change in a launch. It has no value if
  /// all tiles have such cells, or none.
  std::optional<kernel::Term> isAtFace;
};

} // namespace stencilc::schedules
