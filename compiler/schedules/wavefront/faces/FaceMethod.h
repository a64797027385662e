/// \file The interface of the methods for cells at and beyond the faces of the grid.
///
/// A wavefront kernel uses those methods that its faces need. Each method owns its members of the
/// emitted structs, its emitted functions, and the code that it emits at fixed points of a sweep.
/// The files in `lower/` call all methods at these points, and do not ask which ones a kernel has.
///
///   Frozen    cells that keep their old values get them back after each update
///   Patched   threads fill ghost cells (beyond the grid) after tensor loads
///   Gathered  tiles load each ghost cell from the cell with its value, found once per tile
///   Mirrored  a new cell is stored again for each ghost cell beyond a mirror or copy face
///   Uniform   tensor loads give all ghost cells, and tiles do not store frozen cells
#pragma once

#include "kernel/build/Build.h"
#include "schedules/wavefront/skew/StageParts.h"
#include <memory>

namespace stencilc::schedules {

struct Wave;
struct WaveStep;

/// Callback that emits code.
using Emit = std::function<void()>;

/// Points among the members of the emitted struct Sweep at which methods declare members: after the
/// position of the thread, and after the bit mask of the rows that it stores.
enum class MembersAfter { Position, StoredRows };
/// Emitted functions before which methods emit functions of their own.
enum class FunctionsBefore { Tile, Fetch, Place };

/// Emission of the host code that launches the kernels. `planes` is the number of planes.
/// `isFlush` is the condition that the last tiles end exactly with the grid.
struct HostLaunch {
  kernel::Builder &k;
  kernel::Term step, planes;
  std::optional<kernel::Term> isFlush;
};

/// Emission of the function that copies a row of a field to shared memory by asynchronous copies.
struct RowFetch {
  using Piece = std::function<void(const kernel::Term &number, const kernel::Term &cell,
                                   const kernel::Term &to)>;
  kernel::Builder &k;
  ir::FieldId field;
  kernel::Term isEdge; // the step of the sweep is near a face of the swept axis
  kernel::Term view, left, plane;
  kernel::Term piece, bytes; // cells and bytes of one access
  /// Emits a loop over the pieces (cells of one access) that a lane copies of the row. The
  /// arguments of its callback are the number of a piece, its first cell in the tile, and its
  /// destination.
  std::function<void(const Piece &)> forEachPiece;
  /// Emits an asynchronous copy of `size` bytes.
  void copy(const kernel::Term &to, const kernel::Term &from, const kernel::Term &size) const;
};

/// Emission of the function that loads a thread's cells of row `j` of a field into registers.
struct RowRead {
  kernel::Builder &k;
  ir::FieldId field;
  kernel::Term isEdge; // the step of the sweep is near a face of the swept axis
  kernel::Term to, view, j, plane;
};

/// Emission of a row of new cells that `stage` has computed: row `j` of the thread after time step
/// `t`. `before` has the old values of the row, if a method asked for them.
struct NewRow {
  WaveStep &step;
  const StageSkew &stage;
  ir::FieldId field;
  kernel::Term cells;
  std::optional<kernel::Term> before;
  kernel::Term t, j, plane;
};

/// A row beside row `j` of the thread, counted `at` from its first row. `dy` is set if the distance
/// from row `j` is a parameter of the emitted function. The row may lie below row `j` if `isLow`,
/// and above it if `isHigh`.
struct RowBeside {
  ir::FieldId field;
  kernel::Term at;
  std::optional<kernel::Term> dy;
  bool isLow, isHigh;
};

/// A method by which a kernel gets right values in cells at and beyond faces of the grid. The
/// functions that a method does not override emit nothing.
class FaceMethod {
public:
  explicit FaceMethod(Wave &wave) : wave(wave) {}
  virtual ~FaceMethod() = default;

  // --- declare: constants, members and functions ------------------------------------------------

  /// Declares constants of the kernel.
  virtual void declareConstants() {}
  /// Declares members of the struct Shared, the shared memory of a block.
  virtual void declareShared(kernel::StructBuilder & /*shared*/) {}
  /// Declares members of the struct Sweep, the state of a thread.
  virtual void declareMembers(kernel::StructBuilder & /*sweep*/, MembersAfter /*where*/) {}
  /// Emits functions of the struct Sweep.
  virtual void lowerFunctions(FunctionsBefore /*next*/) {}
  /// Emits functions that complete a row of new cells of `stage`.
  virtual void lowerStage(WaveStep & /*step*/, const StageSkew & /*stage*/) {}

  // --- place: what a tile and its threads find out once -----------------------------------------

  /// Emits code that finds out what the method needs of the position of the tile.
  virtual void place(kernel::Builder & /*k*/) {}
  /// Returns `bound`, the begin (low side) or the end (high side) of the cells that the tile stores
  /// along `axis`, without cells that the method leaves out.
  virtual kernel::Term storedBound(kernel::Builder & /*k*/, const kernel::Term &bound, int /*axis*/,
                                   Side /*side*/) const {
    return bound;
  }
  /// Returns the function that all threads of a tile at faces call before barriers are set up.
  virtual std::optional<kernel::FunctionId> preparation() const { return {}; }
  /// Returns the function with which threads of tiles at faces mark the cells that they treat
  /// differently from others.
  virtual std::optional<kernel::FunctionId> marking() const { return {}; }
  /// Emits host code that runs before the kernels.
  virtual void launch(const HostLaunch & /*host*/) const {}

  // --- load: cells from memory ------------------------------------------------------------------

  /// Emits the loads of the planes of step `s` of the sweep. `plain` emits those of inner tiles.
  virtual void fetch(kernel::Builder & /*k*/, const kernel::Term & /*isEdge*/,
                     const std::vector<kernel::Term> & /*stepAndCount*/, const Emit &plain) const {
    plain();
  }
  /// Emits the copy of a row to shared memory. `plain` emits that of inner tiles.
  virtual void fetchRow(const RowFetch & /*row*/, const Emit &plain) const { plain(); }
  /// Emits the copy of piece `number` of a row, which lies near faces. Code that the caller emits
  /// copies it cell by cell, if the emitted code gets there.
  virtual void fetchPiece(const RowFetch & /*row*/, const kernel::Term & /*number*/,
                          const kernel::Term & /*to*/) const {}
  /// Emits the load of a row into registers. `plain` emits that of inner tiles.
  virtual void readRow(const RowRead & /*row*/, const Emit &plain) const { plain(); }
  /// Emits code that follows the wait for tensor loads. `isLoaded` is the condition that tensor
  /// loads filled the planes of this step of the sweep.
  virtual void afterTensors(WaveStep & /*step*/, const kernel::Term & /*isLoaded*/) const {}
  /// Emits assignments to a thread's margin cells, left and right of its own, in `array`.
  virtual void fillMargins(const WaveStep & /*step*/, const kernel::Term & /*array*/,
                           ir::FieldId /*field*/, const WaveMargins & /*margins*/) const {}
  /// Returns the condition that a row beside row `j` has the values of row `j` itself.
  virtual std::optional<kernel::Term> repeatsOwn(const WaveStep & /*step*/,
                                                 const RowBeside & /*row*/) const {
    return {};
  }

  // --- restore and store: new cells -------------------------------------------------------------

  /// Emits the code that corrects a row of new cells, and cells elsewhere that depend on it.
  virtual void restore(const NewRow & /*row*/) const {}
  /// Emits the store of a row to the planes that other threads read. `plain` emits that of inner
  /// tiles.
  virtual void publish(const NewRow & /*row*/, const Emit &plain) const { plain(); }
  /// Emits the code that follows the update of all rows of a plane by time step `t`.
  virtual void completePlane(const WaveStep & /*step*/, const StageSkew & /*stage*/,
                             const kernel::Term & /*t*/) const {}

  // --- what the method needs --------------------------------------------------------------------

  /// Returns the key of the row of old values that restore() needs with a row of `stage`.
  virtual std::optional<WaveRow> oldRow(const StageSkew & /*stage*/) const { return {}; }
  /// Returns how many planes below the newest one the lowest plane lies that restore() needs.
  virtual int oldestPlane() const { return 0; }
  /// Returns how many cells next to the face at `side` of `axis` the method treats differently.
  virtual int layer(int /*axis*/, Side /*side*/) const { return 0; }
  /// Returns a bit mask of the cells (axis 0) or rows (axis 1) of a thread that keep old values of
  /// the field that `stage` updates.
  virtual std::optional<kernel::Term> keptMask(const StageSkew & /*stage*/, int /*axis*/) const {
    return {};
  }
  /// Returns true if the method alone fills the planes of tiles at faces of x and y.
  virtual bool fillsPlanes() const { return false; }
  /// Returns true if readRow() needs no test for faces of x and y, because the cells to load are
  /// found once per tile.
  virtual bool findsCells(ir::FieldId /*field*/) const { return false; }
  /// Returns true if a tile may store only some of the cells that a lane has of a row.
  virtual bool splitsLanes() const { return false; }
  /// Returns true if a lane may store cells of a row that another lane has computed.
  virtual bool storesOfOthers() const { return false; }

protected:
  Wave &wave;
};

/// The methods of one kernel, in the order in which their code runs.
class FaceMethods {
public:
  FaceMethods() = default;
  /// Makes the methods that the kernel of `wave` uses. They refer to `wave`, which must not move.
  explicit FaceMethods(Wave &wave);

  auto begin() const { return methods.begin(); }
  auto end() const { return methods.end(); }
  /// Declares the constants of the struct Sweep that depend on the kind of a tile: whether it is at
  /// a face, and whether it ends exactly with the grid.
  void declareKind(Wave &wave, kernel::StructBuilder &sweep) const;

  // Each function emits `plain` inside of the code of all methods.
  void fetch(kernel::Builder &k, const kernel::Term &isEdge,
             const std::vector<kernel::Term> &stepAndCount, const Emit &plain) const;
  void fetchRow(const RowFetch &row, const Emit &plain) const;
  void readRow(const RowRead &row, const Emit &plain) const;
  void publish(const NewRow &row, const Emit &plain) const;

  // Each function returns the first result that is not empty, in the order of the methods.
  std::optional<kernel::Term> repeatsOwn(const WaveStep &step, const RowBeside &row) const;
  std::optional<WaveRow> oldRow(const StageSkew &stage) const;
  std::optional<kernel::Term> keptMask(const StageSkew &stage, int axis) const;
  std::optional<kernel::FunctionId> preparation() const;
  std::optional<kernel::FunctionId> marking() const;

  /// Returns the largest number of planes that a method needs.
  int oldestPlane() const;
  /// Returns the width of the widest layer at the face.
  int layer(int axis, Side side) const;
  kernel::Term storedBound(kernel::Builder &k, kernel::Term bound, int axis, Side side) const;
  bool fillsPlanes() const;
  bool findsCells(ir::FieldId field) const;
  bool splitsLanes() const;
  bool storesOfOthers() const;

private:
  using Wrap = std::function<void(const FaceMethod &, const Emit &)>;
  void around(const Wrap &wrap, const Emit &plain) const;
  template <class Ask> auto first(Ask ask) const -> decltype(ask(std::declval<FaceMethod &>()));

  std::vector<std::unique_ptr<FaceMethod>> methods;
};

/// Makes the methods. Each function returns null if the kernel of `wave` needs no such method.
std::unique_ptr<FaceMethod> makeUniform(Wave &wave);
std::unique_ptr<FaceMethod> makePatched(Wave &wave);
std::unique_ptr<FaceMethod> makeGathered(Wave &wave);
std::unique_ptr<FaceMethod> makeFrozen(Wave &wave);
std::unique_ptr<FaceMethod> makeMirrored(Wave &wave);

} // namespace stencilc::schedules
