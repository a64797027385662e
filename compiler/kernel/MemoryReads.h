/// \file What a cell's update takes from memory, in variables that are loaded before it.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::kernel {

/// Values of cells that an update reads from memory, in variables, all loaded before the first one
/// is used: they are under way together, and near faces nothing but loads is done by readers.
class MemoryReads {
public:
  /// One cell of a field level, displaced.
  struct Place {
    analysis::FieldLevel fieldLevel;
    Offset offset;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// The reads of `kernel` that `isWanted`.
  MemoryReads(const analysis::KernelFacts &kernel,
              const std::function<bool(const Place &)> &isWanted);

  bool empty() const { return reads.empty(); }
  /// Declares the variables.
  void declare(Builder &k, const ir::Program &program);
  /// Where the value of a read is, for a cell from which none leaves the grid and for others.
  using From = std::function<Term(const Place &read, bool isInside)>;
  /// Loads the values `from` where they are; `inside` says which is the case.
  void load(Builder &k, const Term &inside, const From &from) const;
  /// Loads the values for the update of `cell`, in the grid: straight where no read leaves it
  /// (`inside`), else by the fields' readers.
  void load(Builder &k, const KernelBody &body, const Readers &readers,
            const std::vector<Term> &cell, const Term &inside) const;
  /// The variable of a read; null if it is none of these.
  const Term *find(const ir::Read &read) const;

private:
  std::vector<Place> reads; // in the order of memory, field by field
  std::map<Place, Term> values;
};

} // namespace stencilc::kernel
