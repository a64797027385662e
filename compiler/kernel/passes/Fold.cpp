/// \file Simplification of expressions of the kernel tree when they are added.
#include "kernel/Kernel.h"
#include "kernel/Walk.h"

namespace stencilc::kernel {

const PrimitiveInfo &info(Primitive primitive) {
  using enum Needs;
  static const PrimitiveInfo all[] = {
#define PRIMITIVE(ID, ...) {__VA_ARGS__},
#include "kernel/Primitives.def"
#undef PRIMITIVE
  };
  return all[static_cast<int>(primitive)];
}

std::optional<std::int64_t> Module::valueOf(ExprId expr) const {
  const auto *integer = std::get_if<Integer>(&exprs[expr]);
  return integer ? std::optional(integer->value) : std::nullopt;
}

bool Module::same(ExprId lhs, ExprId rhs) const {
  if (lhs == rhs)
    return true;
  const Expr &l = exprs[lhs], &r = exprs[rhs];
  if (l.index() != r.index())
    return false;
  if (std::holds_alternative<Self>(l))
    return true;
  if (const auto *n = std::get_if<Variable>(&l))
    return n->var == std::get<Variable>(r).var;
  if (const auto *n = std::get_if<Integer>(&l))
    return n->value == std::get<Integer>(r).value;
  if (const auto *n = std::get_if<Extent>(&l))
    return n->axis == std::get<Extent>(r).axis;
  if (const auto *n = std::get_if<KnownValue>(&l))
    return n->what == std::get<KnownValue>(r).what;
  if (const auto *n = std::get_if<MemberOf>(&l))
    return n->member == std::get<MemberOf>(r).member && same(n->of, std::get<MemberOf>(r).of);
  if (const auto *n = std::get_if<Binary>(&l)) {
    const auto &other = std::get<Binary>(r);
    return n->op == other.op && same(n->lhs, other.lhs) && same(n->rhs, other.rhs);
  }
  return false;
}

namespace {

/// Builder of simplified binary expressions. The operands passed to it are simplified already.
struct Folder {
  Module &module;

  ExprId plus(ExprId base, std::int64_t by) {
    if (by == 0)
      return base;
    return by < 0 ? add(Op::Subtract, base, module.integer(-by))
                  : add(Op::Add, base, module.integer(by));
  }
  ExprId add(Op op, ExprId lhs, ExprId rhs) { return module.exprs.add(Binary{op, lhs, rhs}); }

  ExprId sum(ExprId lhs, ExprId rhs) {
    const auto l = module.valueOf(lhs), r = module.valueOf(rhs);
    if (l && r)
      return module.integer(*l + *r);
    if (l)
      return *l == 0 ? rhs : add(Op::Add, lhs, rhs);
    if (const auto *right = std::get_if<Binary>(&module.exprs[rhs]);
        right && right->op == Op::Add) {
      const Binary terms = *right; // a + (b + c) as in handwritten code
      return sum(sum(lhs, terms.lhs), terms.rhs);
    }
    return r ? increased(lhs, *r) : add(Op::Add, lhs, rhs);
  }
  /// Returns the sum `base` + `by`. If `base` is a sum with a number, `by` is added to that number.
  ExprId increased(ExprId base, std::int64_t by) {
    const auto *found = std::get_if<Binary>(&module.exprs[base]);
    if (!found || (found->op != Op::Add && found->op != Op::Subtract))
      return plus(base, by);
    const Binary inner = *found; // copied, because making expressions may move the pool
    if (const auto c = module.valueOf(inner.rhs)) // (x + c) + by
      return plus(inner.lhs, by + (inner.op == Op::Add ? *c : -*c));
    if (const auto c = module.valueOf(inner.lhs);
        c && inner.op == Op::Add && *c * by < 0) // (c + x) - by
      return sum(module.integer(*c + by), inner.rhs);
    const auto *last = std::get_if<Binary>(&module.exprs[inner.rhs]);
    if (!last || (last->op != Op::Add && last->op != Op::Subtract))
      return plus(base, by);
    const Binary behind = *last; // x - (y - c) + by is x - (y - (c + by))
    if (const auto c = module.valueOf(behind.rhs)) {
      const std::int64_t own = behind.op == Op::Add ? *c : -*c;
      return add(inner.op, inner.lhs, plus(behind.lhs, inner.op == Op::Add ? own + by : own - by));
    }
    return plus(base, by);
  }
  ExprId difference(ExprId lhs, ExprId rhs) {
    const auto l = module.valueOf(lhs), r = module.valueOf(rhs);
    if (l && r)
      return module.integer(*l - *r);
    if (r)
      return sum(lhs, module.integer(-*r));
    if (module.same(lhs, rhs))
      return module.integer(0);
    return add(Op::Subtract, lhs, rhs);
  }
  ExprId product(ExprId lhs, ExprId rhs) {
    const auto l = module.valueOf(lhs), r = module.valueOf(rhs);
    if (l && r)
      return module.integer(*l * *r);
    if ((l && *l == 0) || (r && *r == 0))
      return module.integer(0);
    if (l && *l == 1)
      return rhs;
    return r && *r == 1 ? lhs : add(Op::Multiply, lhs, rhs);
  }
  /// Returns a simplified logical operation. `absorbing` is the operand that decides the result
  /// alone: true for Or, false for And.
  ExprId logic(Op op, ExprId lhs, ExprId rhs, bool absorbing) {
    for (const auto &[known, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
      if (const auto value = module.valueOf(known))
        return (*value != 0) == absorbing ? module.integer(absorbing) : other;
    return add(op, lhs, rhs);
  }
  ExprId comparison(Op op, ExprId lhs, ExprId rhs) {
    const auto l = module.valueOf(lhs), r = module.valueOf(rhs);
    if (l && r)
      return module.integer(op == Op::Less       ? *l < *r
                            : op == Op::Equal    ? *l == *r
                            : op == Op::NotEqual ? *l != *r
                                                 : *l >= *r);
    return add(op, lhs, rhs);
  }
  ExprId make(const Binary &n) {
    switch (n.op) {
    case Op::Add:
      return sum(n.lhs, n.rhs);
    case Op::Subtract:
      return difference(n.lhs, n.rhs);
    case Op::Multiply:
      return product(n.lhs, n.rhs);
    case Op::Divide:
    case Op::Remainder:
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::BitAnd:
    case Op::BitXor:
      return add(n.op, n.lhs, n.rhs);
    case Op::BitOr:
      if (module.valueOf(n.lhs) == 0)
        return n.rhs;
      return module.valueOf(n.rhs) == 0 ? n.lhs : add(n.op, n.lhs, n.rhs);
    case Op::Or:
    case Op::And:
      return logic(n.op, n.lhs, n.rhs, n.op == Op::Or);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::GreaterEqual:
      return comparison(n.op, n.lhs, n.rhs);
    }
    return add(n.op, n.lhs, n.rhs);
  }
};

} // namespace

ExprId Module::make(Expr expr) {
  if (const auto *binary = std::get_if<Binary>(&expr))
    return Folder{*this}.make(Binary(*binary));
  if (const auto *select = std::get_if<Select>(&expr))
    if (const auto condition = valueOf(select->condition))
      return *condition ? select->then : select->otherwise;
  if (const auto *negated = std::get_if<Not>(&expr)) {
    if (const auto value = valueOf(negated->operand))
      return integer(*value == 0);
    if (const auto *inner = std::get_if<Not>(&exprs[negated->operand]))
      return inner->operand;
  }
  return exprs.add(std::move(expr));
}

} // namespace stencilc::kernel
