/// \file Canonical arithmetic: splits expressions into terms, and builds sums from these in a fixed
/// order.
#include "sema/canonical/Canonical.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "sema/canonical/CanonicalReads.h"
#include "sema/canonical/CanonicalTerms.h"
#include "sema/values/ExactValues.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>

namespace stencilc::sema {

using namespace ir;

namespace {

/// Rewrites the values of stages (update statements) and reductions into canonical arithmetic,
/// which fixes the order of all operations. New expressions are added to the program. Old
/// expressions stay in it until all unused ones are removed.
class Canonicaliser {
public:
  explicit Canonicaliser(Program draft)
      : program(std::move(draft)), lets(std::move(program.exprNames)), builder(program),
        algebra(program, builder, lets), reads(program, builder) {
    // Keeps names that may survive, so that no new uniform takes them.
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
  /// Use of an expression. `Update`: the sum that is the value of an update. `Operand`: an operand
  /// of a non-linear operation, in which a factor before a bracket is not distributed.
  enum class Role { Update, Operand };
  struct Known {
    std::map<ExprId, LinearForm> forms; // linear forms, by expression of the draft
    std::map<ExprId, ExprId> rewritten; // from draft to canonical expression
  };
  Known &in(Role role) { return known[static_cast<std::size_t>(role)]; }

  /// Returns the expression `root` in canonical form (fixed order of operations). `root` is the
  /// value of a stage (update statement), or the value that a reduction takes from one cell.
  ExprId rewrite(ExprId root) {
    enterStage(root);
    const auto *conversion = std::get_if<Convert>(&program[root].node);
    return conversion
               ? builder.convert(canonical(conversion->operand, Role::Update), program[root].type)
               : canonical(root, Role::Update);
  }

  /// Resets the state for the stage (update statement) with the value `root`. No results are shared
  /// between stages, because the order of sums depends on the planes that a stage reads.
  void enterStage(ExprId root) {
    planes = {};
    uses.clear();
    atoms.clear();
    known = {};
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

  // --- to linear forms ---------------------------------------------------------------------------

  const LinearForm &formOf(ExprId id, Role role) {
    const auto found = in(role).forms.find(id);
    if (found != in(role).forms.end())
      return found->second;
    LinearForm form;
    collect(id, form, role);
    return in(role).forms.emplace(id, std::move(form)).first->second;
  }

  /// Part of a sum that is still to be split into terms: `scale` times an expression.
  struct Part {
    ExprId id;
    Polynomial scale;
  };

  /// Splits `root` into terms, and adds the terms to the linear form `form` (a sum of terms) from
  /// left to right. An explicit stack replaces recursion, because long sums are deeply nested.
  void collect(ExprId root, LinearForm &form, Role role) {
    std::vector<Part> open = {{root, 1}};
    while (!open.empty()) {
      const auto [id, scale] = std::move(open.back());
      open.pop_back();
      if (builder.isUniform(id)) {
        form.addConstant(algebra.product(scale, algebra.read(id)));
        continue;
      }
      if (isSum(program, id) && !scale.isUnit() && reads.holdsBareTerm(id)) {
        addBracket(id, scale, form);
        continue;
      }
      if (isSum(program, id) && !scale.isUnit() && role == Role::Operand) {
        addScaled(id, scale, form);
        continue;
      }
      if (const auto *unary = std::get_if<Unary>(&program[id].node);
          unary && unary->op == UnaryOp::Negate) {
        open.push_back({unary->operand, -scale});
        continue;
      }
      // Expressions with several uses are decomposed once.
      if (id != root && uses[id] > 1 && !isLeaf(program[id].node))
        addShared(id, scale, form, role);
      else
        takeApart(id, scale, open, form);
    }
  }

  void addShared(ExprId id, const Polynomial &scale, LinearForm &form, Role role) {
    const LinearForm &shared = formOf(id, role);
    if (!scale.isUnit() && !shared.constant().isZero()) {
      addBracket(id, scale, form);
      return;
    }
    form.addConstant(algebra.product(scale, shared.constant()));
    for (const LinearForm::Term &term : shared.terms())
      form.add(term.atom, algebra.product(scale, term.coefficient));
  }

  /// Splits the expression `id`, multiplied by `scale`. Pushes the operands of a linear operation
  /// onto the stack `open`. Adds any other expression to `form` as one term.
  void takeApart(ExprId id, const Polynomial &scale, std::vector<Part> &open, LinearForm &form) {
    const ExprNode node = program[id].node; // a copy: adding nodes moves the pool
    const auto *binary = std::get_if<Binary>(&node);
    if (isSum(program, id)) {
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

  /// Adds the sum `id`, multiplied by `scale`, to `form` as a single term. The sum is evaluated
  /// before the multiplication, so a sum of exactly zero gives zero.
  void addBracket(ExprId id, const Polynomial &scale, LinearForm &form) {
    const ExprId sum = canonical(id, Role::Operand);
    if (builder.isUniform(sum)) { // everything that varies has cancelled
      form.addConstant(algebra.product(scale, formOf(id, Role::Operand).constant()));
      return;
    }
    // Several brackets may become the same expression, and a bracket may reduce to a single read.
    form.add(asTerm(sum), scale);
  }

  /// Adds the sum `id`, multiplied by `scale`, to the terms of an operand. If each term of the sum
  /// already has a factor, `scale` is multiplied into these factors, which costs no operation.
  /// Otherwise the sum is added as one term.
  void addScaled(ExprId id, const Polynomial &scale, LinearForm &form) {
    const std::vector<LinearForm::Term> &terms = formOf(id, Role::Operand).terms();
    const auto isFree = [](const LinearForm::Term &term) { return term.coefficient.isUnit(); };
    if (std::any_of(terms.begin(), terms.end(), isFree)) {
      addBracket(id, scale, form);
      return;
    }
    for (const LinearForm::Term &term : terms)
      form.add(term.atom, algebra.product(scale, term.coefficient));
  }

  ExprId asTerm(ExprId value) {
    atoms.try_emplace(value, reads.factsOf(value));
    return value;
  }

  /// Returns the value of `operand` as a coefficient. The operand must be a factor or divisor of
  /// `operation`, and the same in all cells. Returns nullopt otherwise.
  std::optional<Polynomial> uniformFactor(const Binary &operation, ExprId operand) {
    const bool isLinear = operation.op == BinaryOp::Multiply ||
                          (operation.op == BinaryOp::Divide && operand == operation.rhs);
    if (!isLinear)
      return std::nullopt;
    if (builder.isUniform(operand))
      return algebra.read(operand);
    const LinearForm &form = formOf(operand, Role::Operand);
    return form.isUniform() ? std::optional(form.constant()) : std::nullopt;
  }

  /// Returns the expression `id` as an atom (a term that is not split further). Its operands are
  /// rewritten into canonical form (fixed order of operations) first.
  ExprId atomOf(ExprId id) {
    const auto operand = [&](ExprId below) { return canonical(below, Role::Operand); };
    const ExprNode node = program[id].node;
    const ExprId atom = match(
        node, [&](const Position &) { return id; }, [&](const Read &) { return id; },
        [&](const ProfileRead &) { return id; }, [&](const PointWeight &) { return id; },
        [&](const Constant &) { return id; }, // a constant of type bool
        [&](const Convert &n) { return builder.convert(operand(n.operand), builder.type(id)); },
        [&](const Unary &n) { return builder.unary(n.op, operand(n.operand)); },
        [&](const Binary &n) {
          if (isExactComparison(program, id))
            return id;
          const ExprId lhs = operand(n.lhs); // evaluated before rhs, for the order of new nodes
          return builder.binary(n.op, lhs, operand(n.rhs));
        },
        [&](const Fma &n) {
          const ExprId a = operand(n.a), b = operand(n.b);
          return builder.fma(a, b, operand(n.c));
        },
        [&](const Select &n) {
          const ExprId condition = operand(n.condition), then = operand(n.then);
          return builder.select(condition, then, operand(n.otherwise));
        },
        [&](const Noise &n) {
          Noise noise = n; // its coordinates stay as they are
          noise.step = operand(n.step);
          return builder.noise(noise, builder.type(id));
        },
        [&](const auto &) {
          assert(false && "canonicalise: the draft holds a node it must not hold");
          return id;
        });
    keepName(id, atom);
    return asTerm(atom);
  }

  /// Returns the canonical form (fixed order of operations) of `id` if it is a `select`, `min` or
  /// `max` that differs between cells. Its alternatives follow the rules for the value of a whole
  /// update, not those for operands (Canonical.h). Returns nullopt for other expressions.
  std::optional<ExprId> choiceOf(ExprId id) {
    const ExprNode node = program[id].node;
    if (builder.isUniform(id))
      return std::nullopt;
    if (const auto *select = std::get_if<Select>(&node)) {
      const ExprId condition = canonical(select->condition, Role::Operand);
      const ExprId then = canonical(select->then, Role::Update);
      return builder.select(condition, then, canonical(select->otherwise, Role::Update));
    }
    const auto *binary = std::get_if<Binary>(&node);
    if (!binary || (binary->op != BinaryOp::Min && binary->op != BinaryOp::Max))
      return std::nullopt;
    const ExprId lhs = canonical(binary->lhs, Role::Update);
    return builder.binary(binary->op, lhs, canonical(binary->rhs, Role::Update));
  }

  void keepName(ExprId from, ExprId to) {
    if (const auto let = lets.find(from); let != lets.end() && !isLeaf(program[to].node))
      survivors.try_emplace(to, let->second);
  }

  // --- to expressions ---------------------------------------------------------------------------

  /// Returns the canonical form (fixed order of operations) of the expression `id`, and caches it
  /// for `role`, the use of the expression.
  ExprId canonical(ExprId id, Role role) {
    if (const auto found = in(role).rewritten.find(id); found != in(role).rewritten.end())
      return found->second;
    const ScalarType type = builder.type(id);
    std::optional<ExprId> result = role == Role::Update ? choiceOf(id) : std::nullopt;
    if (!result)
      result = type == ScalarType::Bool ? atomOf(id) : sumOf(formOf(id, role), type, role);
    keepName(id, *result);
    return in(role).rewritten[id] = *result;
  }

  /// A sum under construction. If its first member is subtracted, the negation waits for the second
  /// member, because -a + b is written as b - a. `isNegated` is true until the second member is
  /// added.
  struct Sum {
    ExprId value;
    bool isNegated = false;
  };

  ExprId finish(const Sum &sum) {
    return sum.isNegated ? builder.unary(UnaryOp::Negate, sum.value) : sum.value;
  }

  ExprId sumOf(const LinearForm &form, ScalarType type, Role role) {
    const bool hasConstant = !form.constant().isZero();
    const TermOrder order{planes, atoms};
    const bool isConstantLast = hasConstant && role == Role::Operand &&
                                startsFreely(arrangeTerms(form, false, order), order);
    const bool isConstantFirst = hasConstant && !isConstantLast;
    const std::vector<TermGroup> groups = arrangeTerms(form, isConstantFirst, order);
    Sum sum;
    if (isConstantFirst || groups.empty())
      sum.value = algebra.rounded(form.constant(), type);
    for (const TermGroup &group : groups)
      addGroup(sum, group, type);
    if (isConstantLast)
      addConstant(sum, form.constant(), type);
    return finish(sum);
  }

  /// Adds a constant to the sum. A negative number is subtracted without its sign, which gives the
  /// same bits and is easier to read.
  void addConstant(Sum &sum, const Polynomial &constant, ScalarType type) {
    const bool isSubtracted = constant.isNegative() && constant.terms().size() == 1;
    addPlain(sum, algebra.rounded(isSubtracted ? -constant : constant, type), isSubtracted);
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

  /// Adds the atom (a term that is not split further) to the sum, or subtracts it. A product `a *
  /// b` is added by one fma.
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
  ReadsBelow reads;
  std::map<ExprId, std::string> survivors; // names of new expressions

  // State of the current stage:
  PlaneRange planes;
  std::map<ExprId, int> uses; // number of operands that refer to an expression
  std::map<ExprId, AtomFacts> atoms;
  std::array<Known, 2> known; // by role
};

} // namespace

Program canonicalise(Program draft) {
  if (draft.arithmetic == Arithmetic::Written)
    return draft;
  return Canonicaliser(std::move(draft)).run();
}

} // namespace stencilc::sema
