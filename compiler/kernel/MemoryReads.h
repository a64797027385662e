/// \file Loads of the cells that an update reads from memory, placed before the update.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::kernel {

/// The cells that an update reads from memory, as local variables. All are loaded before the first
/// is used, so that the loads overlap. Only the loads differ near faces, so the update is emitted
/// once.
class MemoryReads {
public:
  /// A field level and the offset of the cell that is read.
  struct Place {
    analysis::FieldLevel fieldLevel;
    Offset offset;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Selects the reads of `kernel` for which `isWanted` returns true.
  MemoryReads(const analysis::KernelFacts &kernel,
              const std::function<bool(const Place &)> &isWanted);

  bool empty() const { return reads.empty(); }
  /// Declares a variable for each selected read.
  void declare(Builder &k, const ir::Program &program);
  /// Callback that returns the value of a read. `isInside` is true in code for cells none of whose
  /// reads leave the grid.
  using From = std::function<Term(const Place &read, bool isInside)>;
  /// Emits loads of the variables: one branch for cells where the condition `inside` holds, one for
  /// the others. `from` returns the value of each read.
  void load(Builder &k, const Term &inside, const From &from) const;
  /// Emits loads of the variables for the update of `cell`. If `inside` holds, no read leaves the
  /// grid and memory is read directly. Otherwise the fields' readers apply boundary conditions.
  void load(Builder &k, const KernelBody &body, const Readers &readers,
            const std::vector<Term> &cell, const Term &inside) const;
  /// Returns the variable of a read, or null if the read was not selected.
  const Term *find(const ir::Read &read) const;

private:
  std::vector<Place> reads; // in memory order, field by field
  std::map<Place, Term> values;
};

} // namespace stencilc::kernel
