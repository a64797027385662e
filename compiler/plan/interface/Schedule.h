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

/// Answer to the question whether a schedule can run a program. If it cannot, `legal` is false, and
/// `reason` is a text for the user.
struct Fit {
  bool legal = true;
  std::string reason;
  static Fit yes() { return {}; }
  static Fit no(std::string why) { return {false, std::move(why)}; }
};

/// Answer of a schedule to a request for plans: the plans with their predicted costs, or in `fit`
/// the reason why there are none.
struct Proposal {
  Fit fit;
  std::vector<Plan> plans;
};

/// Syntax of the values that an option of a schedule accepts.
enum class OptionForm : std::uint8_t {
  Listed,          // one of OptionSpec::values; a positive integer if this list is empty
  IntegerOrListed, // a positive integer, or one of OptionSpec::values
  Block,           // threads along the axes, such as 256, 32x8 or 32x8x1
  Schedule,        // another schedule with its options, joined by +: wavefront:steps=4+rows=2
  Percent,         // a whole number from 0 to 100
  Depths,          // one of OptionSpec::values, or positive integers joined by +, such as 5+2
};

/// Description of an option of a schedule: its name `key`, its help text `meaning`, and the values
/// that it accepts. `--list-schedules` prints it. The option `--schedule=name:key=value` is checked
/// against it.
struct OptionSpec {
  std::string key, meaning;
  std::vector<std::string> values; // accepted words; empty: a positive integer
  OptionForm form = OptionForm::Listed;
};

/// Properties of a schedule that are the same for all programs.
struct ScheduleTraits {
  bool makesCuda = true, makesCpu = false; // kinds of targets for which the schedule emits code
  /// True if the planner uses the schedule only if the user requests it, because it was never the
  /// fastest in measurements. `stencilc tune` measures it in any case.
  bool isOnRequest = false;
  /// True if one emitted program may contain kernels of this schedule together with kernels of
  /// another plan. A long run can then time both and continue with the faster ones.
  bool canCoexist = false;
  /// True if fused kernels access fields through views (a pointer with strides for each field), as
  /// kernels of single steps do. The compiler then emits common strides for all fields with the
  /// same cell type.
  bool fusedReadsViews = false;
  /// True if the code of a fused kernel contains each time step separately (unrolled). Compilation
  /// of such a kernel takes seconds.
  bool unrollsSteps = false;
  bool isOutOfCore = false; // for domains larger than the memory of the device
  /// True if the schedule uses fewer buffers (arrays) per field than others. It is meant for
  /// programs that otherwise do not fit into the memory of the device.
  bool savesMemory = false;
  bool isDivided = false; // for domains that several devices share
};

/// Interface of a schedule: a method for the order and the memory use of updates, such as `naive`
/// or `wavefront`.
class Schedule {
public:
  virtual ~Schedule() = default;
  virtual llvm::StringRef name() const = 0;    // the value of --schedule=
  virtual llvm::StringRef summary() const = 0; // one line of help for --list-schedules
  virtual ScheduleTraits traits() const = 0;
  /// Returns true if the planner may choose the schedule for this program without a request of the
  /// user.
  virtual bool isProposed(const analysis::Facts &) const { return !traits().isOnRequest; }
  /// Returns true if the schedule emits code for targets of `kind`.
  bool makes(TargetKind kind) const {
    return kind == TargetKind::Cpu ? traits().makesCpu : traits().makesCuda;
  }
  /// Returns a kind of target for which the schedule emits code: Cuda if it emits CUDA code,
  /// otherwise Cpu.
  TargetKind target() const { return makes(TargetKind::Cuda) ? TargetKind::Cuda : TargetKind::Cpu; }
  /// Returns the kinds of targets for which the schedule emits code, as text for messages: "cuda",
  /// "cpu" or "cuda, cpu".
  const char *targets() const {
    return !makes(TargetKind::Cpu) ? "cuda" : !makes(TargetKind::Cuda) ? "cpu" : "cuda, cpu";
  }
  virtual std::vector<OptionSpec> options() const = 0;
  /// Checks whether the schedule can run the program on `target` with the options that `request`
  /// sets. If an option is not set, at least one of its values must be possible. Returns the reason
  /// if the schedule cannot run the program.
  virtual Fit fit(const analysis::Facts &facts, const Target &target,
                  const ScheduleRequest &request = {}) const = 0;
  /// Returns plans for the program with their predicted costs. All plans have the option values
  /// that `request` sets. Returns no plans if `fit` refuses the program. Precondition:
  /// `request.options` has only names and values that `options()` accepts.
  virtual std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                                       const ScheduleRequest &request) const = 0;
  /// Returns the answer of `fit` for `request`, and the plans of `candidates` if the program fits.
  /// A schedule overrides this function if its `fit` must make the plans anyway, to make them only
  /// once.
  virtual Proposal propose(const analysis::Facts &facts, const Target &target,
                           const ScheduleRequest &request) const {
    Fit answer = fit(facts, target, request);
    std::vector<Plan> plans;
    if (answer.legal)
      plans = candidates(facts, target, request);
    return {std::move(answer), std::move(plans)};
  }
  /// Emits the kernels of single time steps of `plan`, and the host code that launches them, into
  /// `module`. `readers` provides the functions of `module` that read cells of fields, also beyond
  /// the grid.
  virtual void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                     kernel::Readers &readers) const = 0;
  /// Emits one fused kernel (with several time steps per launch) of a plan, and the host code that
  /// launches it, into `module`. Only schedules that fuse time steps override this function.
  virtual void lowerFused(kernel::Module &, const analysis::Facts &, const Plan &,
                          const KernelPlan &) const {
    llvm_unreachable("a schedule that fuses no steps");
  }
};

/// Returns all schedules, sorted by name. The function is defined in schedules/Schedules.cpp,
/// because the folder `plan` must not depend on the schedules.
const std::vector<const Schedule *> &allSchedules();
/// Returns the schedule with the name `name`. Returns null if there is none.
const Schedule *findSchedule(llvm::StringRef name);
/// Returns the only schedule whose traits have `trait` set to true. `trait` is a pointer to a
/// member, such as &ScheduleTraits::isOutOfCore. Precondition: there is exactly one such schedule.
const Schedule &scheduleWith(bool ScheduleTraits::*trait);
inline const Schedule &outOfCoreSchedule() { return scheduleWith(&ScheduleTraits::isOutOfCore); }
inline const Schedule &savingSchedule() { return scheduleWith(&ScheduleTraits::savesMemory); }
inline const Schedule &dividedSchedule() { return scheduleWith(&ScheduleTraits::isDivided); }

} // namespace stencilc::plan
