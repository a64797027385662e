/// \file Points as the interpreter finds them: where they are and what they weigh.
#pragma once

#include "ir/Interpreter.h"
#include "ir/InterpreterExpressions.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

/// A cell of a point and its weight there.
struct CellWeight {
  Cell cell;
  double weight;
};
/// The cells of each point, x fastest.
using PointWeights = std::vector<std::vector<CellWeight>>;

PointWeights weightsOf(const Program &program, PointsId id, const RunSetup &setup);

/// For each point the sum of weight times value over its cells in their order, in f64, rounded once
/// to what the field stores; 0 without cells.
std::vector<double> valuesAt(const PointWeights &points, const Grid &grid);

/// What the points of sources weigh at cells.
class SourceWeights {
public:
  SourceWeights(const Program &program, const RunSetup &setup);
  double weight(PointsId points, const Cell &cell) const;
  /// With the numbers of row `row`, a whole number, of the source's series.
  double amount(PointsId points, const Cell &cell, double row) const;

private:
  const Program &program;
  const RunSetup &setup;
  std::vector<std::map<Cell, double>> all;                                        // by PointsId
  std::vector<std::map<Cell, std::vector<std::pair<std::size_t, double>>>> parts; // of each point
  std::vector<std::size_t> counts;                                                // of points
};

} // namespace stencilc::ir
