/// \file Reads of profiles (fields over some of the axes), and look-ups of source weights (factors
/// with which a source acts on a cell). Profiles and tables of weights are small arrays, whose
/// pointers are stored with the scalars that the host computes.
///
/// Every schedule reads a profile from memory when it is needed. Profiles are not copied to shared
/// memory or exchanged between warps.
#include "kernel/build/IndexMaps.h"
#include "kernel/build/Uniforms.h"

namespace stencilc::kernel {

Term UniformTerms::operator()(Builder &k, const ir::ProfileRead &read,
                              const std::vector<Term> &cell) const {
  const ir::ProfileDecl &declared = k.module.program->profiles[read.profile];
  const analysis::FieldFaces faces = analysis::facesOf(*k.module.program, declared.field);
  std::vector<Term> at;
  for (int axis = 0; axis < static_cast<int>(cell.size()); ++axis) {
    const int offset = read.offset[axis], less = declared.field.shorter[axis];
    at.push_back(declared.along[axis] ? cell[axis] + offset : Term(0));
    if (!declared.along[axis] || (offset == 0 && less == 0))
      continue;
    const Side side = offset < 0 ? Side::Low : Side::High;
    const Term outside = k.face(at[axis], axis, side, side == Side::High ? less : 0);
    // A shorter profile ends before the grid.
    const int shift = side == Side::High ? less : 0;
    const Term there = wrappedIndex(k, faces.at(axis, side).anyMap(), axis, side, at[axis] + shift);
    at[axis] = select(outside, there - shift, at[axis]);
  }
  return ofRun->profile(read.profile).cell(at);
}

Term UniformTerms::operator()(Builder &k, const ir::PointWeight &weight,
                              const std::vector<Term> &cell) const {
  std::vector<Term> at = cell;
  at.resize(kMaxAxes, k.number(0));
  if (weight.step.valid())
    at.push_back((*this)(*k.module.program, weight.step));
  return k.define("weight", {Type::Value, ir::ScalarType::F64},
                  ofRun->points(weight.points).invoke("weight", at));
}

} // namespace stencilc::kernel
