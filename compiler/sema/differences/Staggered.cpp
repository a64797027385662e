/// \file Finds the position in the cell of the values of an expression, on a staggered grid.
#include "sema/differences/Staggered.h"
#include "sema/Arguments.h"
#include "sema/differences/DifferenceArguments.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

namespace {
class PlaceFinder {
public:
  explicit PlaceFinder(Unit &unit) : unit(unit) {}
  std::optional<ValuesAt> whereOf(ast::ExprId id, const Frame *frame);

private:
  std::optional<ValuesAt> whereOf(const ast::Identifier &name, const Frame *frame);
  std::optional<ValuesAt> whereOf(const ast::Access &access, const Frame *frame);
  std::optional<ValuesAt> whereOf(const ast::Call &call, const Frame *frame);
  std::optional<ValuesAt> whereOfAny(const std::vector<ast::ExprId> &parts, const Frame *frame);

  Unit &unit;
};
} // namespace

/// Switches the position `values` along `axis`: from the centre of the cell to half a cell above
/// it, or from half a cell away to the centre. At the new position there are as many values as
/// cells.
static void turn(ValuesAt &values, int axis) {
  values.place[axis] = values.place[axis] ? 0 : 1;
  values.faces &= ~(1u << axis);
}

std::optional<ValuesAt> PlaceFinder::whereOf(const ast::Identifier &name, const Frame *frame) {
  if (const auto local = findLocal(frame, name.text))
    return local->isIndex() ? std::nullopt : whereOf(local->value(), local->frame->caller);
  const auto id = unit.symbols.find(name.text);
  if (!id)
    return std::nullopt;
  SymbolId member = *id;
  if (const auto group = unit.members.find(*id); group != unit.members.end())
    member = group->second.front();
  if (const auto field = unit.fields.find(member); field != unit.fields.end())
    return ValuesAt{unit.placeOf(field->second), unit.facesOf(field->second)};
  const ast::Statement *const statement = unit.symbols[*id].statement;
  if (const auto *let = statement ? std::get_if<ast::LetStatement>(&statement->node) : nullptr)
    return whereOf(let->value, nullptr);
  const auto *region = statement ? std::get_if<ast::RegionStatement>(&statement->node) : nullptr;
  return region ? whereOf(region->condition, nullptr) : std::nullopt;
}

std::optional<ValuesAt> PlaceFinder::whereOfAny(const std::vector<ast::ExprId> &parts,
                                                const Frame *frame) {
  std::optional<ValuesAt> found;
  for (const ast::ExprId part : parts)
    if (!found)
      found = whereOf(part, frame);
  return found;
}

std::optional<ValuesAt> PlaceFinder::whereOf(const ast::Access &access, const Frame *frame) {
  std::optional<ValuesAt> base = whereOf(access.base, frame);
  const auto shift = base ? resolveShifts(unit, access.shifts, frame) : std::nullopt;
  for (int axis = 0; shift && axis < unit.rank(); ++axis)
    if (shift->half[axis]) // interpolated from between its places
      turn(*base, axis);
  return base;
}

std::optional<ValuesAt> PlaceFinder::whereOf(const ast::Call &call, const Frame *frame) {
  const auto callee = unit.symbols.findCallee(call.callee.text);
  if (callee && unit.symbols[*callee].kind == SymbolKind::Function) {
    const auto &function = std::get<ast::FunctionStatement>(unit.symbols[*callee].statement->node);
    if (call.arguments.size() != function.parameters.size())
      return std::nullopt; // reported where it is lowered
    const Frame inner{&function, &call, frame};
    return whereOf(function.body, &inner);
  }
  std::optional<ValuesAt> base = whereOfAny(call.arguments, frame);
  if (!callee || call.callee.text != "d")
    return base;
  // A derivative along one axis lies between its values, unless its place is given.
  std::optional<int> turned;
  for (ast::ExprId argument : llvm::drop_begin(call.arguments)) {
    if (isCentred(unit.stencil, argument, frame))
      continue;
    const auto axis = turned ? std::nullopt : namedSymbol(unit, argument, frame);
    if (!axis || unit.symbols[*axis].kind != SymbolKind::Axis)
      return base; // along several axes, at a given place, or one-sided
    turned = unit.symbols[*axis].axis;
  }
  if (base && turned)
    turn(*base, *turned);
  return base;
}

std::optional<ValuesAt> PlaceFinder::whereOf(ast::ExprId id, const Frame *frame) {
  return match(
      unit.stencil.exprs[id].node, [&](const ast::Name &e) { return whereOf(e.name, frame); },
      [&](const ast::Access &e) { return whereOf(e, frame); },
      [&](const ast::Call &e) { return whereOf(e, frame); },
      [&](const ast::Unary &e) { return whereOf(e.operand, frame); },
      [&](const ast::Binary &e) { return whereOfAny({e.lhs, e.rhs}, frame); },
      [](const auto &) -> std::optional<ValuesAt> { return std::nullopt; });
}

std::optional<ValuesAt> whereOf(Unit &unit, ast::ExprId id, const Frame *frame) {
  return PlaceFinder(unit).whereOf(id, frame);
}

} // namespace stencilc::sema
