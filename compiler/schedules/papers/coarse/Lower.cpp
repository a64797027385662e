/// \file Lowering (emission of the kernels) of schedule coarse, in which each thread updates
/// several cells of a row.
///
/// If all reads of its cells stay in the grid, a thread computes all new values before it stores
/// the first, so that the loads of its cells overlap. Near faces, and at the end of a row, a thread
/// updates its cells one by one.
#include "schedules/papers/coarse/Lower.h"
#include "kernel/build/KernelBody.h"
#include "plan/cost/LaunchGrid.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of a GPU kernel in which each thread updates several cells of a row.
class CoarseKernel {
public:
  CoarseKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
               std::size_t index, const Readers &readers)
      : facts(facts), kernel(facts, index), plan(plan), readers(readers),
        k(module, Kind::Kernel, NameHint("step", NameOfKernel{index}),
          "One step of " + kernel.title + "."),
        body(k, facts, kernel), cells(plan.cellsPerThread) {}

  FunctionId build() {
    k.function().bounds.threads = plan.block[0] * plan.block[1] * plan.block[2];
    body.declareParams(
        {.usesUniforms = kernelUsesUniforms(facts, kernel, readers, kernel.leavesGrid)});
    takePlace();
    k.when(allInside(), [&] { updateTogether(); }, [&] { updateOneByOne(); });
    return k.id;
  }

private:
  /// Emits variables with the coordinates of the thread's first cell, and with the distance along x
  /// between its cells (the width of the block). Stores them in `first` and `apart`. Also emits a
  /// return for threads whose first cell lies beyond the grid.
  void takePlace() {
    first.push_back(k.define("first", {Type::Int}, body.ownCell(0, cells)));
    apart = k.define("apart", {Type::Int}, k.thread(Builtin::BlockSize, 0));
    std::vector<Term> beyond = {first[0] >= k.bound(Bound::End, 0)};
    for (int axis = 1; axis < facts.program.rank(); ++axis) {
      first.push_back(k.define(axisName(axis), {Type::Int}, body.ownCell(axis)));
      beyond.push_back(first[axis] >= k.bound(Bound::End, axis));
    }
    k.when(*anyOf(beyond), [&] { k.leave(); });
  }

  /// Emits and returns a condition. It is true if no cell of the thread reads beyond the grid, and
  /// the thread's last cell is not beyond the end of the row.
  Term allInside() {
    const Term last = k.define("last", {Type::Int}, first[0] + *apart * (cells - 1));
    const int low = kernel.margin.of(0, Side::Low), high = kernel.margin.of(0, Side::High);
    std::vector<Term> conditions;
    if (high == 0 || facts.program.rank() == 1) // a launch may cover only a part of the last axis
      conditions.push_back(last < k.bound(Bound::End, 0));
    if (low > 0)
      conditions.push_back(k.face(first[0], 0, Side::Low, low, true));
    if (high > 0)
      conditions.push_back(k.face(last, 0, Side::High, high, true));
    if (const auto across = body.inside(first, kernel.margin, 1))
      conditions.push_back(*across);
    return *allOf(conditions);
  }

  /// Emits a variable with the x coordinate of cell `i` (from 0) of the thread. Returns the
  /// coordinates of this cell, x first.
  std::vector<Term> cellOf(const Term &i) {
    std::vector<Term> cell = first;
    cell[0] = k.define("x", {Type::Int}, first[0] + i * *apart);
    return cell;
  }

  void updateTogether() {
    std::map<ir::FieldId, Term> values;
    for (ir::FieldId field : kernel.stored)
      values.emplace(field, k.array(NameHint("", NameOfView{field, 0}, "_values"),
                                    {Type::Value, facts.program.fields[field].storage}, {cells}));
    k.forEach("i", 0, cells, Repeat::Unrolled, [&](const Term &i) {
      const std::vector<Term> cell = cellOf(i);
      body.update(
          {.read =
               [&](const ir::Read &read) {
                 return body.view({read.field, read.level}).cell(displaced(cell, read.offset));
               },
           .place = [&](ir::StageId id) { return values.at(facts.program.stages[id].target)[i]; },
           .position = [&](int axis) { return cell[axis]; }});
    });
    k.forEach("i", 0, cells, Repeat::Unrolled, [&](const Term &i) {
      const std::vector<Term> cell = cellOf(i);
      for (const auto &[field, value] : values)
        k.assign(body.target(field).cell(cell), value[i]);
    });
  }

  void updateOneByOne() {
    const auto one = [&](const Term &i) {
      const std::vector<Term> cell = cellOf(i);
      k.when(cell[0] >= k.bound(Bound::End, 0), [&] { k.leave(); });
      if (kernel.commonFrozen)
        body.keepFirst(cell, [&] { k.next(); });
      else
        body.declareFrozen(cell);
      body.updateCell(cell, accessors(cell));
    };
    k.forEach("i", 0, cells, Repeat::Rolled, one,
              "few threads execute this: short code, few registers");
  }

  /// Emits a closure (lambda) for each field and time level that updates read at an offset. A
  /// closure returns the value at an offset from `cell`, and applies the boundary condition.
  /// Returns the closures by field and time level. Returns an empty map if no update reads beyond
  /// the grid.
  KernelBody::Accessors accessors(const std::vector<Term> &cell) {
    KernelBody::Accessors all;
    if (!kernel.leavesGrid)
      return all;
    for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
      if (!footprint.reach.isZero())
        all.emplace(fieldLevel, k.define(KernelBody::accessorName(fieldLevel), {Type::Auto},
                                         body.accessor(cell, [&](const std::vector<Term> &at) {
                                           k.give(body.readBeyond(readers, fieldLevel, at));
                                         })));
    return all;
  }

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const Readers &readers;
  Builder k;
  KernelBody body;
  const int cells;
  std::vector<Term> first;
  std::optional<Term> apart;
};

void launchOne(Builder &k, FunctionId kernel, const plan::KernelPlan &plan, int rank) {
  std::vector<Term> blocks;
  for (int axis = 0; axis < rank; ++axis)
    blocks.push_back(blocksAlong(k, axis, static_cast<int>(plan::cellsOfBlock(plan, axis))));
  k.launch(kernel, {.threads = {plan.block, plan.block + rank}, .blocks = blocks});
}

} // namespace

void lowerCoarse(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 const Readers &readers) {
  std::vector<FunctionId> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(CoarseKernel(module, facts, plan.kernels[index], index, readers).build());
  lowerStep(module, facts, [&](Builder &k, const Term &, std::size_t kernel) {
    launchOne(k, kernels[kernel], plan.kernels[kernel], facts.program.rank());
  });
}

} // namespace stencilc::schedules
