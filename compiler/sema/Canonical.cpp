/// \file Canonical arithmetic: from a draft's trees to linear forms, and from those to sums.
#include "sema/Canonical.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "sema/CanonicalTerms.h"
#include <cassert>
#include <deque>

namespace stencilc::sema {

using namespace ir;

namespace {

/// Rewrites one stage after the other. New nodes are added to the draft's own pool; the old ones
/// go when the pool is compacted.
class Canonicaliser {
public:
  explicit Canonicaliser(Program draft)
      : program(std::move(draft)), lets(std::move(program.exprNames)), builder(program),
        algebra(program, builder, lets) {
    // Names that may survive stay in sight, so that no uniform takes them.
    for (const auto &[id, name] : lets)
      if (!builder.isUniform(id))
        program.exprNames.emplace(id, name);
  }

  Program run() {
    for (Stage &stage : program.stages)
      stage.value = rewrite(stage.value);
    for (Reduction &reduction : program.reductions)
      reduction.value = rewrite(reduction.value);
    program.exprNames = std::move(survivors);
    return compact(std::move(program));
  }

private:
  /// The value of a stage, or of a cell for a reduction, in canonical form.
  ExprId rewrite(ExprId root) {
    enterStage(root);
    const auto *conversion = std::get_if<Convert>(&program[root].node);
    return conversion ? builder.convert(canonical(conversion->operand), program[root].type)
                      : canonical(root);
  }

  /// The order depends on the planes of the stage, so nothing is shared between stages.
  void enterStage(ExprId root) {
    planes = {};
    uses.clear();
    forms.clear();
    rewritten.clear();
    atoms.clear();
    bool isFirst = true;
    for (ExprId id : reachableFrom(program, {root})) {
      forEachOperand(program[id].node, [&](ExprId operand) { ++uses[operand]; });
      if (const auto *read = std::get_if<Read>(&program[id].node)) {
        const int plane = read->offset[program.lastAxis()];
        planes.low = isFirst ? plane : std::min(planes.low, plane);
        planes.high = isFirst ? plane : std::max(planes.high, plane);
        isFirst = false;
      }
    }
  }

  // --- towards linear forms ---------------------------------------------------------------------

  const LinearForm &formOf(ExprId id) {
    const auto found = forms.find(id);
    if (found != forms.end())
      return found->second;
    LinearForm form;
    collect(id, form);
    return forms.emplace(id, std::move(form)).first->second;
  }

  /// Adds the terms of `root` to `form`, from left to right. A stack of its own, because a long sum
  /// is a deep expression.
  void collect(ExprId root, LinearForm &form) {
    struct Part {
      ExprId id;
      Polynomial scale;
    };
    std::vector<Part> open = {{root, 1}};
    while (!open.empty()) {
      const auto [id, scale] = std::move(open.back());
      open.pop_back();
      if (builder.isUniform(id)) {
        form.addConstant(algebra.product(scale, algebra.read(id)));
        continue;
      }
      // What is used several times is taken apart once.
      if (id != root && uses[id] > 1 && !isLeaf(program[id].node)) {
        const LinearForm &shared = formOf(id);
        form.addConstant(algebra.product(scale, shared.constant()));
        for (const LinearForm::Term &term : shared.terms())
          form.add(term.atom, algebra.product(scale, term.coefficient));
        continue;
      }
      const ExprNode node = program[id].node; // a copy: building moves the pool
      if (const auto *unary = std::get_if<Unary>(&node); unary && unary->op == UnaryOp::Negate) {
        open.push_back({unary->operand, -scale});
        continue;
      }
      const auto *binary = std::get_if<Binary>(&node);
      if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract)) {
        open.push_back({binary->rhs, binary->op == BinaryOp::Add ? scale : -scale});
        open.push_back({binary->lhs, scale});
      } else if (const auto left = binary ? uniformFactor(*binary, binary->lhs) : std::nullopt) {
        open.push_back({binary->rhs, algebra.product(scale, *left)});
      } else if (const auto right = binary ? uniformFactor(*binary, binary->rhs) : std::nullopt) {
        open.push_back({binary->lhs, binary->op == BinaryOp::Divide
                                         ? algebra.quotient(scale, *right)
                                         : algebra.product(scale, *right)});
      } else {
        form.add(atomOf(id), scale);
      }
    }
  }

  /// The value of `operand` if it makes the operation linear: the uniform factor of a product or
  /// the uniform divisor.
  std::optional<Polynomial> uniformFactor(const Binary &operation, ExprId operand) {
    const bool isLinear = operation.op == BinaryOp::Multiply ||
                          (operation.op == BinaryOp::Divide && operand == operation.rhs);
    if (!isLinear)
      return std::nullopt;
    if (builder.isUniform(operand))
      return algebra.read(operand);
    const LinearForm &form = formOf(operand);
    return form.isUniform() ? std::optional(form.constant()) : std::nullopt;
  }

  /// The expression as one value, its operands in canonical form.
  ExprId atomOf(ExprId id) {
    const ExprNode node = program[id].node;
    const ExprId atom = match(
        node, [&](const Position &) { return id; }, [&](const Read &) { return id; },
        [&](const Constant &) { return id; }, // of type bool
        [&](const Convert &n) { return builder.convert(canonical(n.operand), builder.type(id)); },
        [&](const Unary &n) { return builder.unary(n.op, canonical(n.operand)); },
        [&](const Binary &n) {
          const ExprId lhs = canonical(n.lhs); // before rhs, for the order of new nodes
          return builder.binary(n.op, lhs, canonical(n.rhs));
        },
        [&](const Fma &n) {
          const ExprId a = canonical(n.a), b = canonical(n.b);
          return builder.fma(a, b, canonical(n.c));
        },
        [&](const Select &n) {
          const ExprId condition = canonical(n.condition), then = canonical(n.then);
          return builder.select(condition, then, canonical(n.otherwise));
        },
        [&](const auto &) {
          assert(false && "canonicalise: the draft holds a node it must not hold");
          return id;
        });
    atoms.try_emplace(atom, factsOf(atom));
    keepName(id, atom);
    return atom;
  }

  AtomFacts factsOf(ExprId atom) {
    AtomFacts facts;
    facts.plane = newestPlane(atom);
    const ExprNode &node = program[atom].node;
    const auto *conversion = std::get_if<Convert>(&node);
    if (const auto *read =
            std::get_if<Read>(conversion ? &program[conversion->operand].node : &node))
      facts.read = *read;
    if (const auto *binary = std::get_if<Binary>(&node))
      facts.isProduct = binary->op == BinaryOp::Multiply;
    return facts;
  }

  int newestPlane(ExprId id) {
    for (auto index = static_cast<std::uint32_t>(newestPlanes.size()); index <= id.index; ++index) {
      const ExprNode &node = program[ExprId{index}].node;
      int plane = AtomFacts().plane;
      if (const auto *read = std::get_if<Read>(&node))
        plane = read->offset[program.lastAxis()];
      forEachOperand(node,
                     [&](ExprId operand) { plane = std::max(plane, newestPlanes[operand.index]); });
      newestPlanes.push_back(plane);
    }
    return newestPlanes[id.index];
  }

  void keepName(ExprId from, ExprId to) {
    if (const auto let = lets.find(from); let != lets.end() && !isLeaf(program[to].node))
      survivors.try_emplace(to, let->second);
  }

  // --- back to expressions ----------------------------------------------------------------------

  /// The canonical expression for any expression of the draft.
  ExprId canonical(ExprId id) {
    if (const auto found = rewritten.find(id); found != rewritten.end())
      return found->second;
    const ScalarType type = builder.type(id);
    const ExprId result = type == ScalarType::Bool ? atomOf(id) : sumOf(formOf(id), type);
    keepName(id, result);
    return rewritten[id] = result;
  }

  /// A sum under construction. A first member that is subtracted waits for the second, because
  /// -a + b is b - a.
  struct Sum {
    ExprId value;
    bool isNegated = false;
  };

  ExprId finish(const Sum &sum) {
    return sum.isNegated ? builder.unary(UnaryOp::Negate, sum.value) : sum.value;
  }

  ExprId sumOf(const LinearForm &form, ScalarType type) {
    const std::vector<TermGroup> groups = arrangeTerms(form, planes, atoms);
    Sum sum;
    if (!form.constant().isZero() || groups.empty())
      sum.value = algebra.rounded(form.constant(), type);
    for (const TermGroup &group : groups)
      addGroup(sum, group, type);
    return finish(sum);
  }

  void addGroup(Sum &sum, const TermGroup &group, ScalarType type) {
    const bool isNegated = group.coefficient.isMinusOne();
    const bool isUnit = isNegated || group.coefficient.isOne();
    if (isUnit && (!sum.value.valid() || group.members.size() == 1)) {
      for (const TermGroup::Member &member : group.members)
        addMember(sum, member.atom, member.isSubtracted != isNegated);
      return;
    }
    Sum members;
    for (const TermGroup::Member &member : group.members)
      addMember(members, member.atom, member.isSubtracted);
    if (isUnit) {
      addPlain(sum, members.value, isNegated);
      return;
    }
    const ExprId coefficient = algebra.rounded(group.coefficient, type);
    sum = {sum.value.valid() ? builder.fma(coefficient, members.value, finish(sum))
                             : builder.binary(BinaryOp::Multiply, coefficient, members.value)};
  }

  /// sum + atom or sum - atom, by an fma where the atom is a product.
  void addMember(Sum &sum, ExprId atom, bool isSubtracted) {
    if (!sum.value.valid() || !atoms.at(atom).isProduct) {
      addPlain(sum, atom, isSubtracted);
      return;
    }
    const Binary product = std::get<Binary>(program[atom].node);
    const ExprId factor = isSubtracted ? builder.unary(UnaryOp::Negate, product.lhs) : product.lhs;
    sum = {builder.fma(factor, product.rhs, finish(sum))};
  }

  void addPlain(Sum &sum, ExprId value, bool isSubtracted) {
    if (!sum.value.valid())
      sum = {value, isSubtracted};
    else if (sum.isNegated && !isSubtracted)
      sum = {builder.binary(BinaryOp::Subtract, value, sum.value)};
    else
      sum = {builder.binary(isSubtracted ? BinaryOp::Subtract : BinaryOp::Add, finish(sum), value)};
  }

  Program program;
  const std::map<ExprId, std::string> lets; // names in the draft
  Builder builder;
  UniformAlgebra algebra;
  std::map<ExprId, std::string> survivors; // names of new expressions
  std::vector<int> newestPlanes;           // by ExprId::index, as far as asked for

  // Of the stage at work:
  PlaneRange planes;
  std::map<ExprId, int> uses;         // operands that refer to an expression
  std::map<ExprId, LinearForm> forms; // taken apart
  std::map<ExprId, ExprId> rewritten; // draft to canonical
  std::map<ExprId, AtomFacts> atoms;
};

} // namespace

Program canonicalise(Program draft) {
  if (draft.arithmetic == Arithmetic::Written)
    return draft;
  return Canonicaliser(std::move(draft)).run();
}

} // namespace stencilc::sema
