/// \file Interface of the boundary methods of a wavefront kernel. Each boundary method emits the
/// code for one way of treating cells at and beyond the faces of the grid.
///
/// A kernel uses those methods that its faces need. A method owns its members of the emitted
/// structs, its emitted functions, and the code that it emits at fixed points of a sweep. The files
/// in `lower/` call all methods at these points, and need not know which ones a kernel has.
///
///   Frozen    puts old values back into cells that keep them, after each update
///   Patched   threads fill ghost cells (beyond the grid) after tensor-map loads (TMA)
///   Gathered  tiles load each ghost cell from the cell with its value, found once per tile
///   Mirrored  also stores a new cell in each ghost cell beyond a mirror or copy face
///   Uniform   tensor-map loads give all ghost cells, and tiles do not store frozen cells
#pragma once

#include "kernel/build/Build.h"
#include "schedules/wavefront/skew/StageParts.h"
#include <memory>

namespace stencilc::schedules {

struct Wave;
struct WaveStep;

/// Callback that emits code at the point where it is called.
using Emit = std::function<void()>;

/// Point in the emitted struct Sweep (the state of a thread) at which boundary methods (each is the
/// code for one kind of face) declare members: after the position of the thread, or after the bit
/// mask of the rows that it stores.
enum class MembersAfter { Position, StoredRows };
/// Point in the emitted program at which boundary methods (each is the code for one kind of face)
/// emit functions of their own: before the functions that convert indices of a tile (`Tile`), that
/// start loads (`Fetch`), or that set the position of a thread (`Place`).
enum class FunctionsBefore { Tile, Fetch, Place };

/// Data that the code generator hands to boundary methods (each is the code for one kind of face)
/// so that they can emit host code before the launches of kernels. `step` is the host object of the
/// time step, and `planes` the number of planes of the launch. `isFlush` is the condition that the
/// last tiles end exactly at the last cells of the grid. It is not set if all tiles run the same
/// code.
struct HostLaunch {
  kernel::Builder &k;
  kernel::Term step, planes;
  std::optional<kernel::Term> isFlush;
};

/// Data that the code generator hands to boundary methods (each is the code for one kind of face)
/// so that they can emit the function that copies a row of `field` to shared memory by asynchronous
/// copies. `view` is the field in global memory, `left` the x coordinate of the first cell of the
/// tile, and `plane` the plane of the row. A piece is the group of neighbouring cells that one
/// access copies.
struct RowFetch {
  using Piece = std::function<void(const kernel::Term &number, const kernel::Term &cell,
                                   const kernel::Term &to)>;
  kernel::Builder &k;
  ir::FieldId field;
  kernel::Term isEdge; // the step of the sweep is near a face of the swept axis
  kernel::Term view, left, plane;
  kernel::Term piece, bytes; // cells and bytes of one access (a piece)
  /// Emits a loop over the pieces that a lane (a thread of a warp) copies of the row. The callback
  /// emits the body of the loop. It gets the number of a piece, the index of its first cell in the
  /// tile, and its destination in shared memory.
  std::function<void(const Piece &)> forEachPiece;
  /// Emits an asynchronous copy of `size` bytes from the cell `from` in global memory to the
  /// address `to` in shared memory.
  void copy(const kernel::Term &to, const kernel::Term &from, const kernel::Term &size) const;
};

/// Data that the code generator hands to boundary methods (each is the code for one kind of face)
/// so that they can emit the function that loads a thread's cells of one row of `field` into
/// registers. `to` is the array of registers and `view` the field in global memory. `j` is the row,
/// counted from the thread's first row, and `plane` its plane.
struct RowRead {
  kernel::Builder &k;
  ir::FieldId field;
  kernel::Term isEdge; // the step of the sweep is near a face of the swept axis
  kernel::Term to, view, j, plane;
};

/// Data that the code generator hands to boundary methods (each is the code for one kind of face)
/// so that they can emit code for a row of new cells. `stage` (an update statement) has computed
/// the array `cells` in time step `t` (0 is the first fused one), for row `j` of plane `plane`.
/// Rows are counted from the thread's first row. `before` is the array with old values of the row,
/// set only if a method needs them.
struct NewRow {
  WaveStep &step;
  const StageSkew &stage;
  ir::FieldId field;
  kernel::Term cells;
  std::optional<kernel::Term> before;
  kernel::Term t, j, plane;
};

/// Row of `field` that the update of row `j` of a thread reads in the same plane. `at` is its
/// number, counted from the thread's first row. `dy` is `at` - `j`, and is set only if it is a
/// parameter of the emitted function. The row may lie below row `j` if `isLow` and above it if
/// `isHigh`.
struct RowBeside {
  ir::FieldId field;
  kernel::Term at;
  std::optional<kernel::Term> dy;
  bool isLow, isHigh;
};

/// Boundary method: emits the code for one way of treating cells at and beyond the faces of the
/// grid. A function that a method does not override emits nothing (or only `plain`, the code for
/// inner tiles), or returns a value that means "no special treatment".
class FaceMethod {
public:
  explicit FaceMethod(Wave &wave) : wave(wave) {}
  virtual ~FaceMethod() = default;

  // --- declare: constants, members and functions ------------------------------------------------

  /// Declares the constants that this boundary method (code for one kind of face) needs in the
  /// emitted program.
  virtual void declareConstants() {}
  /// Declares the members that this boundary method (code for one kind of face) needs in the
  /// emitted struct Shared, the shared memory of a block. `shared` is its builder.
  virtual void declareShared(kernel::StructBuilder & /*shared*/) {}
  /// Declares the members that this boundary method (code for one kind of face) needs in the
  /// emitted struct Sweep, the state of a thread. `sweep` is its builder. The function is called
  /// once for each value of `where`, the point in the struct.
  virtual void declareMembers(kernel::StructBuilder & /*sweep*/, MembersAfter /*where*/) {}
  /// Emits the functions of the struct Sweep that this boundary method (code for one kind of face)
  /// needs, if they belong before the functions `next`. It is called once for each such point of
  /// the program.
  virtual void lowerFunctions(FunctionsBefore /*next*/) {}
  /// Emits the functions that this boundary method (code for one kind of face) calls for each row
  /// of new cells of `stage` (an update statement). `step` is the builder of the function that
  /// executes a step of the sweep.
  virtual void lowerStage(WaveStep & /*step*/, const StageSkew & /*stage*/) {}

  // --- place: code that runs once per tile ------------------------------------------------------

  /// Emits the code that computes what this boundary method (code for one kind of face) needs to
  /// know of the position of a tile. It runs once per tile, after the positions of the tile and the
  /// thread are set.
  virtual void place(kernel::Builder & /*k*/) {}
  /// Returns a bound of the cells that a tile stores along `axis`: the first one for the low
  /// `side`, and the one after the last for the high `side`. It is `bound`, moved inwards if this
  /// boundary method (code for one kind of face) leaves out cells near the face.
  virtual kernel::Term storedBound(kernel::Builder & /*k*/, const kernel::Term &bound, int /*axis*/,
                                   Side /*side*/) const {
    return bound;
  }
  /// Returns the emitted function that all threads of a tile at faces call once, before barriers
  /// are initialised. Returns `nullopt` if there is no such function.
  virtual std::optional<kernel::FunctionId> preparation() const { return {}; }
  /// Returns the emitted function with which a thread of a tile at faces sets bit masks of those of
  /// its cells that need special treatment. Returns `nullopt` if there is no such function.
  virtual std::optional<kernel::FunctionId> marking() const { return {}; }
  /// Emits the host code that this boundary method (code for one kind of face) needs before the
  /// kernels are launched.
  virtual void launch(const HostLaunch & /*host*/) const {}

  // --- load: cells from memory ------------------------------------------------------------------

  /// Emits the loads of the planes of one step of the sweep. `stepAndCount` has the index of this
  /// step, and the number of steps before it in this sweep. `isEdge` is the condition that the step
  /// is near a face of the swept axis. `plain` emits the usual loads, and is all that this default
  /// version emits. Overriding versions may load planes of tiles at faces differently.
  virtual void fetch(kernel::Builder & /*k*/, const kernel::Term & /*isEdge*/,
                     const std::vector<kernel::Term> & /*stepAndCount*/, const Emit &plain) const {
    plain();
  }
  /// Emits the asynchronous copy of `row` to shared memory. `plain` emits the usual copy, and is
  /// all that this default version emits. Overriding versions may copy rows of tiles at faces
  /// differently.
  virtual void fetchRow(const RowFetch & /*row*/, const Emit &plain) const { plain(); }
  /// Emits the copy of piece `number` (cells of one access) of `row` to the address `to` in shared
  /// memory. It is called for pieces near faces. The emitted code may go on to the next piece. If
  /// it does not, the code after it copies the piece cell by cell.
  virtual void fetchPiece(const RowFetch & /*row*/, const kernel::Term & /*number*/,
                          const kernel::Term & /*to*/) const {}
  /// Emits the load of `row` from global memory into registers. `plain` emits the usual load, and
  /// is all that this default version emits. Overriding versions may load rows of tiles at faces
  /// differently.
  virtual void readRow(const RowRead & /*row*/, const Emit &plain) const { plain(); }
  /// Emits code that runs after the wait for tensor-map loads (TMA) in a step of the sweep. `step`
  /// is the builder of the code of this step. `isLoaded` is the condition that such loads filled
  /// its planes.
  virtual void afterTensors(WaveStep & /*step*/, const kernel::Term & /*isLoaded*/) const {}
  /// Emits assignments to margin cells in `array`, which has a row of `field`. Margin cells lie
  /// left and right of a thread's own cells, and the thread reads them too. `margins` has their
  /// numbers on each side. `step` is the code builder.
  virtual void fillMargins(const WaveStep & /*step*/, const kernel::Term & /*array*/,
                           ir::FieldId /*field*/, const WaveMargins & /*margins*/) const {}
  /// Returns the condition that `row` lies beyond a mirror or copy face of y, so that its values
  /// are those of row `j`, the row being updated. Returns `nullopt` if this cannot happen. `step`
  /// is the code builder.
  virtual std::optional<kernel::Term> repeatsOwn(const WaveStep & /*step*/,
                                                 const RowBeside & /*row*/) const {
    return {};
  }

  // --- restore and store: new cells -------------------------------------------------------------

  /// Emits code that runs after a row of new cells has been computed. It corrects cells of the row
  /// that must not have the computed value, such as frozen cells (which keep their values). It also
  /// sets ghost cells (beyond the grid) that have the same value as a cell of the row.
  virtual void restore(const NewRow & /*row*/) const {}
  /// Emits the store of `row` to the planes in shared memory that other threads read. `plain` emits
  /// the usual store, and is all that this default version emits. Overriding versions may also
  /// store ghost rows (beyond the grid) in tiles at faces. Here `row` has neither `before` nor
  /// `plane`.
  virtual void publish(const NewRow & /*row*/, const Emit &plain) const { plain(); }
  /// Emits code that runs after `stage` (an update statement) has updated all of a thread's rows of
  /// a plane in time step `t`, where 0 is the first fused one. Used only if threads exchange whole
  /// planes. `step` is the code builder.
  virtual void completePlane(const WaveStep & /*step*/, const StageSkew & /*stage*/,
                             const kernel::Term & /*t*/) const {}

  // --- what the method needs --------------------------------------------------------------------

  /// Returns the row of old values that this boundary method (code for one kind of face) needs to
  /// correct a row of new cells of `stage` (an update statement). Returns `nullopt` if it needs
  /// none.
  virtual std::optional<WaveRow> oldRow(const StageSkew & /*stage*/) const { return {}; }
  /// Returns the age (number of planes behind the newest plane) of the oldest plane that this
  /// boundary method (code for one kind of face) reads from registers to correct new cells. Returns
  /// 0 if it reads none.
  virtual int oldestPlane() const { return 0; }
  /// Returns the width in cells of the layer next to the face at `side` of `axis` that this
  /// boundary method (code for one kind of face) treats differently from inner cells. Returns 0 if
  /// there is none.
  virtual int layer(int /*axis*/, Side /*side*/) const { return 0; }
  /// Returns a bit mask of a thread's cells of a row (`axis` 0) or of its rows (`axis` 1). Bit i is
  /// set if cell or row i keeps its old value of the field that `stage` (an update statement)
  /// updates. Returns `nullopt` if this boundary method (code for one kind of face) keeps no values
  /// along `axis`.
  virtual std::optional<kernel::Term> keptMask(const StageSkew & /*stage*/, int /*axis*/) const {
    return {};
  }
  /// Returns true if code of this boundary method (code for one kind of face) fills the planes in
  /// shared memory for tiles at faces of x and y. Tensor-map loads (TMA) then do not fill them.
  virtual bool fillsPlanes() const { return false; }
  /// Returns true if loads of rows of `field` into registers need no test for faces of x and y,
  /// because the coordinates to load from are computed once per tile.
  virtual bool findsCells(ir::FieldId /*field*/) const { return false; }
  /// Returns true if a tile may store some, but not all, of the neighbouring cells that a lane (a
  /// thread of a warp) computes of a row.
  virtual bool splitsLanes() const { return false; }
  /// Returns true if a lane (a thread of a warp) may write to global memory cells of a row that
  /// another lane has computed.
  virtual bool storesOfOthers() const { return false; }

protected:
  Wave &wave;
};

/// Boundary methods of one kernel (each is the code for one kind of face), in the order in which
/// their code runs.
class FaceMethods {
public:
  FaceMethods() = default;
  /// Creates those boundary methods (each is the code for one kind of face) that the kernel of
  /// `wave` needs. They keep a reference to `wave`, which must outlive them at the same address.
  explicit FaceMethods(Wave &wave);

  auto begin() const { return methods.begin(); }
  auto end() const { return methods.end(); }
  /// Declares two constants in the emitted struct Sweep: whether its tile is at a face, and whether
  /// it ends exactly with the grid. Also declares the member with the number of cells by which the
  /// tile extends beyond the grid. `sweep` is the builder of the struct. Stores the handles in
  /// `wave.state.tile`.
  void declareKind(Wave &wave, kernel::StructBuilder &sweep) const;

  // Each function nests the code of all methods and emits `plain` innermost. A method may leave
  // out `plain`.
  void fetch(kernel::Builder &k, const kernel::Term &isEdge,
             const std::vector<kernel::Term> &stepAndCount, const Emit &plain) const;
  void fetchRow(const RowFetch &row, const Emit &plain) const;
  void readRow(const RowRead &row, const Emit &plain) const;
  void publish(const NewRow &row, const Emit &plain) const;

  // Each function returns the first result of a method, in their order, that is not `nullopt`.
  std::optional<kernel::Term> repeatsOwn(const WaveStep &step, const RowBeside &row) const;
  std::optional<WaveRow> oldRow(const StageSkew &stage) const;
  std::optional<kernel::Term> keptMask(const StageSkew &stage, int axis) const;
  std::optional<kernel::FunctionId> preparation() const;
  std::optional<kernel::FunctionId> marking() const;

  /// Returns the age (number of planes behind the newest plane) of the oldest plane that is read
  /// from registers to correct new cells at faces.
  int oldestPlane() const;
  /// Returns the width in cells of the widest layer next to the face at `side` of `axis` that needs
  /// special treatment.
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

/// Creates the boundary method (code for one kind of face) that the name of the function contains,
/// for the kernel of `wave`. Returns null if the kernel does not need it.
std::unique_ptr<FaceMethod> makeUniform(Wave &wave);
std::unique_ptr<FaceMethod> makePatched(Wave &wave);
std::unique_ptr<FaceMethod> makeGathered(Wave &wave);
std::unique_ptr<FaceMethod> makeFrozen(Wave &wave);
std::unique_ptr<FaceMethod> makeMirrored(Wave &wave);

} // namespace stencilc::schedules
