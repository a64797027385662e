/// \file Functions that load cells of one field.
#include "kernel/build/FieldFunction.h"

namespace stencilc::kernel {

Term reached(Builder &k, const Reach &reach, int axis, const Term &c) {
  return k.call(Primitive::Within, {c, -reach.low[axis], k.extent(axis) + (reach.high[axis] - 1)});
}

FieldFunction::FieldFunction(Builder &builder, const analysis::Facts &facts, const Readers &readers,
                             ir::FieldId field)
    : k(builder), readers(readers), field(field), storage(facts.program.fields[field].storage),
      reach(facts.footprint.reachOf(field)) {
  k.function().docNames = {NameHint("", NameOfView{field, 0})};
  k.function().isInline = true;
}

void FieldFunction::declareParams() {
  viewTerm = k.param(NameHint("", NameOfView{field, 0}), {Type::View, storage, true}, {}, true);
  grid = k.gridParam(true);
  uniforms = UniformTerms::params(k, readers.usesUniforms(field));
}

std::vector<Term> FieldFunction::arguments(const Readers &readers, ir::FieldId field,
                                           const Term &view, const Term &grid,
                                           const UniformTerms &uniforms) {
  std::vector<Term> all = {view, grid};
  uniforms.addTo(all, readers.usesUniforms(field));
  return all;
}

Term FieldFunction::read(const std::vector<Term> &at) {
  return readers.read(k, field, *viewTerm, *grid, uniforms, at);
}

Term FieldFunction::isBeyond(const Term &value, const std::vector<Term> &at) {
  return readers.isBeyond(k, field, value, *grid, uniforms, at);
}

} // namespace stencilc::kernel
