/// \file Recognises updates that tensor cores can compute as matrix products.
#include "schedules/tensorcore/DenseUpdate.h"
#include "analysis/KernelFacts.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace ir;

int DenseUpdate::taps() const {
  int count = 0;
  for (std::size_t i = 0; i < factors.size(); ++i)
    count += factors[i].valid() || ones[i] != 0;
  return count;
}

namespace {

/// Term of a sum of weighted reads: the offset of the read from the updated cell, and its factor.
struct Tap {
  Offset offset;
  ExprId factor; // invalid: the factor is `one` (1 or -1)
  int one = 0;
};

/// Reader that splits a sum, computed by a chain of fma operations (fused multiply-adds), into its
/// terms.
class ChainReader {
public:
  explicit ChainReader(const Program &program) : program(program) {}

  /// Splits the sum `root`. Sets `taps` to its terms, in the order in which they are added. Sets
  /// `start` to the value to which the first term is added, or to an invalid id if there is none.
  /// Returns false if `root` is no sum of weighted reads.
  bool read(ExprId root) {
    std::optional<ExprId> rest = root;
    while (rest && !isUniform(*rest))
      if (!takeLast(*rest, rest))
        return false;
    start = rest.value_or(ExprId());
    std::reverse(taps.begin(), taps.end());
    return true;
  }

  std::vector<Tap> taps;
  ExprId start;

private:
  bool isUniform(ExprId id) const {
    return std::holds_alternative<Constant>(program[id].node) ||
           std::holds_alternative<UniformRef>(program[id].node);
  }
  const Read *readAt(ExprId id) const { return std::get_if<Read>(&program[id].node); }

  bool take(ExprId factor, ExprId read, int one = 0) {
    if (!readAt(read) || (factor.valid() && !isUniform(factor)))
      return false;
    taps.push_back({readAt(read)->offset, factor, one});
    return true;
  }
  /// Adds the last term of the sum `id` to `taps`. Sets `rest` to the expression to which this term
  /// is added, or to nullopt if there is none. Returns false if `id` is no sum whose last term is a
  /// weighted read.
  bool takeLast(ExprId id, std::optional<ExprId> &rest) {
    rest = std::nullopt;
    if (readAt(id))
      return take({}, id, 1);
    if (const auto *fma = std::get_if<Fma>(&program[id].node)) {
      rest = fma->c;
      return take(fma->a, fma->b);
    }
    const auto *binary = std::get_if<Binary>(&program[id].node);
    if (!binary)
      return false;
    switch (binary->op) {
    case BinaryOp::Multiply:
      return take(binary->lhs, binary->rhs);
    case BinaryOp::Add:
      rest = binary->lhs;
      return take({}, binary->rhs, 1);
    case BinaryOp::Subtract:
      rest = binary->lhs;
      return take({}, binary->rhs, -1);
    default:
      return false;
    }
  }

  const Program &program;
};

/// Returns the reason why tensor cores cannot compute the program, such as its number of axes or
/// fields, as a message for the user. Returns "" if there is none.
std::string whyNot(const analysis::Facts &facts) {
  const Program &program = facts.program;
  if (program.rank() != 2)
    return "it is for two axes; use wavefront";
  if (facts.dependence.kernels.size() != 1 || program.stages.size() != 1)
    return "it is for programs of one update; use wavefront";
  if (!program.points.empty())
    return "sources and receivers are not in its products; use wavefront";
  const Stage &stage = program.stages[StageId{0}];
  const FieldDecl &field = program.fields[stage.target];
  if (field.levels != 1)
    return "it is for updates that read one time level; use wavefront";
  if (llvm::any_of(field.shorter, [](bool isShorter) { return isShorter; }))
    return "it is for fields as long as the grid; use wavefront";
  for (const ExprId id : reachableFrom(program, {stage.value}))
    if (const auto *read = std::get_if<Read>(&program[id].node);
        read && (read->field != stage.target || read->level != 0))
      return "it is for updates that read nothing but the field itself; use wavefront";
  if (changesInTime(program, stage.value))
    return "its factors may not change from step to step; use wavefront";
  return "";
}

/// Returns the reason why tensor cores cannot be used with the boundary conditions of `field` along
/// `axis`, as a message for the user. Returns "" if there is none.
std::string whyNot(const analysis::Facts &facts, const analysis::FieldFaces &field, int axis) {
  const auto &faces = field.faces[axis];
  const bool isPeriodic = faces[0].isPeriodic();
  if (isPeriodic != faces[1].isPeriodic())
    return "one end of an axis is periodic and the other is not; use naive";
  if (llvm::any_of(field.faces[1 - axis], [&](const analysis::Face &face) {
        return isPeriodic && face.variesAlong(axis);
      }))
    return "the value beyond a face varies along an axis that is periodic; use naive";
  if (llvm::any_of(faces, [&](const analysis::Face &face) {
        return face.given() && changesInTime(facts.program, face.given()->value);
      }))
    return "the value beyond a face changes from step to step; use wavefront";
  return "";
}

std::string whyNot(const analysis::Facts &facts, const DenseUpdate &update) {
  constexpr int kMostRadius = 4;
  if (update.radius < 1 || update.radius > kMostRadius)
    return llvm::formatv("it is for neighbours up to {0} cells away; use {1}", kMostRadius,
                         update.radius ? "wavefront" : "naive")
        .str();
  const FieldId field = facts.program.stages[StageId{0}].target;
  if (facts.program.compute != ScalarType::F64 ||
      facts.program.fields[field].storage != ScalarType::F64)
    return "tensor cores give the bits of fma in f64 only; use wavefront";
  std::string reason;
  for (int axis = 0; axis < 2 && reason.empty(); ++axis)
    reason = whyNot(facts, facts.faces[field], axis);
  return reason;
}

} // namespace

std::optional<DenseUpdate> denseUpdateOf(const analysis::Facts &facts, std::string &reason) {
  reason = whyNot(facts);
  if (!reason.empty())
    return std::nullopt;
  ChainReader chain(facts.program);
  constexpr llvm::StringLiteral isNoChain =
      "it is for sums in which each neighbour has a factor of its own, added in the order of "
      "memory; use wavefront";
  const auto isOutOfOrder = [](const Tap &a, const Tap &b) { // or the same cell again
    return !MemoryOrder()(a.offset, b.offset);
  };
  if (!chain.read(facts.program.stages[StageId{0}].value) ||
      std::adjacent_find(chain.taps.begin(), chain.taps.end(), isOutOfOrder) != chain.taps.end()) {
    reason = isNoChain.str();
    return std::nullopt;
  }
  DenseUpdate update{.radius = 0, .factors = {}, .ones = {}, .start = chain.start};
  for (const Tap &tap : chain.taps)
    update.radius = std::max({update.radius, std::abs(tap.offset[0]), std::abs(tap.offset[1])});
  const auto across = static_cast<std::size_t>(update.across());
  update.factors.resize(across * across);
  update.ones.resize(update.factors.size());
  for (const Tap &tap : chain.taps) {
    const std::size_t place = static_cast<std::size_t>(tap.offset[1] + update.radius) * across +
                              static_cast<std::size_t>(tap.offset[0] + update.radius);
    update.factors[place] = tap.factor;
    update.ones[place] = tap.one;
  }
  reason = whyNot(facts, update);
  return reason.empty() ? std::optional(update) : std::nullopt;
}

std::vector<std::string> TensorShape::verify(const analysis::Facts &facts) const {
  std::vector<std::string> wrong;
  const analysis::KernelFacts kernel(facts, 0);
  for (int axis = 0; axis < 2; ++axis)
    if (std::max(kernel.reach.low[axis], kernel.reach.high[axis]) > update.radius)
      wrong.push_back("an update reads further than the rows that are kept");
  if (tile().stored() < 2)
    wrong.push_back("a block stores no cells: its halos overlap");
  return wrong;
}

} // namespace stencilc::schedules
