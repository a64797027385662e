/// \file The points of sources and receivers in a program.
#pragma once

#include "ir/Ids.h"
#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <string>

namespace stencilc::ir {

/// Coordinates of points along an axis: `first`, `first` + `by`, ... up to `last`.
struct PointsAlong {
  ExprId first, last, by; // F64
};

/// Points of a field, at its cells and between them: of a source, whose stage asks for their
/// PointWeight, or of a receiver.
///
/// Coordinates count cells along each axis: cell i of the field is at i + `shift`, and no point is
/// before its first cell or behind its last one. Points of `along` are in the order of cells, the
/// first axis fastest. A point has weights, products of one along each axis, from the first axis
/// on: with i the last cell that is not behind it and f its distance from there,
///
///     linear   1 - f at i and f at i + 1
///     sinc     at the cells i + k, -sinc < k <= sinc: s(k - f) * w(k - f), with
///              s(d) = sin(pi d) / (pi d), w(d) = I0(b * sqrt(1 - (d / sinc)^2)) / I0(b), b by sinc
///
/// At f = 0 cell i has the weight 1 and there are no others. What is 0 or beyond the grid is left
/// out. ir/InterpreterPoints.cpp has the order of all roundings.
struct PointsDecl {
  std::string name;
  FieldId field;
  std::array<PointsAlong, kMaxAxes> along; // invalid where the points come from `file`
  std::string file;                        // .npy path relative to the .stencil file: points x axes
  std::array<double, kMaxAxes> shift{};
  SeriesId series = {};   // of a source: a number in each step for each of its points; or invalid
  int sinc = 0;           // 0: linear
  std::int64_t every = 0; // of a receiver, which reads t+1 after steps with such numbers; or 0
  int line = 0;
  std::string source; // the statement as written, on one line

  bool isReceiver() const { return every > 0; }
};

/// The half widths that a sinc may have, and the constant of Kaiser's window that goes with each
/// (Hicks, Arbitrary source and receiver positioning, Geophysics 67, 2002).
inline constexpr int kMinSinc = 2, kMaxSinc = 10;
inline constexpr double kKaiser[] = {2.94, 4.53, 4.14, 5.26, 6.40, 7.51, 8.56, 9.56, 10.64};

} // namespace stencilc::ir
