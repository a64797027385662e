/// \file Predicts the cost of kernels that keep tiles of the grid in shared memory.
#pragma once

#include "analysis/KernelFacts.h"
#include "schedules/persistent/Shape.h"

namespace stencilc::schedules {

/// Cost model of persistent kernels of one program. It analyses the program once.
class TileCosts {
public:
  TileCosts(const analysis::Facts &facts, const plan::Target &target);

  /// Returns the predicted registers of a thread that computes `rows` cells together.
  int registers(int rows) const;
  /// Predicts the time of a persistent kernel on the planned grid.
  plan::Estimate estimate(const PersistentShape &shape);

private:
  /// Returns, for each kernel of a time step, the cycles of a multiprocessor for 32 cells along x.
  const std::vector<double> &cyclesOfRows(int rows);
  double cyclesOfRow(std::size_t index, int rows) const;
  /// Returns the number of loads of a thread for one cell of kernel number `index`, and stores
  /// their bytes in `bytes`. The thread computes `rows` cells along the last axis together, and
  /// loads each cell once.
  double loadsPerCell(std::size_t index, int rows, double &bytes) const;
  double cyclesOfRound(const PersistentShape &shape);
  bool fillsFaces(const PersistentShape &shape) const;

  const analysis::Facts &facts;
  const plan::Target &target;
  std::vector<analysis::KernelFacts> kernels;
  std::map<int, std::vector<double>> rowCycles; // by cells that a thread computes together
};

} // namespace stencilc::schedules
