/// \file Points of sources and receivers in the interpreter: coordinates, cells and weights.
#pragma once

#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/InterpreterExpressions.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

/// A cell near a point of a source or receiver, and its interpolation weight.
struct CellWeight {
  Cell cell;
  double weight;
};
/// Cells near the points of a source or receiver, with their weights: one list for each point. In a
/// list the x coordinate varies fastest.
using PointWeights = std::vector<std::vector<CellWeight>>;

/// Returns the cells near each point of a source or receiver, with their interpolation weights.
PointWeights weightsOf(const Program &program, PointsId id, const RunSetup &setup);

/// Returns the value at each point, interpolated from `grid`: the sum of weight times value in f64,
/// in the order of the cells. The sum is rounded once to the field's storage type. A point without
/// cells gives 0.
std::vector<double> valuesAt(const PointWeights &points, const Grid &grid);

/// Interpolation weights by cell, for the points of all sources. A source adds to the cells near
/// its points.
class SourceWeights {
public:
  SourceWeights(const Program &program, const RunSetup &setup);
  /// Returns the sum of the weights of a source's points at `cell`, or 0 if no point has one.
  double weight(PointsId points, const Cell &cell) const;
  /// Returns the sum, over the points of a source, of weight at `cell` times the point's number in
  /// the series. `row` is the row of the series, a whole number. Rows outside of the series give 0.
  double amount(PointsId points, const Cell &cell, double row) const;

private:
  const Program &program;
  const RunSetup &setup;
  std::vector<std::map<Cell, double>> all; // sum of weights, by PointsId
  /// Indices and weights of the points that have a weight at a cell, by source (PointsId) and cell.
  std::vector<std::map<Cell, std::vector<std::pair<std::size_t, double>>>> parts;
  std::vector<std::size_t> counts; // number of points, by PointsId
};

} // namespace stencilc::ir
