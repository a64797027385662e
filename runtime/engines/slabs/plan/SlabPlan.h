/// \file Plan of a run on several devices: the planes of each device, the launches of the time
/// steps, and the exchanges of planes between devices.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/slabs/plan/ExchangeModel.h"
#include "runtime/engines/slabs/run/SlabTasks.h"

namespace stencilc::inline STENCILC_SPACE {

struct SlabPlan {
  Decomposition division;
  int reach = 1;      // planes that all launches between two exchanges read on either side
  bool fuses = false; // temporal blocking: launches compute several steps
  SlabExchange exchange = SlabExchange::After;
  int every = 1;            // launches between two exchanges
  double stepSeconds = 0;   // predicted seconds of a time step
  double exchangeSteps = 0; // time of an exchange in steps of a sweep

  /// Chooses a plan for `parts` parts (slabs of devices) and stores it in this object. Fails if
  /// there are too few planes for so many parts. The error message ends with `remedy`, advice for
  /// the user.
  Status choose(const ProgramDescription &program, const Grid &grid, int parts,
                const char *remedy = "give fewer devices");
  /// Returns the launches up to the next exchange of planes, which compute at most `steps` time
  /// steps. Subtracts the number of their time steps from `steps`.
  std::vector<TraversalLevel> nextGroup(const ProgramDescription &program,
                                        std::int64_t &steps) const;

private:
  Status chooseExchange(const ProgramDescription &program, const Grid &grid);
};

/// Exchanges of planes between the kernels of one time step. `count` is their number, and `bytes`
/// the bytes that a part (slab of a device) sends to one neighbour in all of them. `most` is the
/// bytes in the largest one.
struct StepExchanges {
  double count = 0, bytes = 0, most = 0;
};
/// Returns the exchanges of planes between the kernels of one time step. `halo` is the number of
/// halo planes per side. Within a `repeat` (a loop within the step), planes are exchanged once in
/// `every` iterations.
StepExchanges exchangesOfStep(const ProgramDescription &program, const Grid &grid, int halo,
                              int every);

/// Returns the bytes that a part (the slab of one device) sends to one neighbour in an exchange
/// after `steps` time steps. If steps exchange planes between their kernels, returns the bytes of
/// the largest of these exchanges. `halo` is the number of planes sent. Padding of rows is not
/// counted.
double sideBytes(const ProgramDescription &program, const Grid &grid, int halo, int steps);

} // namespace stencilc::inline STENCILC_SPACE
