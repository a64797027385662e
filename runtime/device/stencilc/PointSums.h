/// \file The values that receivers read: a weighted sum over cells for each point.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Storage.h"

namespace stencilc::inline STENCILC_SPACE {

/// Points of receivers (points at which a run records a field) in compressed form: arrays of
/// entries that are not owned. Point i has the entries firsts[i] up to but not including firsts[i +
/// 1]. Each entry is an index into the cells of the field and the weight of that cell.
struct PointSums {
  int count = 0; // number of points
  const Int64 *firsts = nullptr, *places = nullptr;
  const double *weights = nullptr;
};

/// Returns the value of a receiver at point number `point`: the sum of weight times value over the
/// cells of the point, in f64 and in their order. `values` holds all cells. The result has the same
/// bits as in stencilc's interpreter, unless the C++ compiler fuses multiply and add.
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

/// Request to read a field at all points of a receiver at the current time. `values` has all cells
/// of the field. `row` gets one value for each point, in f64.
struct ReceiverRequest {
  PointSums points;
  Scalar scalar; // type of the values
  const void *values;
  double *row;
};

} // namespace stencilc::inline STENCILC_SPACE
