/// \file Lowering of schedule naive: each thread updates one cell and reads from global memory.
///
/// A cell whose reads stay in the grid is updated without tests. Near a face, each read applies the
/// boundary condition. A frozen cell keeps its value, so the kernel copies it.
#include "schedules/naive/Lower.h"
#include "kernel/build/KernelBody.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of a GPU kernel in which each thread updates one cell.
class CellKernel {
public:
  CellKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const Readers &readers, bool isRecorded)
      : facts(facts), kernel(facts, index), plan(plan), readers(readers), isRecorded(isRecorded),
        k(module, Kind::Kernel, NameHint("step", NameOfKernel{index}),
          "One step of " + kernel.title + "."),
        body(k, facts, kernel) {}

  FunctionId build() {
    k.function().bounds.threads = plan.block[0] * plan.block[1] * plan.block[2];
    UniformNeeds needs = kernelUsesUniforms(facts, kernel, readers, kernel.leavesGrid);
    needs.ofRun |= isRecorded;
    body.declareParams(
        {.isReadOnly = plan.staging == plan::Staging::ReadOnly, .usesUniforms = needs});
    if (isRecorded)
      body.recordReceivers();
    cell = body.takeCell();
    if (kernel.commonFrozen)
      body.keepFirst(cell, [&] { k.leave(); });
    else
      body.declareFrozen(cell);
    kernel.leavesGrid ? updateByPlace() : body.updateCell(cell, {});
    return k.id;
  }

private:
  /// Emits the update as a lambda whose parameters are lambdas that read a field. Also emits two
  /// calls of it. For cells away from all faces, the arguments read memory. For other cells, they
  /// apply the boundary condition.
  void updateByPlace() {
    std::vector<analysis::FieldLevel> leaving;
    std::vector<NameHint> names;
    for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
      if (!footprint.reach.isZero()) {
        leaving.push_back(fieldLevel);
        names.push_back(KernelBody::accessorName(fieldLevel));
      }
    const Term update = k.define("update", {Type::Auto},
                                 k.closure(names, {Type::Auto}, [&](const std::vector<Term> &at) {
                                   KernelBody::Accessors by;
                                   for (std::size_t i = 0; i < leaving.size(); ++i)
                                     by.emplace(leaving[i], at[i]);
                                   body.updateCell(cell, by);
                                 }));
    const Reach margin = kernel.commonFrozen ? kernel.beyondFrozen(kernel.reach) : kernel.margin;
    const Term inside = k.define("inside", {Type::Bool}, *body.inside(cell, margin));
    k.when(
        inside, [&] { k.run(k.call(update, accessors(leaving, true))); },
        [&] { k.run(k.call(update, accessors(leaving, false))); });
  }

  std::vector<Term> accessors(const std::vector<analysis::FieldLevel> &fieldLevels, bool isInside) {
    std::vector<Term> all;
    for (const analysis::FieldLevel &fieldLevel : fieldLevels)
      all.push_back(body.accessor(cell, [&](const std::vector<Term> &at) {
        k.give(isInside ? body.view(fieldLevel).cell(at)
                        : body.readBeyond(readers, fieldLevel, at));
      }));
    return all;
  }

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const Readers &readers;
  /// True if the kernel stores values for receivers (points at which a run saves a field).
  const bool isRecorded;
  Builder k;
  KernelBody body;
  std::vector<Term> cell;
};

void launchOne(Builder &k, FunctionId kernel, const plan::KernelPlan &plan, int rank) {
  std::vector<Term> blocks;
  for (int axis = 0; axis < rank; ++axis)
    blocks.push_back(blocksAlong(k, axis, plan.block[axis]));
  k.launch(kernel, {.threads = {plan.block, plan.block + rank},
                    .blocks = blocks,
                    .sharedBytes = plan.sharedBytes});
}

} // namespace

void lowerNaive(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                const Readers &readers) {
  std::vector<FunctionId> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(CellKernel(module, facts, plan.kernels[index], index, readers,
                                 plan.recordsReceivers(facts.program))
                          .build());
  lowerStep(module, facts, [&](Builder &k, const Term &, std::size_t kernel) {
    launchOne(k, kernels[kernel], plan.kernels[kernel], facts.program.rank());
  });
}

} // namespace stencilc::schedules
