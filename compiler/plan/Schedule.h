/// \file The interface a schedule implements. Schedules propose, the planner chooses by cost, the
/// plan verifier trusts nobody.
///
/// Adding one is a folder of compiler/schedules with a line in Schedules.def, and a golden test:
/// docs/design/adding-a-schedule.md. Its folder defines `const Schedule &scheduleX();`.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Readers.h"
#include "plan/Plan.h"
#include "llvm/Support/ErrorHandling.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// Whether a schedule can run the program; if not, the reason shown to the user.
struct Fit {
  bool legal = true;
  std::string reason;
  static Fit yes() { return {}; }
  static Fit no(std::string why) { return {false, std::move(why)}; }
};

/// What a schedule answers to a request: plans with estimated cost, or why it has none.
struct Proposal {
  Fit fit;
  std::vector<Plan> plans;
};

/// What the value of an option may look like.
enum class OptionForm : std::uint8_t {
  Listed,          // one of `values`; a positive integer if none are listed
  IntegerOrListed, // a positive integer, or one of `values`
  Block,           // threads along the axes, such as 256, 32x8 or 32x8x1
  Schedule,        // another schedule with its options, joined by +: wavefront:steps=4+rows=2
  Percent,         // a whole number from 0 to 100
  Depths,          // one of `values`, or positive integers joined by +, such as 5+2
};

/// One option of a schedule, for `--list-schedules` and for checking `--schedule=name:key=value`.
struct OptionSpec {
  std::string key, meaning;
  std::vector<std::string> values; // allowed values; empty: a positive integer
  OptionForm form = OptionForm::Listed;
};

class Schedule {
public:
  virtual ~Schedule() = default;
  virtual llvm::StringRef name() const = 0;    // the --schedule= value
  virtual llvm::StringRef summary() const = 0; // one line for --list-schedules
  virtual TargetKind target() const = 0;
  /// Whether it makes code for `kind`: for target(), unless it is built on schedules of both.
  virtual bool makes(TargetKind kind) const { return kind == target(); }
  /// Whether the planner may choose it unasked. What no run has shown to win is for those who ask,
  /// and for `stencilc tune`, which measures.
  virtual bool isProposed(const analysis::Facts &) const { return true; }
  /// Whether its kernels can stand in a program beside those of another plan.
  virtual bool standsBeside() const { return false; }
  /// Whether its kernels of several steps take cells from many buffers through their views, as
  /// those of single steps do, so that views of a type had better share their strides.
  virtual bool fusedReadsViews() const { return false; }
  /// Whether it is for domains larger than the memory of the device.
  virtual bool isOutOfCore() const { return false; }
  /// Whether it is for programs whose fields fit the memory of the device in fewer buffers alone.
  virtual bool savesMemory() const { return false; }
  /// Whether it is for domains that several devices share.
  virtual bool isDivided() const { return false; }
  /// "cuda", "cpu", or "cuda, cpu".
  const char *targets() const {
    return !makes(TargetKind::Cpu) ? "cuda" : !makes(TargetKind::Cuda) ? "cpu" : "cuda, cpu";
  }
  virtual std::vector<OptionSpec> options() const = 0;
  /// Without a request: whether some choice of options is legal; with one: whether this choice is.
  virtual Fit fit(const analysis::Facts &facts, const Target &target,
                  const ScheduleRequest &request = {}) const = 0;
  /// Plans with estimated cost, none if `fit` says no. `request.options` holds only keys and values
  /// `options()` allows; every plan honours them.
  virtual std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                                       const ScheduleRequest &request) const = 0;
  /// Fit and plans at once, so that schedules which make plans to see whether one fits make them
  /// once.
  virtual Proposal propose(const analysis::Facts &facts, const Target &target,
                           const ScheduleRequest &request) const {
    Fit answer = fit(facts, target, request);
    std::vector<Plan> plans;
    if (answer.legal)
      plans = candidates(facts, target, request);
    return {std::move(answer), std::move(plans)};
  }
  /// Puts the functions of the plan into `module`, where the fields' readers are already.
  virtual void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                     kernel::Readers &readers) const = 0;
  /// Puts the functions of one of the plan's kernels of fused steps into `module`; for schedules
  /// whose plans have some.
  virtual void lowerFused(kernel::Module &, const analysis::Facts &, const Plan &,
                          const KernelPlan &) const {
    llvm_unreachable("a schedule that fuses no steps");
  }
};

/// Every schedule, sorted by name. Those that plan know the interface alone: the list is the floor
/// above's (schedules/Schedules.cpp).
const std::vector<const Schedule *> &allSchedules();
const Schedule *findSchedule(llvm::StringRef name);
/// The schedule for domains larger than the device's memory.
const Schedule &outOfCoreSchedule();
/// The schedule with the fewest buffers.
const Schedule &savingSchedule();
/// The schedule for domains that several devices share.
const Schedule &dividedSchedule();

} // namespace stencilc::plan
