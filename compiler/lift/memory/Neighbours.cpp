/// \file Recognises array indices that stay in the grid: `(i + 1) % n` wraps around, `i > 0 ? i - 1
/// : 0` stops at the face. Each becomes one symbol, which a boundary condition of the field can
/// replace.
#include "lift/memory/Neighbours.h"
#include "lift/Symbols.h"
#include "clang/AST/Expr.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the loop whose variable is in `polynomial`. Returns null unless there is exactly one
/// such loop and the factor of its variable is 1.
const Loop *Neighbours::loopIn(const Polynomial &polynomial) const {
  const Loop *found = nullptr;
  for (const Loop &loop : loops)
    if (polynomial.uses(loop.variable)) {
      if (found || polynomial.coefficient(loop.variable) != Polynomial(1))
        return nullptr;
      found = &loop;
    }
  return found;
}

Polynomial Neighbours::neighbour(Symbol::Rim rim, const Polynomial &target,
                                 std::optional<Polynomial> extent) {
  for (Polynomial::Symbol other = 0; other < int(step.symbols.size()); ++other) {
    const Symbol &known = step.symbols[other];
    if (known.kind == Symbol::Neighbour && known.rim == rim && known.target == target &&
        known.extent == extent)
      return Polynomial::symbol(other);
  }
  return Polynomial::symbol(
      addSymbol(step, {"neighbour", Symbol::Neighbour, 0, 0, rim, target, std::move(extent)}));
}

std::optional<Polynomial> Neighbours::wrapped(const Polynomial &of, const Polynomial &extent) {
  const Loop *loop = loopIn(of);
  if (!loop || usesLoops(step, extent))
    return std::nullopt;
  const Polynomial here = Polynomial::symbol(loop->variable);
  std::optional<std::int64_t> distance;
  std::int64_t turns = 0;
  for (std::int64_t times = 0; times <= 2; ++times)
    if (const auto rest = (of - here - Polynomial(times) * extent).constant();
        rest && (!distance || std::abs(*rest) < std::abs(*distance)))
      distance = rest, turns = times;
  const auto low = loop->low.constant();
  if (!distance || !low || *low < 0)
    return std::nullopt;
  const auto least = (Polynomial(*low + *distance) + Polynomial(turns) * extent).constant();
  if (least ? *least < 0 : turns == 0 && *low + *distance < 0)
    return std::nullopt;
  return neighbour(Symbol::Around, here + *distance, extent);
}

/// Returns the least and greatest value of the polynomial `of` in the loops around the current
/// statement. Precondition: `of` is the sum of the symbol `near` (the index of a neighbouring cell)
/// and other terms. Returns `nullopt` if the values are unknown, for example because these terms
/// contain loop variables.
std::optional<Neighbours::Range> Neighbours::rangeNear(const Polynomial &of,
                                                       Polynomial::Symbol near) const {
  const Symbol &known = step.symbols[near];
  const Polynomial rest = of - Polynomial::symbol(near);
  const Loop *loop = loopIn(known.target);
  if (!loop || usesLoops(step, rest))
    return std::nullopt;
  const Polynomial last =
      (known.rim == Symbol::AtLowFace ? loop->high : *known.extent) + Polynomial(-1);
  const Polynomial first = known.rim == Symbol::AtHighFace ? loop->low : Polynomial(0);
  return Range(first + rest, last + rest);
}

/// Returns the least and greatest value of `of` in the loops around the current statement, which
/// are assumed to run at least once. Returns `nullopt` if the values are unknown.
std::optional<Neighbours::Range> Neighbours::rangeOf(const Polynomial &of) const {
  for (const Polynomial::Symbol symbol : of.symbols())
    if (step.symbols[symbol].kind == Symbol::Neighbour && of.coefficient(symbol) == Polynomial(1))
      return rangeNear(of, symbol);
  if (!usesLoops(step, of))
    return Range(of, of);
  const Loop *loop = loopIn(of);
  const Polynomial rest = loop ? of - Polynomial::symbol(loop->variable) : of;
  if (!loop || usesLoops(step, rest))
    return std::nullopt;
  return Range(loop->low + rest, loop->high + rest + Polynomial(-1));
}

/// Returns the result of `left relation right` if it is the same in all loop iterations: `x + 2 <
/// 0` is false for x from 0 on. Returns `nullopt` otherwise.
std::optional<bool> Neighbours::decided(const Polynomial &left, BinaryOperatorKind relation,
                                        const Polynomial &right) const {
  if (relation == BO_GT || relation == BO_GE)
    return decided(right, BinaryOperator::reverseComparisonOp(relation), left);
  auto range = rangeOf(left - right);
  if (!range && (range = rangeOf(right - left)))
    range = std::pair(Polynomial(0) - range->second, Polynomial(0) - range->first);
  if (!range || (relation != BO_LT && relation != BO_LE))
    return std::nullopt;
  const auto least = range->first.constant(), most = range->second.constant();
  const std::int64_t bound = relation == BO_LT ? 0 : 1; // the comparison is true below `bound`
  if (most && *most < bound)
    return true;
  if (least && *least >= bound)
    return false;
  return std::nullopt;
}

namespace {

/// The loop iterations in which a condition is true: those with a loop variable below `bound` if
/// `isTrueBelow`, otherwise those with at least `bound`.
struct Turn {
  Polynomial bound;
  bool isTrueBelow;
};

} // namespace

static std::optional<Turn> turnOf(const Loop &loop, const Polynomial &bound,
                                  BinaryOperatorKind relation) {
  switch (relation) {
  case BO_LT:
    return Turn{bound, true};
  case BO_LE:
    return Turn{bound + 1, true};
  case BO_GT:
    return Turn{bound + 1, false};
  case BO_EQ:
  case BO_NE: {
    const bool isLow = loop.low == bound;
    const auto beyond = (loop.high - bound).constant();
    if (!isLow && (!beyond || *beyond > 1))
      return std::nullopt;
    return Turn{isLow ? bound + 1 : bound, isLow == (relation == BO_EQ)};
  }
  default:
    return Turn{bound, false};
  }
}

std::optional<Polynomial> Neighbours::chosen(const Polynomial &left, BinaryOperatorKind relation,
                                             const Polynomial &right, const Polynomial &yes,
                                             const Polynomial &no) {
  if (yes == no)
    return yes;
  if (const auto known = decided(left, relation, right))
    return *known ? yes : no;
  const Polynomial difference = left - right;
  const Loop *loop = loopIn(difference);
  if (!loop && (loop = loopIn(Polynomial(0) - difference)))
    return chosen(right, BinaryOperator::reverseComparisonOp(relation), left, yes, no);
  if (!loop)
    return std::nullopt;
  const auto turn = turnOf(*loop, Polynomial::symbol(loop->variable) - difference, relation);
  if (!turn)
    return std::nullopt;
  const Polynomial &below = turn->isTrueBelow ? yes : no, &above = turn->isTrueBelow ? no : yes;
  const Polynomial here = Polynomial::symbol(loop->variable);
  if (const auto ahead = (below - here).constant(); ahead && *ahead > 0)
    if (const auto next = nextCell(turn->bound, here, *ahead, above))
      return next;
  if (const auto back = (above - here).constant(); back && *back < 0)
    return previousCell(turn->bound, here, *back, below);
  return std::nullopt;
}

/// Returns the index of the neighbour `here + ahead` (`ahead` > 0) as one symbol. C uses the index
/// `above` in its place if `here >= bound`. Example: `i < n - 1 ? i + 1 : 0` has `here` = i,
/// `bound` = n - 1 and `above` = 0. Returns `nullopt` unless `above` wraps around or stops at the
/// high face.
std::optional<Polynomial> Neighbours::nextCell(Polynomial bound, const Polynomial &here,
                                               std::int64_t ahead, const Polynomial &above) {
  if (bound + ahead == above) // at `bound` both give the same cell
    bound = bound + 1;
  const Polynomial extent = bound + ahead;
  if (above == here + ahead - extent || (ahead == 1 && above == Polynomial(0)))
    return neighbour(Symbol::Around, here + ahead, extent);
  if (above == extent - 1 || (ahead == 1 && above == here))
    return neighbour(Symbol::AtHighFace, here + ahead, extent);
  return std::nullopt;
}

/// Returns the index of the neighbour `here + back` (`back` < 0) as one symbol. C uses the index
/// `below` in its place if `here < bound`. Example: `i > 0 ? i - 1 : n - 1` has `here` = i, `bound`
/// = 1 and `below` = n - 1. Returns `nullopt` unless `below` wraps around or stops at the low face.
std::optional<Polynomial> Neighbours::previousCell(Polynomial bound, const Polynomial &here,
                                                   std::int64_t back, const Polynomial &below) {
  const Polynomial above = here + back;
  if (bound - 1 + back == below)
    bound = bound - 1;
  if (!(bound == Polynomial(-back)))
    return std::nullopt;
  if (below == Polynomial(0) || (back == -1 && below == here))
    return neighbour(Symbol::AtLowFace, above, std::nullopt);
  if (back == -1 && !usesLoops(step, below))
    return neighbour(Symbol::Around, above, below + 1);
  if (const Polynomial extent = below - above; !usesLoops(step, extent))
    return neighbour(Symbol::Around, above, extent);
  return std::nullopt;
}

} // namespace stencilc::lift
