/// \file Reads of profiles: cells of small arrays, whose views are in the struct of the uniforms.
///
/// A profile is a value of a place: every schedule that knows the position of a cell reads it from
/// memory there and then, and nothing is staged, exchanged or waited for.
#include "kernel/Uniforms.h"

namespace stencilc::kernel {

/// The coordinate inside that stands for `c` beyond the end `n` of a profile, or below 0.
static Term inside(Builder &k, ir::BoundaryKind kind, Side side, const Term &c, const Term &n) {
  const bool isLow = side == Side::Low;
  switch (kind) {
  case ir::BoundaryKind::Periodic:
    return isLow ? c + n : c - n;
  case ir::BoundaryKind::MirrorCell:
    return isLow ? k.number(-1) - c : n - 1 - (c - n);
  case ir::BoundaryKind::MirrorNode:
    return isLow ? k.number(0) - c : n - 2 - (c - n);
  default:
    return isLow ? k.number(0) : n - 1;
  }
}

Term UniformTerms::operator()(Builder &k, const ir::ProfileRead &read,
                              const std::vector<Term> &cell) const {
  const ir::ProfileDecl &declared = k.module.program->profiles[read.profile];
  std::vector<Term> at;
  for (int axis = 0; axis < static_cast<int>(cell.size()); ++axis) {
    const int offset = read.offset[axis], less = declared.field.shorter[axis];
    at.push_back(declared.along[axis] ? cell[axis] + offset : Term(0));
    if (!declared.along[axis] || (offset == 0 && less == 0))
      continue;
    const Side side = offset < 0 ? Side::Low : Side::High;
    const ir::BoundaryKind kind = declared.field.at(axis, side).kind;
    const Term outside = k.face(at[axis], axis, side, side == Side::High ? less : 0);
    at[axis] = select(outside, inside(k, kind, side, at[axis], k.extent(axis) - less), at[axis]);
  }
  return ofRun->profile(read.profile).cell(at);
}

} // namespace stencilc::kernel
