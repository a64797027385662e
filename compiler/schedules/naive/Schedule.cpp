/// \file Schedule naive: one thread for each cell, with all reads from global memory.
///
/// The schedule is called naive in Schaefer and Fey (paper 000) and Pavan et al. (004), 3DBase in
/// Itu et al. (001), and baseline in Cecilia et al. (002). The numbers are those of
/// docs/measured/papers.md. All other schedules are compared with this one. Option load=readonly
/// gives the read-only version of Pavan et al.
///
///     threads of a block        a thread's reads, 7-point stencil
///     +--------------+               z-1  y-1  x-1  .  x+1  y+1  z+1
///     | 32 x 8 cells |          all through the caches; neighbours in the block's own plane were
///     +--------------+          fetched by its other threads, planes z-1 and z+1 come from L2
///
/// The schedule is good for one axis, for small grids, because it has the most threads, and for
/// updates without neighbours. It is slow if accesses of one value waste bandwidth (f32), and if
/// many planes are loaded again from L2.
///
/// The schedule is always legal. A thread writes its own cell of the buffer of time level t+1. It
/// reads this buffer at this cell only, and other threads of the kernel never access this cell.
#include "plan/interface/Schedule.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "schedules/naive/Cost.h"
#include "schedules/naive/Lower.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns the default number of threads of a block along each axis, x first. The product is 256.
/// With two or three axes, 32 threads (a warp) lie along x.
std::vector<int> standardBlock(const analysis::Facts &facts, const Target &target) {
  const int rank = facts.program.rank();
  const std::vector<int> block = rank == 1   ? std::vector{256}
                                 : rank == 2 ? std::vector{32, 8}
                                             : std::vector{32, 8, 1};
  return coveringBlock(block, plannedExtents(facts.program), target);
}

class Naive : public Schedule {
public:
  llvm::StringRef name() const override { return "naive"; }
  llvm::StringRef summary() const override {
    return "one thread per cell, all reads from global memory";
  }
  ScheduleTraits traits() const override { return {.canCoexist = true}; }

  std::vector<OptionSpec> options() const override {
    return {{"block", "threads along the axes, such as 32x8x1", {}, OptionForm::Block},
            {"load",
             "how cells are loaded: as ordinary data, or as read-only data (ld.global.nc)",
             {"global", "readonly"}}};
  }

  Fit fit(const analysis::Facts &facts, const Target &,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    return blockFitsAxes(request, rank, rank);
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerNaive(module, facts, plan, readers);
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    std::vector<int> block = blockOption(request, "block").value_or(standardBlock(facts, target));
    block.resize(facts.program.rank(), 1);
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    plan.options["block"] = blockText(block);
    const bool isReadOnly = textOption(request, "load") == "readonly";
    if (isReadOnly)
      plan.options["load"] = "readonly";
    const Extents extents = plannedExtents(facts.program);
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      KernelPlan kernel;
      std::copy(block.begin(), block.end(), kernel.block);
      kernel.staging = isReadOnly ? Staging::ReadOnly : Staging::None;
      const Traffic traffic = countNaive(facts, index, kernel, target, extents);
      kernel.redundancy = redundancyOf(facts, index, traffic);
      kernel.estimate = estimateCached(kernel, traffic, target, extents);
      plan.cost += kernel.estimate.seconds;
      plan.kernels.push_back(kernel);
    }
    plan.notes.push_back("every read goes through the caches; L2 delivers a plane once to each "
                         "plane of blocks that reads it");
    return {plan};
  }
};

} // namespace

const Schedule &scheduleNaive() {
  static const Naive naive;
  return naive;
}

} // namespace stencilc::schedules
