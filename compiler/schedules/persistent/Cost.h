/// \file Predicts the cost of kernels that keep tiles of the grid in shared memory.
#pragma once

#include "analysis/KernelFacts.h"
#include "schedules/persistent/Shape.h"

namespace stencilc::schedules {

/// Cost model of persistent kernels of one program. It analyses the program once.
class TileCosts {
public:
  TileCosts(const analysis::Facts &facts, const plan::Target &target);

  /// Returns the predicted number of registers of a thread that computes `rows` cells along the
  /// last axis together.
  int registers(int rows) const;
  /// Predicts counts and times per cell update of a persistent kernel with the sizes `shape` on the
  /// planned grid, for a launch of `shape.steps` time steps.
  plan::Estimate estimate(const PersistentShape &shape);
  /// Predicts the same for a launch of `steps` time steps.
  plan::Estimate estimate(const PersistentShape &shape, int steps);

private:
  /// Returns, for each kernel of the program, the cycles in which a multiprocessor updates 32 cells
  /// along x. A thread computes `rows` cells along the last axis together.
  const std::vector<double> &cyclesOfRows(int rows);
  double cyclesOfRow(std::size_t index, int rows) const;
  /// Returns the number of values that a thread loads from shared memory per cell that it computes,
  /// and sets `bytes` to their bytes. `index` is the number of the program's kernel, from 0. The
  /// thread computes `rows` cells along the last axis together, and loads a value that several of
  /// them read once.
  double loadsPerCell(std::size_t index, int rows, double &bytes) const;
  double cyclesOfRound(const PersistentShape &shape);
  bool fillsFaces(const PersistentShape &shape) const;

  const analysis::Facts &facts;
  const plan::Target &target;
  std::vector<analysis::KernelFacts> kernels;
  std::map<int, std::vector<double>> rowCycles; // results of cyclesOfRows(), by `rows`
};

} // namespace stencilc::schedules
