/// \file Lowering of a plan: builds its kernel trees and runs all passes.
#include "emit/Lower.h"
#include "kernel/build/Checks.h"
#include "kernel/build/HostFunctions.h"
#include "kernel/build/Readers.h"
#include "kernel/passes/Passes.h"
#include "plan/interface/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <functional>
#include <optional>

namespace stencilc::emit {

namespace {

/// Returns true if a device has the capability `needs`.
bool has(const machine::Capabilities &device, kernel::Needs needs) {
  switch (needs) {
  case kernel::Needs::Nothing:
    return true;
  case kernel::Needs::AsyncCopies:
    return device.asyncCopies;
  case kernel::Needs::TensorLoads:
    return device.tensorLoads;
  case kernel::Needs::DoubleProducts:
    return device.doubleProducts;
  }
  llvm_unreachable("a need of no device");
}

/// Lowering of one plan: builds its kernel modules and runs the passes over them. If `withStages`,
/// it keeps a copy of each module after each pass.
class Lowering {
public:
  Lowering(const analysis::Facts &facts, const plan::Plan &plan, bool withStages)
      : facts(facts), plan(plan), withStages(withStages) {}

  /// Callback that adds kernels to an empty module (a kernel tree).
  using Lower = std::function<void(kernel::Module &)>;

  /// Kind of kernels. Fused kernels compute several time steps and write only the last result.
  /// Stepwise kernels write the result of each time step, even if one launch computes several
  /// steps.
  enum class Kernels : std::uint8_t { Stepwise, Fused };
  LoweredModule run(Kernels kind, const Lower &lower) const {
    std::vector<Pass> passes;
    if (plan.ranged())
      passes.emplace_back("restrictToRange", [&](kernel::Module module) {
        return kernel::restrictToRange(std::move(module), facts.program.lastAxis());
      });
    if (plan.slabs && plan.slabs->doesBoundaryFirst() && plan.target.kind == plan::TargetKind::Cuda)
      passes.emplace_back("boundaryFirst", kernel::boundaryFirst);
    passes.emplace_back("bindToGrid", kernel::bindToGrid);
    if (!facts.program.points.empty())
      passes.emplace_back("weighRows", kernel::weighRows);
    if (const std::optional<kernel::SlowPathOf> what = slowPathByRow(kind))
      passes.emplace_back("slowPathByRow", [what](kernel::Module module) {
        return kernel::slowPathByRow(std::move(module), *what);
      });
    passes.emplace_back("simplify", kernel::simplify);
    // Kernels of a wavefront hold few addresses and read from shared memory, so the pass does not
    // help.
    const bool readsViews =
        kind == Kernels::Stepwise || plan::findSchedule(plan.schedule)->traits().fusedReadsViews;
    if (readsViews && plan.target.kind == plan::TargetKind::Cuda)
      passes.emplace_back("shareStrides", kernel::shareStrides);
    passes.emplace_back("inlineCalls", kernel::inlineCalls);
    return through(lower, passes);
  }

  /// Returns the module of the host functions. They need fewer passes because they access no cells.
  LoweredModule runHost() const {
    return through(kernel::lowerHostFunctions,
                   {{"simplify", kernel::simplify}, {"inlineCalls", kernel::inlineCalls}});
  }

  void addReaders(kernel::Readers &readers) const {
    const auto loadsAll = [&](std::size_t kernel) { return plan.kernels[kernel].loadsAll(); };
    for (ir::FieldId field : facts.program.fields.ids())
      readers.add(field, {.reach = kernel::readBeyond(facts, field, loadsAll),
                          .isReadOnly = plan.hasReadOnlyViews()});
  }

private:
  /// Returns for which operations kernels of `kind` check special operands, such as zeros, once for
  /// each row of cells: quotients in kernels of single steps, roots in fused kernels. Returns
  /// `nullopt` if each operation tests its own operands. Measured: with one check, fused kernels
  /// with f32 quotients were 10 % slower, because operands stay in registers. Those with f64 roots
  /// were faster.
  std::optional<kernel::SlowPathOf> slowPathByRow(Kernels kind) const {
    const analysis::Operations &operations = facts.cost.operations;
    if (plan.target.kind != plan::TargetKind::Cuda)
      return {};
    if (kind == Kernels::Fused)
      return operations.perRoot ? std::optional(kernel::SlowPathOf::Roots) : std::nullopt;
    return operations.divide ? std::optional(kernel::SlowPathOf::Quotients) : std::nullopt;
  }

  using Pass = std::pair<const char *, std::function<kernel::Module(kernel::Module)>>;

  /// Builds a kernel module with the callback `lower` and runs `passes` over it in order. Returns
  /// the result.
  LoweredModule through(const Lower &lower, const std::vector<Pass> &passes) const {
    LoweredModule lowered{{.program = &facts.program}};
    if (plan.ranged() && plan.ranged()->isPeriodic)
      lowered.module.paddedAxis = facts.program.lastAxis();
    lower(lowered.module);
    keep(lowered, "lower");
    for (const auto &[name, pass] : passes) {
      lowered.module = pass(std::move(lowered.module));
      keep(lowered, name);
    }
    check(lowered.module);
    return lowered;
  }
  void keep(LoweredModule &lowered, const char *name) const {
    if (withStages && !lowered.module.order.empty())
      lowered.stages.emplace_back(name, lowered.module);
  }
  /// Verifies a kernel module. Ends the compiler with an internal error if the module is invalid.
  void check(const kernel::Module &module) const {
    std::vector<std::string> all = kernel::verify(module);
    llvm::append_range(all, kernel::verifyNeeds(module, [&](kernel::Needs needs) {
                         return has(plan.target.has, needs);
                       }));
    for (const std::string &broken : all)
      llvm::report_fatal_error(llvm::Twine("the kernel tree is broken: ") + broken);
  }

  const analysis::Facts &facts;
  const plan::Plan &plan;
  const bool withStages;
};

} // namespace

std::vector<plan::FusedKernel> fusedKernels(const plan::Plan &plan) {
  std::vector<plan::FusedKernel> all;
  if (plan.fused)
    all.push_back({*plan.fused, plan.fusedKernel, plan.picture});
  all.insert(all.end(), plan.rest.begin(), plan.rest.end());
  return all;
}

std::string spaceOf(const plan::FusedKernel &kernel) {
  return "steps" + std::to_string(kernel.fused.steps);
}

bool hasStepKernels(const plan::Plan &plan, bool isAlternative) {
  return plan.hasStepKernels() && !(isAlternative && plan.fused);
}

std::vector<const kernel::Module *> LoweredKernels::modules() const {
  std::vector<const kernel::Module *> all = {&cells.module};
  for (const auto &[space, kernel] : fused)
    all.push_back(&kernel.module);
  return all;
}

LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan,
                            bool isAlternative, bool withStages) {
  const Lowering lowering(facts, plan, withStages);
  LoweredKernels all{
      .cells = lowering.run(Lowering::Kernels::Stepwise, [&](kernel::Module &module) {
        kernel::Readers readers(module, plan.facesInMemory(facts));
        lowering.addReaders(readers);
        if (hasStepKernels(plan, isAlternative))
          plan::findSchedule(plan.schedule)->lower(module, facts, plan, readers);
        if (!isAlternative)
          kernel::lowerChecks(module, facts, readers,
                              plan.target.kind == plan::TargetKind::Cpu ? kernel::ReducedBy::Host
                              : plan.ranged() ? kernel::ReducedBy::KernelsOfSomeRows
                                              : kernel::ReducedBy::Kernels);
      })};
  for (const plan::FusedKernel &kernel : fusedKernels(plan))
    all.fused.emplace(
        spaceOf(kernel),
        lowering.run(
            kernel.fused.isSequential ? Lowering::Kernels::Stepwise : Lowering::Kernels::Fused,
            [&](kernel::Module &module) {
              plan::findSchedule(plan.schedule)->lowerFused(module, facts, plan, kernel.needs);
            }));
  if (!isAlternative)
    all.host = lowering.runHost();
  return all;
}

LoweredPlan lowerPlan(const analysis::Facts &facts, const plan::Plan &plan, bool withStages) {
  LoweredPlan lowered{.own = lowerKernels(facts, plan, false, withStages), .others = {}};
  for (const plan::Plan &other : plan.alternatives)
    lowered.others.push_back(lowerKernels(facts, other, true, withStages));
  return lowered;
}

} // namespace stencilc::emit
