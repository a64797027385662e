/// \file Functions that load cells of one field inside or beyond the grid: their parameters and
/// their treatment of faces.
#pragma once

#include "kernel/Readers.h"

namespace stencilc::kernel {

/// Clamps coordinate `c` to at most `reach` cells beyond the grid. Tiles load cells further out
/// too, but their values are never used.
Term reached(Builder &k, const Reach &reach, int axis, const Term &c);

/// Builds a function that loads cells of one field.
class FieldFunction {
public:
  FieldFunction(Builder &builder, const analysis::Facts &facts, const Readers &readers,
                ir::FieldId field);

  /// Adds a parameter that points to cells of the field, which the function sets.
  Term cellsParam(Wish wish) { return k.param(std::move(wish), cellsType()); }
  Type cellsType() const { return {Type::Pointer, storage}; }
  /// Adds the parameters: the view, the grid and, if boundary values need them, the uniforms.
  void declareParams();
  /// Returns the arguments for declareParams(). The uniforms must be those of the step of the level
  /// that is read.
  static std::vector<Term> arguments(const Readers &readers, ir::FieldId field, const Term &view,
                                     const Term &grid, const UniformTerms &uniforms);

  const Term &view() const { return *viewTerm; }
  /// Clamps coordinate `c` to the cells that any update reads.
  Term reached(int axis, const Term &c) { return kernel::reached(k, reach, axis, c); }
  /// Returns the value of a cell inside or beyond the grid.
  Term read(const std::vector<Term> &at);
  /// Returns a condition: true if a boundary gives `value` for the cell at `at`. Otherwise the
  /// variables `at` become the coordinates of a cell in the grid.
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
