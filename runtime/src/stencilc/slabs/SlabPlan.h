/// \file How a run on several devices goes about it: which part has which planes, which kernels do
/// the steps, and when parts exchange planes.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/slabs/ExchangeModel.h"
#include "stencilc/slabs/SlabTasks.h"

namespace stencilc::inline STENCILC_SPACE {

struct SlabPlan {
  Decomposition division;
  int reach = 1;      // planes that all launches between two exchanges read to either side
  bool fuses = false; // several steps in a launch where the program can
  SlabExchange exchange = SlabExchange::After;
  int every = 1;            // launches between two exchanges
  double stepSeconds = 0;   // of a time step, as the model expects
  double exchangeSteps = 0; // steps of a sweep that an exchange takes

  /// Refuses more parts than there are planes for; `remedy`: what people should do then.
  Status choose(const ProgramDescription &program, const Grid &grid, int parts,
                const char *remedy = "give fewer devices");
  /// The launches of the next group, of no more than `steps` steps; takes them off.
  std::vector<TraversalLevel> nextGroup(const ProgramDescription &program,
                                        std::int64_t &steps) const;

private:
  Status chooseExchange(const ProgramDescription &program, const Grid &grid);
};

/// Exchanges within a step on whose way parts meet: how many at most, the bytes that a part sends
/// to one neighbour in all of them, and in one of them at most; `every`: iterations between two.
struct StepExchanges {
  double count = 0, bytes = 0, most = 0;
};
StepExchanges exchangesOfStep(const ProgramDescription &program, const Grid &grid, int halo,
                              int every);

/// Bytes that a part sends to one neighbour after a launch of `steps` steps, rows packed.
double sideBytes(const ProgramDescription &program, const Grid &grid, int halo, int steps);

} // namespace stencilc::inline STENCILC_SPACE
