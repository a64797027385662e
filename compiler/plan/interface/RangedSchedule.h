/// \file Base class of schedules that launch the kernels of another schedule on a range of planes.
#pragma once

#include "plan/interface/Ranged.h"
#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Base class of the schedules `stream` (out of core) and `slabs` (several devices). They emit no
/// kernels, but launch those of another schedule on a range of planes instead of the whole grid.
/// This other schedule is called the inner schedule, and a request for it is called `inner`.
class RangedSchedule : public Schedule {
public:
  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const final;
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const final {
    return propose(facts, target, request).plans;
  }
  Proposal propose(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) const final;
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override;
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                  const KernelPlan &kernel) const override;

protected:
  /// Checks whether this schedule can run the program with the options in `request`. Whether an
  /// inner schedule (which provides the kernels) can run it is not checked. Returns the reason if
  /// this schedule cannot.
  virtual Fit fitProgram(const analysis::Facts &facts, const ScheduleRequest &request) const = 0;
  /// Returns plans of this schedule with kernels of the inner schedule, as `inner` requests them.
  /// `request` is the request for this schedule. Precondition: both requests can be fulfilled.
  virtual std::vector<Plan> plansWith(const analysis::Facts &facts, const Target &target,
                                      const ScheduleRequest &request,
                                      const ScheduleRequest &inner) const = 0;
  /// Returns the request for the inner schedule, which provides the kernels. It is the option
  /// `inner` of `request`, if set. Otherwise it is `loops` on a CPU, and the request that
  /// `ownKernels` returns on a GPU. For wavefronts, remainder kernels are switched off
  /// (`rest=none`) unless option `rest` requests them.
  ScheduleRequest innerOf(const analysis::Facts &facts, const Target &target,
                          const ScheduleRequest &request) const;
  /// Returns the request for the inner schedule (which provides the kernels) that this schedule
  /// prefers on a GPU. It is called only if `request` does not set the option `inner`.
  virtual ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                                     const ScheduleRequest &request) const = 0;

  /// Checks whether the boundary conditions along the last axis allow kernels to run on a range of
  /// planes. Returns the reason if they do not.
  static Fit fitEnds(const analysis::Facts &facts);
  /// Checks whether the inner schedule, requested by `inner`, can provide kernels that run on the
  /// whole grid and on a range of its planes. `request` is the request for the schedule that
  /// launches these kernels. Returns the reason if it cannot.
  static Fit fitKernels(const analysis::Facts &facts, const Target &target,
                        const ScheduleRequest &request, const ScheduleRequest &inner);
  /// Returns the plans of the inner schedule, requested by `inner`, for the program `part`, whose
  /// grid has only the planes of one launch. Plans that exceed a limit of the target on the whole
  /// grid of `facts` are left out. So are plans whose kernels write every fused time step to
  /// memory.
  static std::vector<Plan> kernelsBy(const analysis::Facts &facts, const analysis::Facts &part,
                                     const Target &target, const ScheduleRequest &inner);
  /// Returns the plan with the shortest predicted time of the inner schedule, requested by `inner`,
  /// for the program `part`. Its grid has only the planes of one launch, and `facts` has the whole
  /// grid. Returns nullopt if there is no valid plan.
  static std::optional<Plan> fastestKernels(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner);
};

} // namespace stencilc::plan
