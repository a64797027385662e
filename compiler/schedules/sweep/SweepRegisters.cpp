/// \file Registers of sweep kernels that keep columns of cells in registers: predicted by a
/// formula, and limited by the table of measured compilations.
#include "schedules/sweep/SweepRegisters.h"
#include "plan/cost/CompiledPlans.h"
#include "schedules/sweep/Options.h"

namespace stencilc::schedules {

using namespace plan;

SweepRegisters::SweepRegisters(const analysis::Facts &facts) : facts(facts) {
  for (const auto &[request, compiled] : compiledPlans(facts, "sweep"))
    if (compiled->kernels.size() == facts.dependence.kernels.size())
      known[sweepOptions().parse(request).orDefaults().cells] = compiled->kernels;
}

int SweepRegisters::of(std::size_t index, const SweepShape &shape,
                       const ColumnOptions &options) const {
  const int predicted = columnRegisters(facts, index, shape, options);
  const auto found = known.find(options.cells);
  if (found == known.end() || options.prefetch > 0 || !options.keepsColumn)
    return predicted;
  const machine::RegisterRange &range = found->second[index];
  return std::clamp(predicted, range.least, range.most);
}

int SweepRegisters::most(const ColumnOptions &options) const {
  int most = 0;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    most = std::max(most, of(index, sweepShape(facts, index, options.keepsColumn), options));
  return most;
}

} // namespace stencilc::schedules
