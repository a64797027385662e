/// \file Boundary method for frozen faces: cells there keep their old values, which the emitted
/// code puts back after each update.
#pragma once

#include "schedules/wavefront/faces/Frozen.h"

namespace stencilc::schedules {

/// Emits the code that saves frozen cells (which keep their values) of loaded planes in shared
/// memory, and puts them back after each update. Used by kernels that exchange whole planes.
class FrozenCopies {
public:
  explicit FrozenCopies(Wave &wave) : wave(wave) {}
  /// Declares, for each field, the emitted constant with the number of planes whose frozen cells
  /// (which keep their values) are saved.
  void declareConstants();
  /// Declares the buffers for saved frozen cells (which keep their values) in the emitted struct
  /// Shared, the shared memory of a block. `layouts` has, for each field, the emitted type that
  /// describes its frozen cells.
  void declareShared(kernel::StructBuilder &shared,
                     const std::map<ir::FieldId, kernel::Type> &layouts);
  /// Emits code that runs after `stage` (an update statement) has updated a plane in time step `t`,
  /// where 0 is the first fused one. The code puts old values back into the frozen cells (which
  /// keep their values) of that plane. In time step 0 it first saves those of the newest loaded
  /// plane. `step` is the code builder.
  void completePlane(const WaveStep &step, const StageSkew &stage, const kernel::Term &t) const;

private:
  void saveAndRestore(const WaveStep &step, const StageSkew &stage, const kernel::Term &t,
                      const FrozenStore &store) const;
  void storeEnds(const WaveStep &step, const StageSkew &stage, const kernel::Term &t,
                 const kernel::Term &slot, bool isPartial) const;
  void giveStoredCell(const WaveStep &step, const kernel::Term &view, const kernel::Term &row,
                      const kernel::Term &cell, const kernel::Term &plane) const;

  Wave &wave;
  std::map<ir::FieldId, kernel::Term> slots;   // number of planes whose cells are saved
  std::map<ir::FieldId, kernel::VarId> planes; // members of the struct Shared: buffers
};

/// Boundary method for cells that keep old values: frozen cells near faces, and ghost cells (beyond
/// the grid) with a fixed boundary value that later time steps read. A step of the sweep computes
/// them like other cells, and then restores them. Old values come from registers, from a plane in a
/// ring buffer, from copies in shared memory, or from global memory.
class FrozenMethod : public FaceMethod {
public:
  explicit FrozenMethod(Wave &wave) : FaceMethod(wave), inMemory(wave), copies(wave) {}

  void declareConstants() override;
  void declareShared(kernel::StructBuilder &shared) override;
  void declareMembers(kernel::StructBuilder &sweep, MembersAfter where) override;
  void lowerFunctions(FunctionsBefore next) override;
  void lowerStage(WaveStep &step, const StageSkew &stage) override;

  void place(kernel::Builder &k) override;
  kernel::Term storedBound(kernel::Builder &k, const kernel::Term &bound, int axis,
                           Side side) const override;
  std::optional<kernel::FunctionId> marking() const override { return marks; }
  void launch(const HostLaunch &host) const override;

  void restore(const NewRow &row) const override;
  void completePlane(const WaveStep &step, const StageSkew &stage,
                     const kernel::Term &t) const override;

  std::optional<WaveRow> oldRow(const StageSkew &stage) const override;
  int oldestPlane() const override;
  int layer(int axis, Side side) const override;
  std::optional<kernel::Term> keptMask(const StageSkew &stage, int axis) const override;
  bool storesOfOthers() const override;

private:
  ir::FieldId target(ir::StageId stage) const;
  std::vector<FrozenFace> facesOf(ir::StageId stage) const;
  bool restores(ir::StageId stage) const { return !facesOf(stage).empty(); }
  bool restoresAcross() const;
  bool holds(ir::FieldId field) const;
  bool asksAgain() const;
  void findShift(kernel::Builder &k) const;

  void nameLayout(ir::FieldId field, const FrozenStore &store);
  void mark(kernel::Builder &k, ir::StageId stage) const;
  void restoreRow(const NewRow &row) const;
  kernel::Term isWholeRow(const NewRow &row) const;
  void restoreCells(const NewRow &row, const kernel::Term &isWhole) const;
  void restoreAtEnds(const NewRow &row) const;
  void refix(const NewRow &row) const;

  CellsInMemory inMemory;
  FrozenCopies copies;
  /// Emitted types that describe the frozen cells (which keep their values) of a field, in a tile
  /// that ends exactly with the grid.
  std::map<ir::FieldId, kernel::Type> layouts;
  std::map<ir::FieldId, kernel::VarId> cells;      // members of Sweep: bit i: cell i is frozen
  std::map<ir::FieldId, kernel::VarId> rows;       // members of Sweep: bit j: row j is frozen
  std::optional<kernel::FunctionId> marks;         // emitted function that sets these masks
  std::map<ir::StageId, kernel::FunctionId> parts; // emitted functions that restore a row
};

} // namespace stencilc::schedules
