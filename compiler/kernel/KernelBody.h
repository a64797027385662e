/// \file What functions of one kernel over the grid are made of, whatever the schedule: their
/// parameters, the updates of a cell, frozen cells.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/Build.h"
#include "kernel/Numbers.h"
#include "kernel/Readers.h"
#include "kernel/Uniforms.h"

namespace stencilc::kernel {

/// `[&](int dx, int dy) { ... }`; `body` gets the displaced cell.
Term accessor(Builder &k, const std::vector<Term> &cell,
              const std::function<void(const std::vector<Term> &at)> &body);

/// How the parameters of a function of a kernel are declared.
struct KernelParams {
  bool byReference = false; // the grid: not of kernels, which get a copy
  bool isReadOnly = false;  // field levels are data that nobody writes
  UniformNeeds usesUniforms = {};
  bool hasNumbers = false; // constants of the update that no instruction can hold
  int steps = 1;           // that a launch does
  bool isInPlace = false; // fields that are updated have one buffer: t+1 is written where t is read
};

/// A function of one kernel while it is written.
class KernelBody {
public:
  KernelBody(Builder &builder, const analysis::Facts &facts, const analysis::KernelFacts &kernel);

  /// Declares grid, uniforms, the field levels read and the fields written.
  void declareParams(const KernelParams &params);
  /// Arguments for another function with the same parameters.
  std::vector<Term> ownArguments() const;
  /// The uniforms, where they are not parameters.
  void setUniforms(const StepsUniforms &terms) { uniformTerms = terms; }

  const Term &grid() const { return *gridTerm; }
  /// From here on, updates are those of the step that comes so many after the first of a launch.
  void setStep(int number) { step = number; }
  /// Step uniforms that a level has: of the next step for t+1.
  UniformTerms uniforms(int level) const { return uniformTerms.at(step + level); }
  const Term &view(const analysis::FieldLevel &fieldLevel) const;
  const Term &target(ir::FieldId field) const { return writes.at(field); }

  /// `x - 1 < ... || ...`: whether the cell is closer to a face than `margin`; nothing if that is
  /// zero.
  std::optional<Term> near(const std::vector<Term> &cell, const Reach &margin) const;
  /// The opposite, along the axes from `first` on.
  std::optional<Term> inside(const std::vector<Term> &cell, const Reach &margin,
                             int first = 0) const;
  /// Copies a cell that keeps its values, of every field that the kernel computes.
  void keep(const std::vector<Term> &cell);
  /// Where all stages keep the same cells: copies those and calls `done`.
  void keepFirst(const std::vector<Term> &cell, const std::function<void()> &done);
  /// Declares what tells frozen cells: a variable for each stage, or `frozen` for all.
  void declareFrozen(const std::vector<Term> &cell);
  /// What says that the cell is frozen for the stage of `target`; null if none is.
  const Term *frozenOf(ir::FieldId target) const;

  /// The thread's coordinate along `axis`, if threads of a block update `cells` along it each: the
  /// first of them.
  Term ownCell(int axis, const Term &cells = 1) const;
  /// Declares the coordinates of the thread's only cell, and lets threads leave that have none.
  std::vector<Term> takeCell() const;
  /// A cell of `fieldLevel` by the field's reader, which may be asked for any.
  Term readBeyond(const Readers &readers, const analysis::FieldLevel &fieldLevel,
                  const std::vector<Term> &cell) const;

  /// How an update reads and writes.
  struct Access {
    std::function<Term(const ir::Read &)> read = {}; // of memory
    std::function<Term(ir::StageId)> place = {};     // of the new value
    std::function<Term(int axis)> position = {};
    bool reachesBeyond = false; // also of cells beyond the grid, whose new values nobody takes
    /// All are stored behind the last stage: no compiler knows that a buffer which is read is none
    /// of those written, and what stages read in common is loaded again behind each store.
    bool storesLast = false;
    /// Stores the new values of all stages that memory is to have, in variables; without it each is
    /// assigned to its place.
    using NewValues = std::vector<std::pair<ir::FieldId, Term>>;
    std::function<void(const NewValues &)> store = {};
  };
  /// The stages in order, each with its source line: new values go to their places.
  void update(const Access &access);

  // One cell, in memory
  /// Functions that read a displaced cell, by what they read.
  using Accessors = std::map<analysis::FieldLevel, Term>;
  /// `T_at`
  static Wish accessorName(const analysis::FieldLevel &fieldLevel);
  Term accessor(const std::vector<Term> &cell,
                const std::function<void(const std::vector<Term> &at)> &body) {
    return kernel::accessor(k, cell, body);
  }
  /// Updates `cell`, by accessors where there is one, else by the cells in memory themselves.
  void updateCell(const std::vector<Term> &cell, const Accessors &accessors);

  // The same piece by piece.
  /// The source line of a stage, as a comment.
  void note(ir::StageId stage);
  /// The new value of a stage, whether or not its cell keeps the old one.
  Term value(ir::StageId stage, const Access &access);
  /// Whether the row at (y, z) has points of sources; nothing if the kernel has no sources.
  std::optional<Term> rowHasPoints(const std::vector<Term> &at) const;
  /// From here on, or not any more, no cell has points of a source.
  void setNoPoints(bool none) { hasNoPoints = none; }
  /// From here on, updates record what receivers read, of the first step of a launch.
  void recordReceivers() { isRecorded = true; }
  /// Later stages read the new value of `field` from here.
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

/// Keeps the value of a cell, with coordinates along all three axes, after step number `step` of a
/// launch if a receiver reads it.
void recordCell(Builder &k, const Term &records, const std::vector<Term> &cell, const Term &step,
                const Term &value);

/// Blocks that cover what a launch does along `axis`, each `cells` of it.
Term blocksAlong(Builder &k, int axis, const Term &cells);

/// The uniforms that a kernel needs for its updates, or for readers it calls where `callsReaders`.
UniformNeeds kernelUsesUniforms(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                                const Readers &readers, bool callsReaders);

/// Adds the function that the runtime calls for a time step. `perform` writes the launch or call of
/// one kernel; of several, each is in a scope of its own. Kernels that run several times are in a
/// loop.
void lowerStep(
    Module &module, const analysis::Facts &facts,
    const std::function<void(Builder &k, const Term &step, std::size_t kernel)> &perform);

/// The coordinates of a cell, displaced.
std::vector<Term> displaced(const std::vector<Term> &cell, const Offset &offset);

} // namespace stencilc::kernel
