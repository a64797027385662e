/// \file What receivers read: for each point a sum over cells.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Storage.h"

namespace stencilc::inline STENCILC_SPACE {

/// Points as flat arrays, which it does not own: the parts of point i are those from firsts[i] to
/// before firsts[i + 1], each a place among the values and what the value there weighs.
struct PointSums {
  int count = 0; // of points
  const Int64 *firsts = nullptr, *places = nullptr;
  const double *weights = nullptr;
};

/// The sum of weight times value over the parts of a point, in their order, in f64: the bits are
/// the interpreter's where nothing is contracted.
template <class T>
STENCILC_HD double pointSum(const PointSums &points, const T *values, Int64 point) {
  double sum = 0;
  const Int64 end = points.firsts[point + 1];
  for (Int64 i = points.firsts[point]; i < end; ++i) {
    const double part = points.weights[i] * static_cast<double>(values[points.places[i]]);
    sum = sum + part;
  }
  return sum;
}

/// What a receiver reads once: the sums of its points, not rounded yet, go to `row`.
struct ReceiverRequest {
  PointSums points;
  Scalar scalar; // of the values
  const void *values;
  double *row;
};

} // namespace stencilc::inline STENCILC_SPACE
