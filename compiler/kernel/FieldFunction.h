/// \file Functions that load cells of one field, inside or beyond the grid, with boundary
/// conditions applied.
#pragma once

#include "kernel/Readers.h"

namespace stencilc::kernel {

/// Clamps coordinate `c` along `axis` to at most `reach` cells beyond the grid. Tiles load cells
/// further out too, but their values are never used.
Term reached(Builder &k, const Reach &reach, int axis, const Term &c);

/// Builder of a function that loads cells of one field from memory and applies boundary conditions.
class FieldFunction {
public:
  FieldFunction(Builder &builder, const analysis::Facts &facts, const Readers &readers,
                ir::FieldId field);

  /// Adds a pointer parameter. The function writes the loaded cells to it.
  Term cellsParam(NameHint hint) { return k.param(std::move(hint), cellsType()); }
  Type cellsType() const { return {Type::Pointer, storage}; }
  /// Adds the parameters for the field's view, the grid and, if boundary values need them, the
  /// uniforms (scalars that the host computes).
  void declareParams();
  /// Returns the arguments for the parameters that declareParams() adds. `uniforms` must belong to
  /// the time step of the level that is read.
  static std::vector<Term> arguments(const Readers &readers, ir::FieldId field, const Term &view,
                                     const Term &grid, const UniformTerms &uniforms);

  const Term &view() const { return *viewTerm; }
  /// Clamps coordinate `c` along `axis` to the cells that any update reads.
  Term reached(int axis, const Term &c) { return kernel::reached(k, reach, axis, c); }
  /// Returns the value of a cell inside or beyond the grid, with boundary conditions applied.
  Term read(const std::vector<Term> &at);
  /// Emits code that handles cell `at` beyond the grid and returns its condition. If the condition
  /// is true, a boundary has set `value`. Otherwise the variables `at` are changed to a cell inside
  /// the grid.
  Term isBeyond(const Term &value, const std::vector<Term> &at);

private:
  Builder &k;
  const Readers &readers;
  const ir::FieldId field;
  const ir::ScalarType storage;
  const Reach reach;
  std::optional<Term> viewTerm, grid;
  UniformTerms uniforms;
};

} // namespace stencilc::kernel
