/// \file A schedule whose kernels are those of another one, launched on some planes of the domain
/// at a time: what all of these have in common.
#pragma once

#include "plan/Ranged.h"
#include "plan/Schedule.h"

namespace stencilc::plan {

class RangedSchedule : public Schedule {
public:
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override;
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                  const KernelPlan &kernel) const override;

protected:
  /// The schedule of the kernels: as asked for, or the schedule's own choice. A kernel has whole
  /// groups of fused steps and single steps.
  ScheduleRequest innerOf(const analysis::Facts &facts, const Target &target,
                          const ScheduleRequest &request) const;
  /// What it takes where `request` leaves the kernels open and they run on a GPU.
  virtual ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                                     const ScheduleRequest &request) const = 0;

  /// Whether the ends of the last axis allow ranges; `usesPlace` if something beside the updates
  /// changes with the place along it.
  static Fit fitEnds(const analysis::Facts &facts, bool usesPlace = false);
  /// Whether the kernels run the program, and on some planes.
  Fit fitKernels(const analysis::Facts &facts, const Target &target,
                 const ScheduleRequest &request) const;
  /// The plans of kernels by `inner` for `part`, the program on as many planes as a launch has,
  /// that are right for `facts`.
  static std::vector<Plan> kernelsBy(const analysis::Facts &facts, const analysis::Facts &part,
                                     const Target &target, const ScheduleRequest &inner);
  /// The fastest of them.
  static std::optional<Plan> fastestKernels(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner);
};

} // namespace stencilc::plan
