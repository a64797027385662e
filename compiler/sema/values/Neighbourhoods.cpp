/// \file Computes neighbourhoods as ordered sets of offsets.
#include "sema/values/Neighbourhoods.h"
#include "sema/values/Cells.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

namespace {

class NeighbourhoodBuilder {
public:
  explicit NeighbourhoodBuilder(Unit &unit) : unit(unit) {}

  /// Computes the offsets of the neighbourhood `id`. Reports an empty neighbourhood, but operands
  /// of `|` and `\` can be empty.
  void build(ast::NeighbourhoodId id) {
    const Result &offsets = evaluate(id);
    if (!offsets || !offsets->empty())
      return;
    const llvm::SMRange range = unit.stencil.neighbourhoods[id].range;
    const bool isDifference =
        std::holds_alternative<ast::Difference>(unit.stencil.neighbourhoods[id].node);
    if (unit.isFirst(range, diag::EmptyNeighbourhood.id))
      unit.diags.report(range, diag::EmptyNeighbourhood,
                        isDifference ? ": the right side takes away all of the left" : "");
    unit.neighbourhoods[id] = std::nullopt;
  }

private:
  using Result = std::optional<OffsetSet>;

  const Result &evaluate(ast::NeighbourhoodId id) {
    const auto known = unit.neighbourhoods.find(id);
    if (known != unit.neighbourhoods.end())
      return known->second;
    return unit.neighbourhoods[id] = compute(unit.stencil.neighbourhoods[id]);
  }

  Result compute(const ast::Neighbourhood &neighbourhood) {
    return match(
        neighbourhood.node,
        [&](const ast::Shape &shape) { return computeShape(shape, neighbourhood.range); },
        [&](const ast::AxisLine &line) { return computeLine(line, neighbourhood.range); },
        [&](const ast::OffsetList &list) { return computeList(list); },
        [](const ast::Centre &) -> Result { return OffsetSet{Offset()}; },
        [&](const ast::NeighbourhoodName &name) { return computeNamed(name.name); },
        [&](const ast::Union &both) -> Result {
          Result lhs = evaluate(both.lhs), rhs = evaluate(both.rhs);
          if (!lhs || !rhs)
            return std::nullopt;
          lhs->merge(*rhs);
          return lhs;
        },
        [&](const ast::Difference &both) -> Result {
          Result lhs = evaluate(both.lhs), rhs = evaluate(both.rhs);
          if (!lhs || !rhs)
            return std::nullopt;
          std::erase_if(*lhs, [&](const Offset &offset) { return rhs->contains(offset); });
          return lhs;
        });
  }

  bool checkRadius(std::int64_t radius, llvm::SMRange range) {
    if (radius >= 1 && radius <= kMaxRadius)
      return true;
    unit.diags.report(range, diag::NeighbourhoodRadius, radius, kMaxRadius);
    return false;
  }

  Result computeShape(const ast::Shape &shape, llvm::SMRange range) {
    const auto wanted = evaluateCells(unit, shape.radius, range, "a radius");
    if (!wanted || !checkRadius(*wanted, range))
      return std::nullopt;
    const int radius = static_cast<int>(*wanted);
    std::array<int, kMaxAxes> limit{};
    for (int axis = 0; axis < unit.rank(); ++axis)
      limit[axis] = radius;
    OffsetSet offsets;
    for (int z = -limit[2]; z <= limit[2]; ++z)
      for (int y = -limit[1]; y <= limit[1]; ++y)
        for (int x = -limit[0]; x <= limit[0]; ++x)
          if (const Offset offset{{x, y, z}}; isInside(shape.kind, offset, radius))
            offsets.insert(offset);
    return offsets;
  }

  static bool isInside(ast::ShapeKind kind, const Offset &offset, int radius) {
    switch (kind) {
    case ast::ShapeKind::Star:
      return llvm::count(offset.d, 0) >= kMaxAxes - 1;
    case ast::ShapeKind::Box:
      return true;
    case ast::ShapeKind::Diamond:
      return offset.distance() <= radius;
    }
    llvm_unreachable("unknown shape");
  }

  Result computeLine(const ast::AxisLine &line, llvm::SMRange range) {
    const std::optional<int> axis = unit.axisOf(line.axis);
    const auto low = evaluateCells(unit, line.low, range, "a reach");
    const auto high = evaluateCells(unit, line.high, range, "a reach");
    if (!axis || !low || !high)
      return std::nullopt;
    if (*low > *high) {
      // `axis(x, -1)` is parsed as 1 .. -1, a radius that is not positive.
      if (*low == -*high)
        unit.diags.report(range, diag::NeighbourhoodRadius, *high, kMaxRadius);
      else
        unit.diags.report(range, diag::EmptyNeighbourhood, ": the smaller end comes first");
      return std::nullopt;
    }
    const std::int64_t furthest = std::max(std::abs(*low), std::abs(*high));
    if (!checkRadius(furthest, range))
      return std::nullopt;
    OffsetSet offsets;
    for (std::int64_t i = *low; i <= *high; ++i) {
      Offset offset;
      offset[*axis] = static_cast<int>(i);
      offsets.insert(offset);
    }
    return offsets;
  }

  Result computeList(const ast::OffsetList &list) {
    OffsetSet offsets;
    bool isFine = true;
    for (const ast::OffsetList::Entry &entry : list.entries) {
      const std::optional<Offset> offset = offsetOf(entry.components, entry.range);
      if (!offset) {
        isFine = false;
      } else if (!offsets.insert(*offset).second) {
        unit.diags.report(entry.range, diag::DuplicateOffset, toText(*offset, unit.rank()));
        isFine = false;
      }
    }
    return isFine ? Result(offsets) : std::nullopt;
  }

  std::optional<Offset> offsetOf(const std::vector<ast::Cells> &components, llvm::SMRange range) {
    if (static_cast<int>(components.size()) != unit.rank()) {
      unit.diags.report(range, diag::OffsetRank, counted(components.size(), "component"),
                        counted(unit.rank(), "axis"), unit.axisNames());
      return std::nullopt;
    }
    Offset offset;
    for (int axis = 0; axis < unit.rank(); ++axis) {
      const auto component = evaluateCells(unit, components[axis], range, "an offset");
      if (!component)
        return std::nullopt;
      if (std::abs(*component) > kMaxRadius) {
        unit.diags.report(range, diag::OffsetTooFar, *component, kMaxRadius, "in a neighbourhood");
        return std::nullopt;
      }
      offset[axis] = static_cast<int>(*component);
    }
    return offset;
  }

  Result computeNamed(const ast::Identifier &name) {
    const auto id = unit.symbols.find(name.text);
    if (!id)
      return std::nullopt; // reported by resolveUses
    const Symbol &symbol = unit.symbols[*id];
    if (symbol.kind == SymbolKind::Centre)
      return OffsetSet{Offset()};
    if (symbol.kind == SymbolKind::Neighbourhood)
      return evaluate(std::get<ast::NeighbourhoodStatement>(symbol.statement->node).value);
    auto report = unit.diags.report(name.range, diag::NotAValue, name.text, describe(symbol.kind),
                                    "a neighbourhood is needed here");
    if (symbol.declared.isValid())
      report.note(symbol.declared, diag::DeclaredHere, name.text);
    return std::nullopt;
  }

  Unit &unit;
};

} // namespace

void buildNeighbourhoods(Unit &unit) {
  NeighbourhoodBuilder builder(unit);
  forEach<ast::NeighbourhoodStatement>(
      unit.stencil, [&](const auto &statement, const auto &) { builder.build(statement.value); });
  forEach<ast::CoefficientStatement>(
      unit.stencil, [&](const auto &statement, const auto &) { builder.build(statement.over); });
  for (const ast::Expr &expr : unit.stencil.exprs)
    if (const auto *inlined = std::get_if<ast::InlineNeighbourhood>(&expr.node))
      builder.build(inlined->neighbourhood);
}

} // namespace stencilc::sema
