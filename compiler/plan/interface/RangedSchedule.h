/// \file Base class of schedules that launch the kernels of another schedule on a range of planes.
#pragma once

#include "plan/interface/Ranged.h"
#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Base class of schedules that launch the kernels of another schedule on a range of planes. These
/// are `stream` (out of core) and `slabs` (on several devices).
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
  /// Checks whether this schedule can run the program, apart from the schedule of the kernels.
  virtual Fit fitProgram(const analysis::Facts &facts, const ScheduleRequest &request) const = 0;
  /// Returns the plans of this schedule with the kernels that `inner` asks for, which fit.
  virtual std::vector<Plan> plansWith(const analysis::Facts &facts, const Target &target,
                                      const ScheduleRequest &request,
                                      const ScheduleRequest &inner) const = 0;
  /// Returns the request for the schedule that makes the kernels: the option `inner` of `request`
  /// if given. Otherwise it is `loops` on a CPU, and the result of `ownKernels` on a GPU.
  /// Wavefronts get no remainder kernels, which compute steps left after full groups of fused
  /// steps, unless option `rest` asks for them.
  ScheduleRequest innerOf(const analysis::Facts &facts, const Target &target,
                          const ScheduleRequest &request) const;
  /// Returns the schedule and options that this schedule prefers for the kernels on a GPU. Called
  /// only if the option `inner` of `request`, which names them, is not set.
  virtual ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                                     const ScheduleRequest &request) const = 0;

  /// Checks that the boundary conditions along the last axis allow kernels to run on a range of
  /// planes.
  static Fit fitEnds(const analysis::Facts &facts);
  /// Checks that the schedule of `inner`, which provides the kernels, can run the program, also on
  /// a range of planes.
  static Fit fitKernels(const analysis::Facts &facts, const Target &target,
                        const ScheduleRequest &request, const ScheduleRequest &inner);
  /// Returns the valid plans of the request `inner` for `part`, a program that has only the planes
  /// of one launch. Plans that exceed a limit for the whole domain (`facts`) are left out.
  static std::vector<Plan> kernelsBy(const analysis::Facts &facts, const analysis::Facts &part,
                                     const Target &target, const ScheduleRequest &inner);
  /// Returns the plan of the request `inner` with the shortest predicted time for `part`, a program
  /// that has only the planes of one launch. Returns nullopt if there is no plan.
  static std::optional<Plan> fastestKernels(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner);
};

} // namespace stencilc::plan
