/// \file Points of sources and receivers in the interpreter: coordinates, cells and weights.
#pragma once

#include "ir/Interpreter.h"
#include "ir/InterpreterExpressions.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

/// A cell near a point, and its interpolation weight.
struct CellWeight {
  Cell cell;
  double weight;
};
/// Cells and interpolation weights, for each point of a source or receiver. Cells of a point are
/// ordered with x varying fastest.
using PointWeights = std::vector<std::vector<CellWeight>>;

/// Returns the cells and weights of all points of a source or receiver.
PointWeights weightsOf(const Program &program, PointsId id, const RunSetup &setup);

/// Returns the interpolated value at each point: the sum of weight times value in f64, in the order
/// of the cells, rounded once to the field's storage type. A point without cells gives 0.
std::vector<double> valuesAt(const PointWeights &points, const Grid &grid);

/// Weights of the points of all sources, by cell.
class SourceWeights {
public:
  SourceWeights(const Program &program, const RunSetup &setup);
  /// Returns the sum of the weights of a source's points at `cell`, or 0 if no point has one.
  double weight(PointsId points, const Cell &cell) const;
  /// Returns the sum, over a source's points, of weight times series value at `cell`. `row` is a
  /// whole number that selects a row of the source's series. Rows outside of the series give 0.
  double amount(PointsId points, const Cell &cell, double row) const;

private:
  const Program &program;
  const RunSetup &setup;
  std::vector<std::map<Cell, double>> all; // sum of weights, by PointsId
  /// Indices and weights of the points that have a weight at a cell, for each source (by PointsId).
  std::vector<std::map<Cell, std::vector<std::pair<std::size_t, double>>>> parts;
  std::vector<std::size_t> counts; // number of points, by PointsId
};

} // namespace stencilc::ir
