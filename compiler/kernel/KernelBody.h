/// \file Parameters, cell updates and frozen cells in functions of one kernel, for all schedules.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/Build.h"
#include "kernel/Numbers.h"
#include "kernel/Readers.h"
#include "kernel/Uniforms.h"

namespace stencilc::kernel {

/// Returns a lambda `[&](int dx, int dy) { ... }` that accesses a cell at a displacement from
/// `cell`. The callback `body` adds its code and gets the displaced coordinates.
Term accessor(Builder &k, const std::vector<Term> &cell,
              const std::function<void(const std::vector<Term> &at)> &body);

/// Options of the parameters of a function that updates cells.
struct KernelParams {
  bool byReference = false; // pass the grid by reference; not for kernels, which get copies
  bool isReadOnly = false;  // no thread writes the field levels that are read
  UniformNeeds usesUniforms = {};
  bool hasNumbers = false; // pass constants of the update that no instruction can hold
  int steps = 1;           // time steps of a launch
  bool isInPlace = false;  // updated fields have one buffer: t+1 overwrites t
};

/// Builder of a function that updates cells by the stages of one kernel.
class KernelBody {
public:
  KernelBody(Builder &builder, const analysis::Facts &facts, const analysis::KernelFacts &kernel);

  /// Adds the parameters: the grid, the uniforms (scalars that the host computes), views of the
  /// fields read, and views of the fields written.
  void declareParams(const KernelParams &params);
  /// Returns the parameters of this function as arguments for another function with the same ones.
  std::vector<Term> ownArguments() const;
  /// Sets the uniforms (scalars that the host computes) for a function that has no parameters for
  /// them.
  void setUniforms(const StepsUniforms &terms) { uniformTerms = terms; }

  const Term &grid() const { return *gridTerm; }
  /// Selects the time step of the following updates: `number` steps after the first one of the
  /// launch.
  void setStep(int number) { step = number; }
  /// Returns the uniforms of the time step that belongs to a time level: level 1 (t+1) has those of
  /// the step after the selected one.
  UniformTerms uniforms(int level) const { return uniformTerms.at(step + level); }
  const Term &view(const analysis::FieldLevel &fieldLevel) const;
  const Term &target(ir::FieldId field) const { return writes.at(field); }

  /// Returns the condition that a cell is closer to a face of the grid than `margin`, such as `x -
  /// 1 < 0 || ...`. Returns `nullopt` if all margins are zero.
  std::optional<Term> near(const std::vector<Term> &cell, const Reach &margin) const;
  /// Returns the condition that a cell is not closer to a face of the grid than `margin`. Tests the
  /// axes from `first` on. Returns `nullopt` if all margins are zero.
  std::optional<Term> inside(const std::vector<Term> &cell, const Reach &margin,
                             int first = 0) const;
  /// Emits a copy of the old value of a frozen cell, for every field that the kernel computes.
  /// Frozen cells keep their values.
  void keep(const std::vector<Term> &cell);
  /// Emits a branch that copies the old values of a frozen cell. `done` adds the code at the end of
  /// the branch. Precondition: all stages freeze the same cells.
  void keepFirst(const std::vector<Term> &cell, const std::function<void()> &done);
  /// Declares boolean variables that tell whether a cell is frozen: one for each stage, or one for
  /// all stages if they freeze the same cells.
  void declareFrozen(const std::vector<Term> &cell);
  /// Returns the variable that tells whether the cell is frozen for the stage that computes
  /// `target`, or null if that stage freezes no cells.
  const Term *frozenOf(ir::FieldId target) const;

  /// Returns the coordinate along `axis` of the first cell of a thread. Each thread updates `cells`
  /// cells along that axis.
  Term ownCell(int axis, const Term &cells = 1) const;
  /// Declares and returns the coordinates of the one cell of a thread. A thread beyond the range of
  /// the launch returns.
  std::vector<Term> takeCell() const;
  /// Returns the value of a cell inside or beyond the grid, by a call of the field's reader, which
  /// applies boundary conditions.
  Term readBeyond(const Readers &readers, const analysis::FieldLevel &fieldLevel,
                  const std::vector<Term> &cell) const;

  /// Callbacks with which an update reads and writes cells.
  struct Access {
    std::function<Term(const ir::Read &)> read = {}; // gives a cell that is read
    std::function<Term(ir::StageId)> place = {};     // gives the place of the new value
    std::function<Term(int axis)> position = {};
    bool reachesBeyond = false; // also for cells beyond the grid, whose new values are unused
    /// True to store new values after the last stage. A compiler must assume that a store changes
    /// the data that is read, and would repeat loads after each store.
    bool storesLast = false;
    /// Callback that stores the new values of all stages that are written to memory, given as
    /// variables. If it is not set, each value is assigned to its `place`.
    using NewValues = std::vector<std::pair<ir::FieldId, Term>>;
    std::function<void(const NewValues &)> store = {};
  };
  /// Emits all stages in order, each after a comment with its source line, and stores the new
  /// values.
  void update(const Access &access);

  // Updates of one cell in memory
  /// Variables that hold lambdas of the emitted code, by field and time level. Each lambda reads a
  /// cell at a displacement.
  using Accessors = std::map<analysis::FieldLevel, Term>;
  /// Returns the name hint `T_at` of the lambda that reads a field level at a displacement.
  static NameHint accessorName(const analysis::FieldLevel &fieldLevel);
  Term accessor(const std::vector<Term> &cell,
                const std::function<void(const std::vector<Term> &at)> &body) {
    return kernel::accessor(k, cell, body);
  }
  /// Emits the update of `cell`. A read uses the lambda of its field level in `accessors`, or
  /// otherwise the memory directly.
  void updateCell(const std::vector<Term> &cell, const Accessors &accessors);

  // Parts of an update
  /// Adds the source line of a stage as a comment.
  void note(ir::StageId stage);
  /// Returns the new value of a stage for any cell, frozen or not.
  Term value(ir::StageId stage, const Access &access);
  /// Returns the condition that the row of cells at (y, z) contains points of sources, or `nullopt`
  /// if the kernel has no sources.
  std::optional<Term> rowHasPoints(const std::vector<Term> &at) const;
  /// Sets whether the following updates may assume that no cell has points of a source, so that
  /// their weights are 0.
  void setNoPoints(bool none) { hasNoPoints = none; }
  /// Makes the following updates record the values that receivers read, in the first time step of a
  /// launch.
  void recordReceivers() { isRecorded = true; }
  /// Sets the value of `field` at t+1 that later stages of this kernel read.
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
  int step = 0;
};

/// Emits code that records the value of a cell if a receiver reads it. `step` is the index of the
/// time step in the launch. `cell` has coordinates along all three axes.
void recordCell(Builder &k, const Term &records, const std::vector<Term> &cell, const Term &step,
                const Term &value);

/// Returns the number of blocks that cover the range of a launch along `axis`, if each block
/// updates `cells` cells.
Term blocksAlong(Builder &k, int axis, const Term &cells);

/// Returns the uniforms (scalars that the host computes) that a kernel needs for its updates. With
/// `callsReaders` it includes those for boundary values.
UniformNeeds kernelUsesUniforms(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                                const Readers &readers, bool callsReaders);

/// Adds the host function that computes a time step. `perform` emits the launch or call of one
/// kernel. If there are several, each is in a scope of its own. Iterations of a `repeat` become a
/// loop.
void lowerStep(
    Module &module, const analysis::Facts &facts,
    const std::function<void(Builder &k, const Term &step, std::size_t kernel)> &perform);

/// Returns the coordinates of a cell plus `offset`, along each axis.
std::vector<Term> displaced(const std::vector<Term> &cell, const Offset &offset);

} // namespace stencilc::kernel
