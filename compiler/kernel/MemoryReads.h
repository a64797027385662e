/// \file Reads of an update that are loaded from memory into variables before the update.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::kernel {

/// The cells that an update reads from memory, as variables. All are loaded before the first is
/// used, so that the loads overlap. Near faces only the loads call readers; the update is written
/// once.
class MemoryReads {
public:
  /// A displaced cell of a field level.
  struct Place {
    analysis::FieldLevel fieldLevel;
    Offset offset;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Selects the reads of `kernel` for which `isWanted` returns true.
  MemoryReads(const analysis::KernelFacts &kernel,
              const std::function<bool(const Place &)> &isWanted);

  bool empty() const { return reads.empty(); }
  /// Declares the variables.
  void declare(Builder &k, const ir::Program &program);
  /// Returns the source of a read. `isInside`: no read of the cell leaves the grid.
  using From = std::function<Term(const Place &read, bool isInside)>;
  /// Loads the variables with `from`, in a branch on the condition `inside`.
  void load(Builder &k, const Term &inside, const From &from) const;
  /// Loads the variables for the update of `cell`. If no read leaves the grid (`inside`), memory is
  /// read directly, else by the fields' readers.
  void load(Builder &k, const KernelBody &body, const Readers &readers,
            const std::vector<Term> &cell, const Term &inside) const;
  /// Returns the variable of a read; null if it has none.
  const Term *find(const ir::Read &read) const;

private:
  std::vector<Place> reads; // in memory order, field by field
  std::map<Place, Term> values;
};

} // namespace stencilc::kernel
