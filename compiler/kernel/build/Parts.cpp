/// \file Loops over the parts of tile columns that a warp or block computes. A tile column has all
/// planes of a tile along the last axis, and a part is a range of these planes.
#include "kernel/build/Parts.h"

namespace stencilc::kernel {

void forEachPart(Builder &k, const Term &shares, const Term &taker,
                 const std::function<void(const Term &part)> &sweep) {
  const Term place = k.variable("place", {Type::Int}, shares.invoke("begin", {taker}));
  const Term end = k.define("end", {Type::Int}, shares.invoke("begin", {taker + 1}));
  k.repeatWhile(place < end, Repeat::Rolled, [&] {
    const Term part = k.define("part", {Type::WarpPart}, shares.invoke("part", {place, end}));
    sweep(part);
    k.assign(place, part.dot("next"));
  });
}

} // namespace stencilc::kernel
