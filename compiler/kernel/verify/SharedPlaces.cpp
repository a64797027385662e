/// \file Search for the part of shared memory to which an expression refers.
#include "kernel/verify/SharedPlaces.h"
#include "kernel/Walk.h"

namespace stencilc::kernel {

VarId SharedPlaces::rootOf(ExprId id, std::vector<ExprId> &indices) const {
  const Expr &expr = module.exprs[id];
  if (const auto *member = std::get_if<MemberOf>(&expr))
    return shared.count(member->member) ? member->member : VarId();
  if (const auto *variable = std::get_if<Variable>(&expr)) {
    const auto found = wrappedIndex.find(variable->var);
    return found == wrappedIndex.end() ? VarId() : rootOf(found->second, indices);
  }
  if (const auto *element = std::get_if<Element>(&expr)) {
    indices.push_back(element->index);
    return rootOf(element->base, indices);
  }
  if (const auto *address = std::get_if<Address>(&expr))
    return rootOf(address->of, indices);
  if (const auto *target = std::get_if<Target>(&expr))
    return rootOf(target->of, indices);
  const auto *binary = std::get_if<Binary>(&expr);
  return binary && binary->op == Op::Add ? rootOf(binary->lhs, indices) : VarId();
}

std::optional<Place> SharedPlaces::find(ExprId id) {
  std::vector<ExprId> indices;
  const VarId member = rootOf(id, indices);
  if (!member.valid())
    return {};
  Place place{.member = member};
  while (!indices.empty() && std::holds_alternative<MemberOf>(module.exprs[indices.back()])) {
    indices.pop_back();
    place.isOfWarp = true;
  }
  if (!indices.empty()) {
    place.slot = textOf(indices.back(), false);
    indices.pop_back();
  }
  if (!indices.empty())
    place.row = textOf(indices.back(), true);
  return place;
}

std::string SharedPlaces::textOf(ExprId id, bool isPattern) {
  const Expr &expr = module.exprs[id];
  if (const auto *integer = std::get_if<Integer>(&expr))
    return std::to_string(integer->value);
  if (const auto *variable = std::get_if<Variable>(&expr)) {
    if (const auto found = wrappedIndex.find(variable->var); found != wrappedIndex.end())
      return textOf(found->second, isPattern);
    return isPattern ? "*" : "v" + std::to_string(variable->var.index);
  }
  if (const auto *member = std::get_if<MemberOf>(&expr)) {
    if (!isPattern)
      foundBy.insert(member->member);
    return "m" + std::to_string(member->member.index);
  }
  std::string text = std::to_string(expr.index());
  if (const auto *binary = std::get_if<Binary>(&expr))
    text += "." + std::to_string(static_cast<int>(binary->op));
  if (const auto *call = std::get_if<Call>(&expr))
    text += "." + std::to_string(call->what.index()) +
            (std::holds_alternative<Primitive>(call->what)
                 ? std::to_string(static_cast<int>(std::get<Primitive>(call->what)))
                 : "");
  text += "(";
  for (ExprId operand : operandsOf(expr))
    text += textOf(operand, isPattern) + ",";
  return text + ")";
}

void SharedPlaces::bind(const std::vector<VarId> &params, const std::vector<ExprId> &arguments) {
  for (std::size_t i = 0; i < params.size() && i < arguments.size(); ++i)
    wrappedIndex[params[i]] = arguments[i];
}

bool SharedPlaces::declare(VarId var, ExprId value) {
  const Var &declared = module.vars[var];
  if (!declared.isConst && !declared.isReference && !find(value))
    return std::holds_alternative<Closure>(module.exprs[value]) &&
           (wrappedIndex[var] = value, true);
  wrappedIndex[var] = value;
  const bool isPointer = declared.isReference || declared.type.kind == Type::Pointer ||
                         declared.type.kind == Type::Auto;
  return isPointer && (find(value) || std::holds_alternative<Closure>(module.exprs[value]));
}

bool SharedPlaces::isName(ExprId id) const {
  const auto *variable = std::get_if<Variable>(&module.exprs[id]);
  if (!variable)
    return false;
  const Var &var = module.vars[variable->var];
  return var.isReference || var.type.kind == Type::Pointer || var.type.kind == Type::Auto;
}

bool SharedPlaces::isHandedOn(VarId param, ExprId argument) {
  const Var &var = module.vars[param];
  return (var.isReference || var.type.kind == Type::Pointer) && find(argument);
}

const Closure *SharedPlaces::closureOf(VarId var) const {
  const auto found = wrappedIndex.find(var);
  return found == wrappedIndex.end() ? nullptr : std::get_if<Closure>(&module.exprs[found->second]);
}

bool SharedPlaces::findsBy(ExprId to) const {
  const auto *member = std::get_if<MemberOf>(&module.exprs[to]);
  return member && foundBy.count(member->member);
}

} // namespace stencilc::kernel
