/// \file Expressions for index maps, which map a coordinate beyond a face to the cell inside the
/// grid that gives its value.
#include "kernel/build/IndexMaps.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::kernel {

using analysis::IndexMap;

Term wrappedIndex(Builder &k, IndexMap map, int axis, Side side, const Term &c) {
  const Term n = k.extent(axis);
  const bool isLow = side == Side::Low;
  switch (map) {
  case IndexMap::Periodic:
    return isLow ? c + n : c - n;
  case IndexMap::MirrorCell: // 2 n - 1 - c, without overflow of int
    return isLow ? k.number(-1) - c : n - 1 - (c - n);
  case IndexMap::MirrorNode:
    return isLow ? k.number(0) - c : n - 2 - (c - n);
  case IndexMap::Copy:
    return isLow ? k.number(0) : n - 1;
  }
  llvm_unreachable("index maps: unknown map");
}

static Primitive functionOf(IndexMap map) {
  switch (map) {
  case IndexMap::Periodic:
    return Primitive::Wrap;
  case IndexMap::MirrorCell:
    return Primitive::MirrorCell;
  case IndexMap::MirrorNode:
    return Primitive::MirrorNode;
  case IndexMap::Copy:
    return Primitive::Clamp;
  }
  llvm_unreachable("index maps: unknown map");
}

Term wrappedIndexOfAny(Builder &k, IndexMap map, int axis, const Term &c) {
  return k.call(functionOf(map), {c, k.extent(axis)});
}

/// Returns the number of planes on each side of the domain that are copies of planes at the other
/// end. `axis` must be the axis with such copies.
static Term padOf(Builder &k, int axis) {
  const ExprId extent = k.extent(axis).in(k.module);
  return Term(k.module, std::get<Extent>(k.module.exprs[extent]).grid).dot("pad");
}

Term positionOf(Builder &k, int axis, const Term &c) {
  if (axis != k.module.paddedAxis)
    return c;
  return k.call(Primitive::PlaneOfDomain, {c, k.extent(axis), padOf(k, axis)});
}

Term domainExtent(Builder &k, int axis) {
  return axis == k.module.paddedAxis ? k.extent(axis) - 2 * padOf(k, axis) : k.extent(axis);
}

} // namespace stencilc::kernel
