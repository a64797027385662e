/// \file Parameters, cell updates and frozen cells (which keep their values) in functions of one
/// kernel, for all schedules.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/build/Build.h"
#include "kernel/build/Numbers.h"
#include "kernel/build/Readers.h"
#include "kernel/build/Uniforms.h"

namespace stencilc::kernel {

/// Returns a lambda `[&](int dx, int dy) { ... }` that accesses the cell at a displacement from
/// `cell`. The callback `body` adds the code of the lambda and gets the displaced coordinates.
Term accessor(Builder &k, const std::vector<Term> &cell,
              const std::function<void(const std::vector<Term> &at)> &body);

/// Options that decide which parameters a function for updates of cells has.
struct KernelParams {
  bool byReference = false; // pass the grid by reference; not for kernels, which get copies
  bool isReadOnly = false;  // no thread writes the field levels that are read
  UniformNeeds usesUniforms = {};
  bool hasNumbers = false; // pass constants of the update that no instruction can hold
  int steps = 1;           // time steps of a launch
  bool isInPlace = false;  // updated fields have one buffer: t+1 overwrites t
};

/// Builder of a function that updates cells: it computes the stages of one kernel.
class KernelBody {
public:
  KernelBody(Builder &builder, const analysis::Facts &facts, const analysis::KernelFacts &kernel);

  /// Adds the parameters: the grid, the uniforms (scalars that the host computes), and views
  /// (pointer and strides) of the fields that are read and written.
  void declareParams(const KernelParams &params);
  /// Returns the parameters of this function, to pass them to another function with the same
  /// parameters.
  std::vector<Term> ownArguments() const;
  /// Sets the uniforms (scalars that the host computes), for a function that has no parameters for
  /// them.
  void setUniforms(const StepsUniforms &terms) { uniformTerms = terms; }

  const Term &grid() const { return *gridTerm; }
  /// Sets the time step of the updates that follow: `number` steps after the first one of the
  /// launch.
  void setStep(const Term &number) { step = number; }
  /// Returns the uniforms (scalars of the host) for a time level: level 0 has those of the time
  /// step whose updates are emitted, level 1 those of the next step.
  UniformTerms uniforms(int level) const {
    return uniformTerms.at(step.home() ? step + level
                                       : Term(static_cast<int>(step.value()) + level));
  }
  const Term &view(const analysis::FieldLevel &fieldLevel) const;
  const Term &target(ir::FieldId field) const { return writes.at(field); }

  /// Returns the condition that a cell is closer to a face of the grid than `margin` cells, such as
  /// `x - 1 < 0 || ...`. Returns `nullopt` if `margin` is zero on all sides.
  std::optional<Term> near(const std::vector<Term> &cell, const Reach &margin) const;
  /// Returns the condition that a cell is at least `margin` cells away from the faces of the grid.
  /// Tests only the axes from `first` on. Returns `nullopt` if their margins are zero.
  std::optional<Term> inside(const std::vector<Term> &cell, const Reach &margin,
                             int first = 0) const;
  /// Emits a copy of the old value of a frozen cell, which keeps its value, for every field that
  /// the kernel computes.
  void keep(const std::vector<Term> &cell);
  /// Emits a branch for frozen cells (which keep their values). It copies their old values. `done`
  /// adds the code at the end of the branch, such as a return. Precondition: all stages freeze the
  /// same cells.
  void keepFirst(const std::vector<Term> &cell, const std::function<void()> &done);
  /// Declares boolean variables that are true if a cell is frozen (keeps its value): one for each
  /// stage, or one for all if the stages freeze the same cells.
  void declareFrozen(const std::vector<Term> &cell);
  /// Returns the boolean variable that is true if the cell is frozen (keeps its value) in the stage
  /// that computes `target`. Returns null if that stage freezes no cells.
  const Term *frozenOf(ir::FieldId target) const;

  /// Returns the coordinate along `axis` of the first cell that a thread updates. `cells` is the
  /// number of cells along that axis that each thread updates.
  Term ownCell(int axis, const Term &cells = 1) const;
  /// Declares and returns the coordinates of the cell of a thread, one cell for each thread. Emits
  /// a return for threads beyond the range of the launch.
  std::vector<Term> takeCell() const;
  /// Returns the value of a cell inside or beyond the grid. The emitted code calls the function
  /// that reads the field with boundary conditions.
  Term readBeyond(const Readers &readers, const analysis::FieldLevel &fieldLevel,
                  const std::vector<Term> &cell) const;

  /// Callbacks with which an update reads and writes cells.
  struct Access {
    std::function<Term(const ir::Read &)> read = {}; // gives a cell that is read
    std::function<Term(ir::StageId)> place = {};     // gives the place of the new value
    std::function<Term(int axis)> position = {};
    bool reachesBeyond = false; // also for cells beyond the grid, whose new values are unused
    /// True if new values are stored after the last stage. A compiler must assume that a store
    /// changes the data that is read, and would repeat loads after each store.
    bool storesLast = false;
    /// Pairs of a field and a variable with its new value. The callback `store` gets one pair for
    /// each stage that is written to memory. If `store` is empty, each value is assigned to the
    /// cell that the callback `place` returns.
    using NewValues = std::vector<std::pair<ir::FieldId, Term>>;
    std::function<void(const NewValues &)> store = {};
  };
  /// Emits all stages of the kernel in order, each after a comment with its source line. Stores the
  /// new values.
  void update(const Access &access);

  // Updates of one cell in memory
  /// Variables of the emitted code that hold lambdas, by field and time level. Each lambda returns
  /// the value of a cell at a displacement.
  using Accessors = std::map<analysis::FieldLevel, Term>;
  /// Returns the name hint (preferred name) `T_at` for the lambda that reads a field `T` at a
  /// displacement.
  static NameHint accessorName(const analysis::FieldLevel &fieldLevel);
  Term accessor(const std::vector<Term> &cell,
                const std::function<void(const std::vector<Term> &at)> &body) {
    return kernel::accessor(k, cell, body);
  }
  /// Emits the update of `cell`. Reads call the lambda of their field and time level in
  /// `accessors`. Without such a lambda they access memory directly.
  void updateCell(const std::vector<Term> &cell, const Accessors &accessors);

  // Parts of an update
  /// Emits the source line of a stage as a comment.
  void note(ir::StageId stage);
  /// Returns the new value of a stage at a cell. Does not test whether the cell is frozen (keeps
  /// its old value).
  Term value(ir::StageId stage, const Access &access);
  /// Returns the condition that the row of cells at the coordinates (y, z) in `at` contains points
  /// of sources. Returns `nullopt` if the kernel has no sources.
  std::optional<Term> rowHasPoints(const std::vector<Term> &at) const;
  /// Sets whether the updates that follow can ignore sources. If `none` is true, no cell has points
  /// of a source, so the weights are 0.
  void setNoPoints(bool none) { hasNoPoints = none; }
  /// Makes the updates that follow also store the values that receivers read, in the tables for
  /// receivers. They are stored as values of the first time step of the launch.
  void recordReceivers() { isRecorded = true; }
  /// Sets the value of `field` at t+1, for reads by later stages of this kernel.
  void setNew(ir::FieldId field, const Term &value) { news.insert_or_assign(field, value); }

private:
  Term placeInside(int axis, const Access &access) const;
  Term profileAt(const ir::ProfileRead &read, const Access &access) const;
  std::optional<Term> leaf(const ir::Expr &leaf, const Access &access) const;
  void record(ir::FieldId field, const Term &value, const Access &access) const;

  Builder &k;
  const analysis::Facts &facts;
  const ir::Program &program;
  const analysis::KernelFacts &kernel;
  std::optional<Term> gridTerm, numbersTerm;
  StepsUniforms uniformTerms;
  NumberNames numbers;
  std::map<analysis::FieldLevel, Term> reads;
  std::map<ir::FieldId, Term> writes;
  std::map<ir::FieldId, Term> news, frozen; // by target, once declared
  bool hasNoPoints = false, isRecorded = false, isInPlace = false;
  Term step = 0;
};

/// Emits code that stores `value` for receivers if one of them reads the cell. `records` is the
/// table of the cells that receivers read, `step` the index of the time step in the launch. `cell`
/// has coordinates along all three axes.
void recordCell(Builder &k, const Term &records, const std::vector<Term> &cell, const Term &step,
                const Term &value);

/// Returns the number of blocks that cover the range of a launch along `axis`, if each block
/// updates `cells` cells.
Term blocksAlong(Builder &k, int axis, const Term &cells);

/// Returns which uniforms (scalars that the host computes) a kernel needs for its updates. If
/// `callsReaders`, the result includes scalars that boundary values use.
UniformNeeds kernelUsesUniforms(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                                const Readers &readers, bool callsReaders);

/// Adds the host function that computes a time step. `perform` emits the launch or call of one
/// kernel. If the step has several kernels, each is in a scope of its own. A `repeat` becomes a
/// loop.
void lowerStep(
    Module &module, const analysis::Facts &facts,
    const std::function<void(Builder &k, const Term &step, std::size_t kernel)> &perform);

/// Returns the coordinates of `cell` plus `offset`, one for each axis of `cell`.
std::vector<Term> displaced(const std::vector<Term> &cell, const Offset &offset);

} // namespace stencilc::kernel
