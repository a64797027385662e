/// \file Lowers and checks the arguments of boundaries that compute ghost cells (beyond the grid).
#include "sema/boundaries/GhostCells.h"
#include "sema/values/Constants.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

using Kind = GhostRule::Kind;

/// Maximum number of cells that the boundary `extrapolate` uses. Beyond cubic polynomials the
/// weights grow faster than the accuracy.
static constexpr int kMostPoints = 4;

bool isGhostRule(llvm::StringRef kind) {
  return kind == "face" || kind == "slope" || kind == "extrapolate" || kind == "from";
}

namespace {

class RuleLowering {
public:
  RuleLowering(Unit &unit, Lowering &lowering, const ast::BoundaryItem &item, const UseSite &place)
      : unit(unit), lowering(lowering), item(item), place(place) {}

  using Result = std::optional<std::pair<GhostRule, ir::BoundaryKind>>;

  Result lower() {
    if (item.kind.text == "mirror")
      return lowerFactor();
    if (item.arguments.size() != 1)
      return wrong(item.arguments.size() > 1 ? rangeOf(item.arguments[1]) : item.kind.range,
                   quoted(item.kind.text) + " takes one argument: " + whatIsTaken());
    const ast::ExprId argument = item.arguments.front();
    if (item.kind.text == "extrapolate")
      return lowerExtrapolation(argument);
    if (item.kind.text == "from") // its reads are checked when all fields are known
      return rule(Kind::From, argument, ir::BoundaryKind::Copy);
    if (!lowering.lowerNumber(argument, place, "the value of a boundary"))
      return std::nullopt;
    const bool isSlope = item.kind.text == "slope";
    return rule(isSlope ? Kind::Slope : Kind::Face, argument, ir::BoundaryKind::MirrorCell);
  }

private:
  std::string whatIsTaken() const {
    if (item.kind.text == "face")
      return "the value at the face, as in 'face(0)'";
    if (item.kind.text == "slope")
      return "the gradient at the face, as in 'slope(0.5)'";
    if (item.kind.text == "extrapolate")
      return "the number of cells that the polynomial goes through, as in 'extrapolate(2)'";
    return "the value beyond the face, computed in the cell at the face, as in 'from(2 * u - "
           "u[x+1])'";
  }

  /// Lowers the boundary `mirror(k)`, `mirror(cell, k)` or `mirror(node, k)`, which multiplies
  /// mirrored cells by `k`.
  Result lowerFactor() {
    const auto *word = std::get_if<ast::Name>(&unit.stencil.exprs[item.arguments[0]].node);
    const bool isNode = word && word->name.text == "node";
    const bool isWord = isNode || (word && word->name.text == "cell");
    const std::size_t wanted = isWord ? 2 : 1;
    if (item.arguments.size() > wanted || item.arguments.size() > 2)
      return wrong(rangeOf(isWord ? item.arguments[2] : item.arguments[0]),
                   "'mirror' takes 'cell' or 'node' and then a factor, as in 'mirror(node, -1)'");
    const ast::ExprId factor = item.arguments.back();
    const auto value = lowering.lowerNumber(factor, place, "the factor of a mirror");
    if (!value)
      return std::nullopt;
    if (!value->isUniform)
      return wrong(rangeOf(factor), "the factor of a mirror is one number for the whole face: it "
                                    "may depend on parameters and sizes, but not on positions");
    return rule(Kind::Factor, factor,
                isNode ? ir::BoundaryKind::MirrorNode : ir::BoundaryKind::MirrorCell);
  }

  Result lowerExtrapolation(ast::ExprId argument) {
    const auto points = evaluateConstant(unit, argument, "the number of cells");
    if (!points)
      return std::nullopt;
    if (*points != std::trunc(*points) || *points < 1 || *points > kMostPoints)
      return wrong(rangeOf(argument),
                   "'extrapolate' goes through 1 (as 'copy'), 2 (linear), 3 or 4 cells, not " +
                       toText(*points));
    Result result = rule(Kind::Extrapolate, {}, ir::BoundaryKind::Copy);
    result->first.points = static_cast<int>(*points);
    return result;
  }

  Result rule(Kind kind, ast::ExprId value, ir::BoundaryKind readsBy) const {
    GhostRule rule{kind, value, 0, item.range};
    rule.repeats = readsBy;
    if (const Frame *const member = place.frame; member && !member->call) {
      rule.index = member->index;
      rule.member = static_cast<int>(member->number);
    }
    return std::pair(rule, readsBy);
  }
  llvm::SMRange rangeOf(ast::ExprId id) const { return unit.stencil.exprs[id].range; }
  Result wrong(llvm::SMRange range, const std::string &why) {
    unit.diags.report(range, diag::BoundaryArguments, why);
    return std::nullopt;
  }

  Unit &unit;
  Lowering &lowering;
  const ast::BoundaryItem &item;
  const UseSite &place;
};

} // namespace

std::optional<std::pair<GhostRule, ir::BoundaryKind>> lowerGhostRule(Unit &unit, Lowering &lowering,
                                                                     const ast::BoundaryItem &item,
                                                                     const UseSite &place) {
  return RuleLowering(unit, lowering, item, place).lower();
}

/// Reports reads in the expression of a boundary `from` that leave the grid through the face of
/// this boundary. `own` is a bit mask of the axes along which the field has one value more than
/// there are cells. Reads before index `first` are not checked.
static void checkInward(Unit &unit, const Lowering &lowering, std::size_t first, int axis,
                        Side side, unsigned own) {
  for (std::size_t index = first; index < lowering.reads().size(); ++index) {
    const ReadSite &read = lowering.reads()[index];
    if (read.profile.valid())
      continue;
    const int more =
        static_cast<int>(own >> axis & 1) - static_cast<int>(unit.facesOf(read.field) >> axis & 1);
    const int beyond = side == Side::Low ? -read.offset[axis] : read.offset[axis] + more;
    if (beyond <= 0 || !unit.isFirst(read.range, diag::GhostReadsOutward.id))
      continue;
    unit.ghosts.isWrong = true;
    unit.diags
        .report(read.range, diag::GhostReadsOutward, unit.program.fields[read.field].name,
                unit.program.axes[axis] + (side == Side::Low ? ".low" : ".high"))
        .note(read.range, diag::Hint,
              "the value is computed in the cell at the face: '" + unit.program.axes[axis] +
                  (side == Side::Low ? "+1" : "-1") + "' is the next one inside");
  }
}

/// Checks the arguments of a boundary that computes ghost cells (beyond the grid), and the reads in
/// these arguments.
static void checkRule(Unit &unit, Lowering &lowering, ir::FieldId field, const GhostRule &rule,
                      int axis, Side side) {
  if (rule.kind == Kind::Slope && !ir::spacingAlong(unit.program, axis) &&
      unit.isFirst(rule.range, diag::SlopeWithoutSpacing.id))
    unit.diags.report(rule.range, diag::SlopeWithoutSpacing, unit.program.axes[axis])
        .note(rule.range, diag::Hint, "add for example 'spacing h = 1;'");
  if (rule.kind != Kind::From)
    return;
  const std::size_t first = lowering.reads().size();
  const Frame member = Frame::ofIndex(rule.index, rule.member, nullptr);
  lowering.readForGhostsOf(field);
  const int level = unit.program.fields[field].isLocal ? 1 : 0;
  Displacement here = Displacement::ofHalves(unit.placeOf(field));
  here.time = level;
  lowering.lowerNumber(rule.value, {here, rule.member >= 0 ? &member : nullptr},
                       "the value of a boundary");
  checkInward(unit, lowering, first, axis, side, unit.facesOf(field));
}

void checkGhostRules(Unit &unit) {
  std::set<ir::FieldId> updated;
  for (const auto &[symbol, field] : unit.fields)
    if (unit.symbols[symbol].isUpdated)
      updated.insert(field);
  ir::Program scratch = unit.program;
  Lowering lowering(unit, scratch, stagePurpose(unit.program.arithmetic), updated);
  for (const auto &[field, faces] : unit.ghostRules)
    for (int axis = 0; axis < unit.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const auto &rule = faces[axis][static_cast<int>(side)])
          checkRule(unit, lowering, field, *rule, axis, side);
}

} // namespace stencilc::sema
