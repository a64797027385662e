/// \file Where expressions have values, and differences between neighbours of such places.
#include "sema/Expressions.h"
#include "sema/GhostCells.h"
#include "support/Match.h"

namespace stencilc::sema {

int Lowering::seen(int level) const { return seenFrom ? rawLevel(level, 0, seenFrom) : level; }

/// The places half a cell beside `place`.
static void turn(Offset &place, int axis) { place[axis] = place[axis] ? 0 : 1; }

std::optional<Offset> Lowering::whereOf(const ast::Identifier &name, const Frame *frame) {
  if (const auto local = findLocal(frame, name.text))
    return local->isIndex() ? std::nullopt : whereOf(local->value(), local->frame->caller);
  const auto id = unit.symbols.find(name.text);
  if (!id)
    return std::nullopt;
  SymbolId member = *id;
  if (const auto group = unit.members.find(*id); group != unit.members.end())
    member = group->second.front();
  if (const auto field = unit.fields.find(member); field != unit.fields.end())
    return unit.placeOf(field->second);
  const ast::Statement *const statement = unit.symbols[*id].statement;
  if (const auto *let = statement ? std::get_if<ast::LetStatement>(&statement->node) : nullptr)
    return whereOf(let->value, nullptr);
  const auto *region = statement ? std::get_if<ast::RegionStatement>(&statement->node) : nullptr;
  return region ? whereOf(region->condition, nullptr) : std::nullopt;
}

std::optional<Offset> Lowering::whereOfAny(const std::vector<ast::ExprId> &parts,
                                           const Frame *frame) {
  std::optional<Offset> found;
  for (const ast::ExprId part : parts)
    if (!found)
      found = whereOf(part, frame);
  return found;
}

std::optional<Offset> Lowering::whereOf(const ast::Access &access, const Frame *frame) {
  std::optional<Offset> base = whereOf(access.base, frame);
  const auto shift = base ? resolveShifts(unit, access.shifts, frame) : std::nullopt;
  for (int axis = 0; shift && axis < unit.rank(); ++axis)
    if (shift->half[axis]) // from between its places
      turn(*base, axis);
  return base;
}

std::optional<Offset> Lowering::whereOf(const ast::Call &call, const Frame *frame) {
  const auto callee = unit.symbols.findCallee(call.callee.text);
  if (callee && unit.symbols[*callee].kind == SymbolKind::Function) {
    const auto &function = std::get<ast::FunctionStatement>(unit.symbols[*callee].statement->node);
    if (call.arguments.size() != function.parameters.size())
      return std::nullopt; // is reported where it is lowered
    const Frame inner{&function, &call, frame};
    return whereOf(function.body, &inner);
  }
  std::optional<Offset> base = whereOfAny(call.arguments, frame);
  const bool isDifference = callee && call.callee.text == "d" && call.arguments.size() == 2;
  const auto axis = isDifference ? namedSymbol(call.arguments[1], frame) : std::nullopt;
  if (base && axis && unit.symbols[*axis].kind == SymbolKind::Axis)
    turn(*base, unit.symbols[*axis].axis); // a difference lies between what it is of
  return base;
}

std::optional<Offset> Lowering::whereOf(ast::ExprId id, const Frame *frame) {
  return match(
      unit.stencil.exprs[id].node, [&](const ast::Name &e) { return whereOf(e.name, frame); },
      [&](const ast::Access &e) { return whereOf(e, frame); },
      [&](const ast::Call &e) { return whereOf(e, frame); },
      [&](const ast::Unary &e) { return whereOf(e.operand, frame); },
      [&](const ast::Binary &e) { return whereOfAny({e.lhs, e.rhs}, frame); },
      [](const auto &) -> std::optional<Offset> { return std::nullopt; });
}

/// `d(p, x)`: between the two places of p around this one, half a cell away or a whole one, divided
/// by how far these are apart.
Lowering::Result Lowering::lowerDifference(const Builtin &builtin, const ast::Call &call,
                                           const UseSite &place) {
  const auto symbol = namedSymbol(call.arguments[1], place.frame);
  if (!symbol || unit.symbols[*symbol].kind != SymbolKind::Axis) {
    const llvm::SMRange range = unit.stencil.exprs[call.arguments[1]].range;
    errorWithHint(place, range, range,
                  "write for example 'd(u, " + unit.stencil.axes[0].text + ")'", diag::NotAvailable,
                  quoted(shortened(onOneLine(sourceText(range)))), "the second argument of 'd'",
                  "it is the axis of the difference");
    return std::nullopt;
  }
  const int axis = unit.symbols[*symbol].axis;
  const Offset where = whereOf(call.arguments[0], place.frame).value_or(Offset());
  const bool isBetween = (place.shift.halves()[axis] - where[axis]) % 2 != 0;
  const int halves = isBetween ? 1 : 2;
  const auto at = [&](int away) {
    Offset by;
    by[axis] = away;
    const UseSite there{place.shift + Displacement::ofHalves(by), place.frame};
    return lowerNumber(call.arguments[0], there, quoted(builtin.name));
  };
  const Result low = at(-halves), high = low ? at(halves) : std::nullopt;
  if (!low || !high)
    return std::nullopt;
  const Value difference = builder.binary(ir::BinaryOp::Subtract, *high, *low);
  const double distance = halves * spacingAlong(unit, axis).value_or(1);
  return distance == 1
             ? difference
             : builder.binary(ir::BinaryOp::Divide, difference, builder.constant(distance));
}

} // namespace stencilc::sema
