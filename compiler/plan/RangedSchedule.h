/// \file Base class of schedules that launch kernels of another schedule on a range of planes at a
/// time.
#pragma once

#include "plan/Ranged.h"
#include "plan/Schedule.h"

namespace stencilc::plan {

/// Base class of schedules that launch kernels of another schedule on a range of planes at a time:
/// out of core (`stream`), and on several devices (`slabs`).
class RangedSchedule : public Schedule {
public:
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override;
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                  const KernelPlan &kernel) const override;

protected:
  /// Returns the request for the schedule of the kernels. It is that of option `inner`, or else
  /// `loops` on a CPU and ownKernels() on a GPU. Wavefronts get no remainder kernels (for steps
  /// left after full groups of fused steps) unless option `rest` asks for them.
  ScheduleRequest innerOf(const analysis::Facts &facts, const Target &target,
                          const ScheduleRequest &request) const;
  /// Returns the schedule request for the kernels that a GPU runs on ranges of planes, if the
  /// option `inner` of `request` does not give it.
  virtual ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                                     const ScheduleRequest &request) const = 0;

  /// Checks that the boundary conditions along the last axis allow kernels to run on a range of
  /// planes.
  static Fit fitEnds(const analysis::Facts &facts);
  /// Checks that the inner schedule, which provides the kernels, can run the program, also on a
  /// range of planes.
  Fit fitKernels(const analysis::Facts &facts, const Target &target,
                 const ScheduleRequest &request) const;
  /// Returns the plans of the request `inner` for `part`, the program with as many planes as a
  /// launch computes. Plans that exceed a limit for the whole domain (`facts`) are left out.
  static std::vector<Plan> kernelsBy(const analysis::Facts &facts, const analysis::Facts &part,
                                     const Target &target, const ScheduleRequest &inner);
  /// Returns the cheapest plan of the request `inner` for `part`, the program with as many planes
  /// as a launch computes. Returns nullopt if there is none.
  static std::optional<Plan> fastestKernels(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner);
};

} // namespace stencilc::plan
