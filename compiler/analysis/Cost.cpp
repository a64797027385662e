/// \file Operations and bytes of one cell update, and their ratio.
#include "analysis/Cost.h"
#include "analysis/Footprint.h"
#include "analysis/PerRoot.h"
#include "analysis/Temporaries.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

namespace stencilc::analysis {

static void count(ir::UnaryOp op, Operations &operations) {
  switch (op) {
  case ir::UnaryOp::Negate:
  case ir::UnaryOp::Abs:
  case ir::UnaryOp::Not:
    return; // changes of a sign bit or a predicate, folded into the operation that uses them
  case ir::UnaryOp::Sqrt:
    ++operations.sqrt;
    return;
  case ir::UnaryOp::Exp:
  case ir::UnaryOp::Log:
  case ir::UnaryOp::Sin:
  case ir::UnaryOp::Cos:
  case ir::UnaryOp::Tanh:
    ++operations.special;
    return;
  case ir::UnaryOp::Floor:
    ++operations.convert; // a rounding instruction
    return;
  }
  llvm_unreachable("cost: unknown unary operation");
}

static void count(ir::BinaryOp op, Operations &operations) {
  switch (op) {
  case ir::BinaryOp::Add:
  case ir::BinaryOp::Subtract:
    ++operations.add;
    return;
  case ir::BinaryOp::Multiply:
    ++operations.multiply;
    return;
  case ir::BinaryOp::Divide:
    ++operations.divide;
    return;
  case ir::BinaryOp::Power:
    ++operations.special;
    return;
  case ir::BinaryOp::Min:
  case ir::BinaryOp::Max:
  case ir::BinaryOp::Less:
  case ir::BinaryOp::LessEqual:
  case ir::BinaryOp::Greater:
  case ir::BinaryOp::GreaterEqual:
  case ir::BinaryOp::Equal:
  case ir::BinaryOp::NotEqual:
  case ir::BinaryOp::And:
  case ir::BinaryOp::Or:
    ++operations.compare;
    return;
  }
  llvm_unreachable("cost: unknown binary operation");
}

/// Integer instructions of a random number: ten rounds of two products and four other operations.
static constexpr int kNoiseInstructions = 60;

static void count(const ir::ExprNode &node, Operations &operations) {
  const auto free = [](const auto &) {};
  match(
      node, [&](const ir::Constant &n) { free(n); }, [&](const ir::Param &n) { free(n); },
      [&](const ir::UniformRef &n) { free(n); },
      [&](const ir::Position &) { ++operations.convert; }, // from an integer
      [&](const ir::Extent &n) { free(n); }, [&](const ir::Read &n) { free(n); },
      [&](const ir::ProfileRead &n) { free(n); },                // from a cache
      [&](const ir::PointWeight &) { operations.compare += 2; }, // a test that nearly always fails
      [&](const ir::Random &n) { free(n); },                     // initial values only
      [&](const ir::Noise &) { operations.compare += kNoiseInstructions; },
      [&](const ir::Reduced &n) { free(n); }, [&](const ir::PreviousValue &n) { free(n); },
      [&](const ir::StepNumber &n) { free(n); }, [&](const ir::SeriesValue &n) { free(n); },
      [&](const ir::Convert &) { ++operations.convert; },
      [&](const ir::Unary &n) { count(n.op, operations); },
      [&](const ir::Binary &n) { count(n.op, operations); },
      [&](const ir::Fma &) { ++operations.fma; },
      [&](const ir::Select &) { ++operations.compare; });
}

static KernelCost kernelCost(const ir::Program &program, const Dependence &dependence,
                             const Kernel &kernel) {
  KernelCost cost;
  std::set<ir::FieldId> written;
  std::vector<ir::ExprId> roots;
  for (ir::StageId id : kernel.stages) {
    const ir::Stage &stage = program.stages[id];
    written.insert(stage.target);
    roots.push_back(stage.value);
    cost.temporaries = std::max(cost.temporaries, temporariesOf(program, {stage.value}));
    const auto local = dependence.locals.find(stage.target);
    if (local == dependence.locals.end() || local->second.isStored)
      cost.bytesWritten += ir::bytesOf(program.fields[stage.target].storage);
  }
  std::set<FieldLevel> fieldLevels;
  for (ir::ExprId id : ir::reachableFrom(program, roots)) {
    count(program[id].node, cost.operations);
    cost.operations.perRoot += isPerRoot(program, id);
    cost.points += std::holds_alternative<ir::PointWeight>(program[id].node);
    const auto *read = std::get_if<ir::Read>(&program[id].node);
    // A t+1 of the same kernel is forwarded in registers.
    if (read && !(read->level == 1 && written.contains(read->field)))
      fieldLevels.insert({read->field, read->level});
  }
  cost.operations.perRoot = std::min(cost.operations.perRoot, cost.operations.sqrt);
  for (const FieldLevel &fieldLevel : fieldLevels)
    cost.bytesRead += ir::bytesOf(program.fields[fieldLevel.field].storage);
  return cost;
}

static void add(const Operations &from, int times, Operations &to) {
  to.add += times * from.add;
  to.multiply += times * from.multiply;
  to.fma += times * from.fma;
  to.divide += times * from.divide;
  to.sqrt += times * from.sqrt;
  to.perRoot += times * from.perRoot;
  to.special += times * from.special;
  to.compare += times * from.compare;
  to.convert += times * from.convert;
}

Cost computeCost(const ir::Program &program, const Dependence &dependence) {
  Cost cost;
  for (const Kernel &kernel : dependence.kernels) {
    const KernelCost &added = cost.kernels.emplace_back(kernelCost(program, dependence, kernel));
    const int times = static_cast<int>(kernel.times);
    add(added.operations, times, cost.operations);
    cost.bytesRead += times * added.bytesRead;
    cost.bytesWritten += times * added.bytesWritten;
  }
  return cost;
}

} // namespace stencilc::analysis
