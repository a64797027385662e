/// \file Base class of schedules that launch the kernels of another schedule on a range of planes.
#pragma once

#include "plan/interface/Ranged.h"
#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Base class of the schedules `stream` (domain larger than the device memory) and `slabs` (several
/// devices). They emit no kernels, but launch those of another schedule on a range of planes. This
/// other schedule is called the inner schedule. A request for it is called `inner`.
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
  /// Checks whether this schedule can run the program with the options in `request`, and returns
  /// the reason if it cannot. The inner schedule (which provides the kernels) is checked by
  /// fitKernels.
  virtual Fit fitProgram(const analysis::Facts &facts, const ScheduleRequest &request) const = 0;
  /// Returns plans of this schedule with kernels of the inner schedule (which provides the
  /// kernels). `request` is the request for this schedule, and `inner` that for the inner schedule.
  /// Precondition: fit() accepts both. Returns no plans if no kernels respect the limits of
  /// `target`.
  virtual std::vector<Plan> plansWith(const analysis::Facts &facts, const Target &target,
                                      const ScheduleRequest &request,
                                      const ScheduleRequest &inner) const = 0;
  /// Returns the request for the inner schedule, which provides the kernels. It is the option
  /// `inner` in `request`, if set. Otherwise it is `loops` on a CPU, and the request that
  /// `ownKernels` returns on a GPU. Kernels of `wavefront` get the option `rest=none` (no kernels
  /// for the steps after the last full group of fused steps), unless the user sets the option
  /// `rest`.
  ScheduleRequest innerOf(const analysis::Facts &facts, const Target &target,
                          const ScheduleRequest &request) const;
  /// Returns the request for the inner schedule (which provides the kernels) that suits this
  /// schedule best on a GPU. It is called only if `request`, the request for this schedule, does
  /// not set the option `inner`.
  virtual ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                                     const ScheduleRequest &request) const = 0;

  /// Checks whether the boundary conditions along the last axis allow kernels to run on a range of
  /// planes, and returns the reason if they do not. It refuses fields of which some are periodic
  /// there and others are not. It also refuses reads of profiles (arrays of values along some axes)
  /// along a periodic last axis.
  static Fit fitEnds(const analysis::Facts &facts);
  /// Checks whether the inner schedule can provide kernels that run on a range of planes, and
  /// returns the reason if it cannot. `inner` is the request for the inner schedule, and `request`
  /// that for this schedule.
  static Fit fitKernels(const analysis::Facts &facts, const Target &target,
                        const ScheduleRequest &request, const ScheduleRequest &inner);
  /// Returns plans of the inner schedule for the program `part`, whose grid has only the planes of
  /// one launch. `inner` is the request for the inner schedule. Plans that would exceed a limit of
  /// `target` on the whole grid of `facts` are left out. So are plans whose kernels write each
  /// fused time step to memory.
  static std::vector<Plan> kernelsBy(const analysis::Facts &facts, const analysis::Facts &part,
                                     const Target &target, const ScheduleRequest &inner);
  /// Returns the plan of the inner schedule with the shortest predicted time for the program
  /// `part`, whose grid has only the planes of one launch. `inner` is the request for the inner
  /// schedule. Plans that would exceed a limit of `target` on the whole grid of `facts` are left
  /// out. Returns nullopt if no plan is left.
  static std::optional<Plan> fastestKernels(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner);
};

} // namespace stencilc::plan
