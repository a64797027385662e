/// \file Reads of profiles: cells of small arrays, whose views are in the struct of the uniforms.
///
/// A profile is a value of a place: every schedule that knows the position of a cell reads it from
/// memory there and then, and nothing is staged, exchanged or waited for.
#include "kernel/Readers.h"
#include "kernel/Uniforms.h"

namespace stencilc::kernel {

namespace {

class ProfileReader {
public:
  ProfileReader(Builder &k, const ir::ProfileRead &read, const UniformTerms &uniforms)
      : k(k), declared(k.module.program->profiles[read.profile]), read(read), uniforms(uniforms) {}

  /// Axes are resolved in their order: a fixed face of one decides alone.
  Term at(std::vector<Term> cell, int axis = 0) const {
    if (axis == static_cast<int>(cell.size()))
      return uniforms.ofRun->profile(read.profile).cell(cell);
    if (!declared.along[axis] || read.offset[axis] == 0)
      return at(std::move(cell), axis + 1);
    const Side side = read.offset[axis] < 0 ? Side::Low : Side::High;
    const ir::Boundary &face = declared.field.at(axis, side);
    const Term outside = k.face(cell[axis], axis, side, 0);
    if (face.kind == ir::BoundaryKind::Fixed)
      return select(outside, faceValue(k, face.value, cell, uniforms), at(cell, axis + 1));
    cell[axis] = select(outside, cellBeyond(k, face.kind, axis, side, cell[axis]), cell[axis]);
    return at(std::move(cell), axis + 1);
  }

private:
  Builder &k;
  const ir::ProfileDecl &declared;
  const ir::ProfileRead &read;
  const UniformTerms &uniforms;
};

} // namespace

Term UniformTerms::operator()(Builder &k, const ir::ProfileRead &read,
                              const std::vector<Term> &cell) const {
  const ir::ProfileDecl &declared = k.module.program->profiles[read.profile];
  std::vector<Term> at;
  for (int axis = 0; axis < static_cast<int>(cell.size()); ++axis)
    at.push_back(declared.along[axis] ? cell[axis] + read.offset[axis] : Term(0));
  return ProfileReader(k, read, *this).at(std::move(at));
}

} // namespace stencilc::kernel
