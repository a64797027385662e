/// \file Loads of the cells that an update reads from memory, placed before the update.
#pragma once

#include "kernel/build/KernelBody.h"

namespace stencilc::kernel {

/// Local variables for the cells that an update reads from memory. All loads precede the first use,
/// so that they overlap. Cells near faces need other loads but the same update, which is emitted
/// once.
class MemoryReads {
public:
  /// One read of an update: a field, its time level, and the offset of the cell that is read.
  struct Place {
    analysis::FieldLevel fieldLevel;
    Offset offset;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Selects the reads of the update in `kernel` for which `isWanted` returns true.
  MemoryReads(const analysis::KernelFacts &kernel,
              const std::function<bool(const Place &)> &isWanted);

  bool empty() const { return reads.empty(); }
  /// Declares a variable for each selected read of the update.
  void declare(Builder &k, const ir::Program &program);
  /// Callback that returns the value of a read. `isInside` is true in code for cells all of whose
  /// reads are inside the grid.
  using From = std::function<Term(const Place &read, bool isInside)>;
  /// Emits loads of cells into the variables that declare() has declared, in two branches: one for
  /// cells at which the condition `inside` holds, one for the others. `from` returns the value of
  /// each read.
  void load(Builder &k, const Term &inside, const From &from) const;
  /// Emits loads of the cells that the update of `cell` reads into the variables that declare() has
  /// declared. If the emitted condition `inside` holds, all these cells are in the grid and are
  /// loaded directly. Otherwise the code calls functions that apply boundary conditions.
  void load(Builder &k, const KernelBody &body, const Readers &readers,
            const std::vector<Term> &cell, const Term &inside) const;
  /// Returns the variable that holds the value of `read`, or null if the read was not selected.
  const Term *find(const ir::Read &read) const;

private:
  std::vector<Place> reads; // in memory order, field by field
  std::map<Place, Term> values;
};

} // namespace stencilc::kernel
