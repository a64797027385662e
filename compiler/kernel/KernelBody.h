/// \file Common parts of functions of one kernel, for all schedules: parameters, updates of a cell,
/// frozen cells.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/Build.h"
#include "kernel/Numbers.h"
#include "kernel/Readers.h"
#include "kernel/Uniforms.h"

namespace stencilc::kernel {

/// Returns a closure `[&](int dx, int dy) { ... }`. `body` writes its body from the displaced
/// coordinates.
Term accessor(Builder &k, const std::vector<Term> &cell,
              const std::function<void(const std::vector<Term> &at)> &body);

/// Options for the parameters of a function of a kernel.
struct KernelParams {
  bool byReference = false; // pass the grid by reference; not for kernels, which get copies
  bool isReadOnly = false;  // no thread writes the field levels that are read
  UniformNeeds usesUniforms = {};
  bool hasNumbers = false; // pass constants of the update that no instruction can hold
  int steps = 1;           // time steps of a launch
  bool isInPlace = false;  // updated fields have one buffer: t+1 overwrites t
};

/// Builds a function of one kernel.
class KernelBody {
public:
  KernelBody(Builder &builder, const analysis::Facts &facts, const analysis::KernelFacts &kernel);

  /// Adds the parameters: grid, uniforms, the field levels read and the fields written.
  void declareParams(const KernelParams &params);
  /// Returns the parameters as arguments for another function with the same parameters.
  std::vector<Term> ownArguments() const;
  /// Sets the uniforms, for functions without parameters for them.
  void setUniforms(const StepsUniforms &terms) { uniformTerms = terms; }

  const Term &grid() const { return *gridTerm; }
  /// Selects the step of a launch that the following updates belong to: `number` steps after the
  /// first.
  void setStep(int number) { step = number; }
  /// Returns the step uniforms of a time level: level 1 (t+1) has those of the next step.
  UniformTerms uniforms(int level) const { return uniformTerms.at(step + level); }
  const Term &view(const analysis::FieldLevel &fieldLevel) const;
  const Term &target(ir::FieldId field) const { return writes.at(field); }

  /// Returns the condition that the cell is closer to a face than `margin`, such as `x - 1 < 0 ||
  /// ...`. Returns nothing if all margins are zero.
  std::optional<Term> near(const std::vector<Term> &cell, const Reach &margin) const;
  /// Returns the condition that the cell is not closer to a face than `margin`, for the axes from
  /// `first` on.
  std::optional<Term> inside(const std::vector<Term> &cell, const Reach &margin,
                             int first = 0) const;
  /// Copies the old value of a frozen cell, for every field that the kernel computes.
  void keep(const std::vector<Term> &cell);
  /// If all stages freeze the same cells: copies frozen cells and calls `done` for them.
  void keepFirst(const std::vector<Term> &cell, const std::function<void()> &done);
  /// Declares the conditions that the cell is frozen: a variable for each stage, or one `frozen`
  /// for all.
  void declareFrozen(const std::vector<Term> &cell);
  /// Returns the condition that the cell is frozen for the stage that computes `target`; null if
  /// none is.
  const Term *frozenOf(ir::FieldId target) const;

  /// Returns the thread's coordinate along `axis`. Each thread updates `cells` cells along it, and
  /// this is the first of them.
  Term ownCell(int axis, const Term &cells = 1) const;
  /// Declares the coordinates of the thread's one cell, and ends threads without a cell.
  std::vector<Term> takeCell() const;
  /// Returns a cell of `fieldLevel`, inside or beyond the grid, by the field's reader.
  Term readBeyond(const Readers &readers, const analysis::FieldLevel &fieldLevel,
                  const std::vector<Term> &cell) const;

  /// Callbacks with which an update reads and writes cells.
  struct Access {
    std::function<Term(const ir::Read &)> read = {}; // gives a cell that is read
    std::function<Term(ir::StageId)> place = {};     // gives the place of the new value
    std::function<Term(int axis)> position = {};
    bool reachesBeyond = false; // also for cells beyond the grid, whose new values are unused
    /// Stores all new values after the last stage. A compiler must assume that stores change the
    /// buffers that are read, so it would repeat loads after each store.
    bool storesLast = false;
    /// Stores the new values of all stages that go to memory, given as variables. If not set, each
    /// value is assigned to its `place`.
    using NewValues = std::vector<std::pair<ir::FieldId, Term>>;
    std::function<void(const NewValues &)> store = {};
  };
  /// Writes all stages in order, each with its source line as a comment, and stores the new values.
  void update(const Access &access);

  // Updates of one cell in memory
  /// Closures that read a displaced cell, by field level.
  using Accessors = std::map<analysis::FieldLevel, Term>;
  /// Returns the name hint `T_at` of an accessor.
  static Wish accessorName(const analysis::FieldLevel &fieldLevel);
  Term accessor(const std::vector<Term> &cell,
                const std::function<void(const std::vector<Term> &at)> &body) {
    return kernel::accessor(k, cell, body);
  }
  /// Updates `cell`. Reads use the accessor of their field level if there is one, else memory
  /// directly.
  void updateCell(const std::vector<Term> &cell, const Accessors &accessors);

  // Parts of an update
  /// Adds the source line of a stage as a comment.
  void note(ir::StageId stage);
  /// Returns the new value of a stage, without regard to frozen cells.
  Term value(ir::StageId stage, const Access &access);
  /// Returns the condition that the row at (y, z) has points of sources; nothing if the kernel has
  /// no sources.
  std::optional<Term> rowHasPoints(const std::vector<Term> &at) const;
  /// Sets whether the following updates assume that no cell has points of a source.
  void setNoPoints(bool none) { hasNoPoints = none; }
  /// Makes the following updates record what receivers read in the first step of a launch.
  void recordReceivers() { isRecorded = true; }
  /// Sets the new value of `field` that later stages read.
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

/// Adds the code that records the value of a cell after step `step` of a launch, if a receiver
/// reads it. `cell` has coordinates along all three axes.
void recordCell(Builder &k, const Term &records, const std::vector<Term> &cell, const Term &step,
                const Term &value);

/// Returns the number of blocks that cover the range of a launch along `axis`, `cells` cells each.
Term blocksAlong(Builder &k, int axis, const Term &cells);

/// Returns the uniforms that a kernel needs for its updates, and with `callsReaders` for boundary
/// values.
UniformNeeds kernelUsesUniforms(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                                const Readers &readers, bool callsReaders);

/// Adds the function that does a time step on the host. `perform` writes the launch or call of one
/// kernel. If there are several, each gets a scope of its own. Iterations of a repeat become a
/// loop.
void lowerStep(
    Module &module, const analysis::Facts &facts,
    const std::function<void(Builder &k, const Term &step, std::size_t kernel)> &perform);

/// Returns the coordinates of a cell plus an offset.
std::vector<Term> displaced(const std::vector<Term> &cell, const Offset &offset);

} // namespace stencilc::kernel
