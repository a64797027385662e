/// \file Builder of functions that load cells of one field, inside or beyond the grid, with
/// boundary conditions applied.
#pragma once

#include "kernel/build/Readers.h"

namespace stencilc::kernel {

/// Returns coordinate `c` along `axis`, clamped to at most `reach` cells beyond the grid. Tiles
/// also load cells farther out, but never use their values.
Term reached(Builder &k, const Reach &reach, int axis, const Term &c);

/// Builder of an emitted function that loads cells of one field from memory and applies boundary
/// conditions.
class FieldFunction {
public:
  FieldFunction(Builder &builder, const analysis::Facts &facts, const Readers &readers,
                ir::FieldId field);

  /// Adds a pointer parameter and returns it. The emitted function writes the loaded cells there.
  Term cellsParam(NameHint hint) { return k.param(std::move(hint), cellsType()); }
  Type cellsType() const { return {Type::Pointer, storage}; }
  /// Adds the parameters: the field's view (pointer and strides), the grid and, if boundary values
  /// need them, the uniforms (scalars that the host computes).
  void declareParams();
  /// Returns the arguments for the parameters that this class adds: the field's view (pointer and
  /// strides), the grid and, if needed, the uniforms. `uniforms` (scalars of the host) must belong
  /// to the time step of the level that is read.
  static std::vector<Term> arguments(const Readers &readers, ir::FieldId field, const Term &view,
                                     const Term &grid, const UniformTerms &uniforms);

  const Term &view() const { return *viewTerm; }
  /// Returns coordinate `c` along `axis`, clamped to the cells that updates read.
  Term reached(int axis, const Term &c) { return kernel::reached(k, reach, axis, c); }
  /// Returns the value of the cell with coordinates `at`, inside or beyond the grid. Boundary
  /// conditions are applied.
  Term read(const std::vector<Term> &at);
  /// Emits code that handles the cell `at` beyond the grid, and returns a condition. If it is true
  /// at run time, the code has set `value` to a boundary value. Otherwise it has changed the
  /// variables `at` to a cell inside the grid.
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
