/// \file The interface that each schedule implements. Schedules propose plans, the planner chooses
/// by cost, and the plan verifier checks the choice.
///
/// A new schedule needs a folder in compiler/schedules that defines `const Schedule &scheduleX();`,
/// a line in Schedules.def, and a golden test. See docs/design/adding-a-schedule.md.
#pragma once

#include "analysis/Facts.h"
#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"
#include "llvm/Support/ErrorHandling.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// Result of the check whether a schedule can run a program. If the schedule cannot run it,
/// `reason` is a text for the user.
struct Fit {
  bool legal = true;
  std::string reason;
  static Fit yes() { return {}; }
  static Fit no(std::string why) { return {false, std::move(why)}; }
};

/// Answer of a schedule to a request: plans with predicted cost, or the reason why the schedule has
/// no plan.
struct Proposal {
  Fit fit;
  std::vector<Plan> plans;
};

/// Syntax of the values that an option of a schedule accepts.
enum class OptionForm : std::uint8_t {
  Listed,          // one of `values`; a positive integer if none are listed
  IntegerOrListed, // a positive integer, or one of `values`
  Block,           // threads along the axes, such as 256, 32x8 or 32x8x1
  Schedule,        // another schedule with its options, joined by +: wavefront:steps=4+rows=2
  Percent,         // a whole number from 0 to 100
  Depths,          // one of `values`, or positive integers joined by +, such as 5+2
};

/// An option of a schedule, for `--list-schedules` and for checks of `--schedule=name:key=value`.
struct OptionSpec {
  std::string key, meaning;
  std::vector<std::string> values; // allowed values; empty: a positive integer
  OptionForm form = OptionForm::Listed;
};

/// Properties of a schedule that are the same for all programs.
struct ScheduleTraits {
  bool makesCuda = true, makesCpu = false; // targets for which it generates code
  /// True if the planner never chooses the schedule without a request, because it has won no
  /// measurement. It is available by request, and to `stencilc tune`.
  bool isOnRequest = false;
  /// True if a program may contain kernels of this schedule together with those of another plan, so
  /// that a run can time both and use the faster one.
  bool canCoexist = false;
  /// True if fused kernels access the buffers of fields through views (pointer and strides), as
  /// kernels of single steps do. The compiler then lets views of the same cell type share their
  /// strides.
  bool fusedReadsViews = false;
  /// True if fused kernels unroll their time steps. Compilers take seconds to optimise such code.
  bool unrollsSteps = false;
  bool isOutOfCore = false; // for domains larger than the memory of the device
  /// True if the schedule uses fewer buffers per field than others. It is meant for programs that
  /// fit into the memory of the device only that way.
  bool savesMemory = false;
  bool isDivided = false; // for domains that several devices share
};

/// Interface of a schedule: a way to run programs, such as `naive` or `wavefront`.
class Schedule {
public:
  virtual ~Schedule() = default;
  virtual llvm::StringRef name() const = 0;    // the --schedule= value
  virtual llvm::StringRef summary() const = 0; // one line for --list-schedules
  virtual ScheduleTraits traits() const = 0;
  /// Returns true if the planner may choose the schedule for this program without a request.
  virtual bool isProposed(const analysis::Facts &) const { return !traits().isOnRequest; }
  /// Returns true if the schedule generates code for targets of `kind`.
  bool makes(TargetKind kind) const {
    return kind == TargetKind::Cpu ? traits().makesCpu : traits().makesCuda;
  }
  /// Returns the target for which the schedule generates code, or the GPU if there are several.
  TargetKind target() const { return makes(TargetKind::Cuda) ? TargetKind::Cuda : TargetKind::Cpu; }
  /// Returns the targets for which the schedule generates code, as text: "cuda", "cpu", or "cuda,
  /// cpu".
  const char *targets() const {
    return !makes(TargetKind::Cpu) ? "cuda" : !makes(TargetKind::Cuda) ? "cpu" : "cuda, cpu";
  }
  virtual std::vector<OptionSpec> options() const = 0;
  /// Checks whether the schedule can run the program. Options that `request` names must be
  /// possible. For all other options, at least one choice must be possible.
  virtual Fit fit(const analysis::Facts &facts, const Target &target,
                  const ScheduleRequest &request = {}) const = 0;
  /// Returns plans with predicted cost, or no plans if `fit` refuses the program. `request.options`
  /// has only keys and values that `options()` allows, and every plan has these values.
  virtual std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                                       const ScheduleRequest &request) const = 0;
  /// Returns the results of `fit` and `candidates` together. A schedule overrides this function if
  /// its `fit` would have to make the plans, so that they are made only once.
  virtual Proposal propose(const analysis::Facts &facts, const Target &target,
                           const ScheduleRequest &request) const {
    Fit answer = fit(facts, target, request);
    std::vector<Plan> plans;
    if (answer.legal)
      plans = candidates(facts, target, request);
    return {std::move(answer), std::move(plans)};
  }
  /// Adds the functions of the plan's kernels to `module`, which already contains `readers`, the
  /// functions that read cells of fields.
  virtual void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                     kernel::Readers &readers) const = 0;
  /// Adds the functions of one fused kernel of the plan to `module`. Only schedules that fuse time
  /// steps implement it.
  virtual void lowerFused(kernel::Module &, const analysis::Facts &, const Plan &,
                          const KernelPlan &) const {
    llvm_unreachable("a schedule that fuses no steps");
  }
};

/// Returns every schedule, sorted by name. The list is defined in schedules/Schedules.cpp, because
/// planning knows only this interface.
const std::vector<const Schedule *> &allSchedules();
/// Returns the schedule of this name, or null.
const Schedule *findSchedule(llvm::StringRef name);
/// Returns the schedule that has `trait`, such as &ScheduleTraits::isOutOfCore. Precondition: there
/// is exactly one.
const Schedule &scheduleWith(bool ScheduleTraits::*trait);
inline const Schedule &outOfCoreSchedule() { return scheduleWith(&ScheduleTraits::isOutOfCore); }
inline const Schedule &savingSchedule() { return scheduleWith(&ScheduleTraits::savesMemory); }
inline const Schedule &dividedSchedule() { return scheduleWith(&ScheduleTraits::isDivided); }

} // namespace stencilc::plan
