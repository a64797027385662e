/// \file What a cell's update in one of two steps takes from memory.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::schedules {

/// Values of cells that an update reads from memory, in variables, all loaded before the first one
/// is used: they are under way together, and near faces nothing but loads is done by readers.
class MemoryReads {
public:
  /// The reads of `kernel`, without those of levels that are `elsewhere`.
  MemoryReads(const analysis::KernelFacts &kernel,
              const std::function<bool(const analysis::FieldLevel &)> &elsewhere);

  bool empty() const { return reads.empty(); }
  /// Declares the variables.
  void declare(kernel::Builder &k, const ir::Program &program);
  /// Loads the values for the update of `cell`, in the grid: straight where no read leaves it
  /// (`inside`), else by the fields' readers.
  void load(kernel::Builder &k, const kernel::KernelBody &body, const kernel::Readers &readers,
            const std::vector<kernel::Term> &cell, const kernel::Term &inside) const;
  /// The variable of a read; null if it is none of these.
  const kernel::Term *find(const ir::Read &read) const;

private:
  struct Place {
    analysis::FieldLevel fieldLevel;
    Offset offset;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  std::vector<Place> reads; // in the order of memory, field by field
  std::map<Place, kernel::Term> values;
};

} // namespace stencilc::schedules
