/// \file Declarations of points: the positions of sources and receivers.
#pragma once

#include "ir/Ids.h"
#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <string>

namespace stencilc::ir {

/// Range of coordinates of points along one axis, in cells: `first`, `first` + `by`, ... up to
/// `last`.
struct PointsAlong {
  ExprId first, last, by; // all F64
};

/// Points of one field, at cells or between them. They belong to a source, whose stage reads their
/// PointWeight, or to a receiver.
///
/// Coordinates are in cells: cell i of the field is at i + `shift`. All points lie between the
/// first and the last cell of the field. Points of `along` are ordered with the first axis fastest.
///
/// The weight of a point at a cell is the product of one factor an axis, multiplied from the first
/// axis on. Let i be the last cell at or before the point, and f the distance of the point from i:
///
///     linear   1 - f at i and f at i + 1
///     sinc     at the cells i + k, 1 - n <= k <= n: s(k - f) * w(k - f), with
///              s(d) = sin(pi d) / (pi d) and w(d) = I0(b * sqrt(1 - (d / n)^2)) / I0(b)
///
/// The half width n is the member `sinc`, b is the entry of kKaiser for n, and I0 is the modified
/// Bessel function of order 0. If f is 0, cell i has the factor 1 and there are no others. Factors
/// that are 0 and cells beyond the grid are left out. ir/interpreter/InterpreterPoints.cpp defines
/// the order of all roundings.
struct PointsDecl {
  std::string name;
  FieldId field;
  std::array<PointsAlong, kMaxAxes> along; // invalid if the points come from `file`
  std::string file; // .npy path relative to the .stencil file; array of points x axes
  std::array<double, kMaxAxes> shift{};
  SeriesId series = {}; // sources: amplitude of each point in each step; or invalid
  int sinc = 0;         // half width of the sinc in cells; 0: linear
  /// Number of time steps from one sample of a receiver to the next. Receivers sample level t+1. 0
  /// for sources.
  std::int64_t every = 0;
  int line = 0;
  std::string source; // the statement as written, on one line

  bool isReceiver() const { return every > 0; }
};

/// Limits of the half width of a sinc (interpolation over several cells), in cells. kKaiser has the
/// parameter b of its window for each half width (Hicks, Arbitrary source and receiver positioning,
/// Geophysics 67, 2002).
inline constexpr int kMinSinc = 2, kMaxSinc = 10;
inline constexpr double kKaiser[] = {2.94, 4.53, 4.14, 5.26, 6.40, 7.51, 8.56, 9.56, 10.64};

} // namespace stencilc::ir
