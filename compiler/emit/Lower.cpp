/// \file The kernel trees of a plan, through all passes.
#include "emit/Lower.h"
#include "kernel/Passes.h"
#include "kernel/Readers.h"
#include "plan/Schedule.h"
#include "schedules/wavefront/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <functional>

namespace stencilc::emit {

namespace {

/// Modules on their way through the passes.
class Lowering {
public:
  Lowering(const analysis::Facts &facts, const plan::Plan &plan, bool withStages)
      : facts(facts), plan(plan), withStages(withStages) {}

  /// `lower` puts functions into the module.
  LoweredModule run(const std::function<void(kernel::Module &)> &lower) const {
    LoweredModule lowered{{.program = &facts.program}};
    lower(lowered.module);
    keep(lowered, "lower");
    const auto apply = [&](const char *name, auto pass) {
      lowered.module = pass(std::move(lowered.module));
      keep(lowered, name);
    };
    if (plan.streamed)
      apply("restrictToRange", [&](kernel::Module module) {
        return kernel::restrictToRange(std::move(module), facts.program.lastAxis());
      });
    apply("bindToGrid", kernel::bindToGrid);
    apply("simplify", kernel::simplify);
    for (const std::string &broken : kernel::verify(lowered.module)) // a lowering is at fault
      llvm::report_fatal_error(llvm::Twine("the kernel tree is broken: ") + broken);
    return lowered;
  }

  void addReaders(kernel::Readers &readers) const {
    for (ir::FieldId field : facts.program.fields.ids())
      readers.add(field, {.reach = kernel::readBeyond(
                              facts, field,
                              [&](std::size_t pass) { return plan.passes[pass].bringsAll(); }),
                          .isReadOnly = plan.hasReadOnlyViews(),
                          .goesOn = plan.endlessAxis(facts.program),
                          .isCalledFromOutside = isReadByChecks(field)});
  }

private:
  void keep(LoweredModule &lowered, const char *name) const {
    if (withStages && !lowered.module.order.empty())
      lowered.stages.emplace_back(name, lowered.module);
  }
  /// Whether a reduction reads other cells than its own.
  bool isReadByChecks(ir::FieldId field) const {
    return llvm::any_of(facts.footprint.reductions, [&](const auto &reduction) {
      return llvm::any_of(reduction.second.streams, [&](const auto &stream) {
        return stream.first.field == field && !stream.second.reach.isZero();
      });
    });
  }

  const analysis::Facts &facts;
  const plan::Plan &plan;
  const bool withStages;
};

} // namespace

std::string spaceOf(const plan::FusedKernel &kernel) {
  return "steps" + std::to_string(kernel.fused.steps);
}

std::vector<const kernel::Module *> LoweredKernels::modules() const {
  std::vector<const kernel::Module *> all = {&cells.module};
  for (const auto &[space, kernel] : fused)
    all.push_back(&kernel.module);
  return all;
}

LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan, bool withStages) {
  const Lowering lowering(facts, plan, withStages);
  LoweredKernels all{lowering.run([&](kernel::Module &module) {
    kernel::Readers readers(module);
    lowering.addReaders(readers);
    plan::findSchedule(plan.schedule)->lower(module, facts, plan, readers);
  })};
  std::vector<plan::FusedKernel> kernels = plan.rest;
  if (plan.fused)
    kernels.push_back({*plan.fused, plan.fusedPass, plan.picture});
  for (const plan::FusedKernel &kernel : kernels)
    all.fused.emplace(spaceOf(kernel), lowering.run([&](kernel::Module &module) {
      schedules::lowerFusedSteps(module, facts, plan, kernel.pass.shapeAs<plan::WavefrontShape>());
    }));
  return all;
}

} // namespace stencilc::emit
