/// \file Functions that bring cells of one field, in or beyond the grid: what they get, and what
/// they do about faces.
#pragma once

#include "kernel/Readers.h"

namespace stencilc::kernel {

/// The coordinate `c`, or the last one within `reach` of the grid on its side of it: cells further
/// out are brought because others of a tile are, and nobody reads them.
Term reached(Builder &k, const Reach &reach, int axis, const Term &c);

/// A function that brings cells of a field, while it is written.
class FieldFunction {
public:
  FieldFunction(Builder &builder, const analysis::Facts &facts, const Readers &readers,
                ir::FieldId field);

  /// A pointer to cells of the field that the function sets.
  Term cellsParam(Wish wish) { return k.param(std::move(wish), cellsType()); }
  Type cellsType() const { return {Type::Pointer, storage}; }
  /// Declares the view, the grid and, if faces need them, the uniforms.
  void declareParams();
  /// The arguments for these, as the caller has them; uniforms of the step that the level has.
  static std::vector<Term> arguments(const Readers &readers, ir::FieldId field, const Term &view,
                                     const Term &grid, const UniformTerms &uniforms);

  const Term &view() const { return *viewTerm; }
  /// The coordinate `c`, or the last one that any update reaches.
  Term reached(int axis, const Term &c) { return kernel::reached(k, reach, axis, c); }
  /// A cell anywhere.
  Term read(const std::vector<Term> &at);
  /// Whether a face gives `value` for the cell at `at`, variables that then name one in the grid.
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
