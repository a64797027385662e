/// \file Lowers derivatives: `d(u, x)`, `d2(u, x+1/2, order = 8)`, `laplacian(u)`.
#include "ir/Walk.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/differences/DifferenceArguments.h"
#include "sema/differences/DifferenceLowering.h"
#include "sema/differences/Staggered.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

const WeightTable *DifferenceLowering::weightsFor(const Builtin &builtin, const Difference &wanted,
                                                  llvm::SMRange range, const UseSite &place) {
  if (const auto known = weights.find(wanted); known != weights.end())
    return &known->second;
  std::array<double, kMaxAxes> spacing{};
  for (const AlongAxis &along : wanted.along) {
    auto distance = ir::spacingAlong(unit.program, along.axis);
    if (unit.program.spacing.empty())
      distance = 1; // in units of cells
    if (!distance) {
      errorWithHint(place, range, {},
                    "add 'spacing d" + unit.stencil.axes[along.axis].text +
                        " = 1;', the distance of cells along this axis; 'spacing h = 1;' is that "
                        "along all axes",
                    diag::DifferenceWithoutSpacing, builtin.name,
                    unit.stencil.axes[along.axis].text);
      return nullptr;
    }
    if (*distance <= 0)
      return nullptr; // reported
    spacing[along.axis] = *distance;
  }
  WeightTable table = weightsOf(wanted, spacing);
  for (const auto &[offset, weight] : table)
    if (!std::isfinite(weight)) {
      error(place, range, diag::NotFinite, "a weight of " + quoted(builtin.name), toText(weight));
      return nullptr;
    }
  return &weights.emplace(wanted, std::move(table)).first->second;
}

bool DifferenceLowering::checkReachOfDifference(Offset offset, llvm::SMRange range,
                                                const UseSite &place) {
  const auto tooFar =
      llvm::find_if(offset.d, [](int cells) { return std::abs(cells) > kMaxReach; });
  if (tooFar == offset.d.end())
    return true;
  errorWithHint(place, range, {},
                "derivatives in one another add up: take a lower order, or give the inner one a "
                "field of its own",
                diag::OffsetTooFar, *tooFar, kMaxReach,
                "a read may add up through derivatives, lets and functions");
  return false;
}

bool DifferenceLowering::lookFrom(const UseSite &place, const ast::Call &call, Difference &wanted,
                                  llvm::SMRange range) {
  const ast::ExprId operand = call.arguments[0];
  const Offset where = whereOf(unit, operand, place.frame).value_or(ValuesAt()).place;
  for (AlongAxis &along : wanted.along) {
    along.isBeside = (place.shift.halves()[along.axis] - where[along.axis]) % 2 != 0;
    if (!along.isBeside || !along.isSided())
      continue;
    const std::string side = along.from == AlongAxis::From::Forward ? "forward" : "backward";
    const std::string &axis = unit.stencil.axes[along.axis].text;
    const bool isName = std::holds_alternative<ast::Name>(unit.stencil.exprs[operand].node);
    const std::string name = isName ? sourceText(unit.stencil.exprs[operand].range).str() : "u";
    errorWithHint(place, range, {},
                  "leave out '" + side + "', or begin at a value, as in '" + call.callee.text +
                      "(" + name + "[" + axis + "-1/2], " + axis + ", " + side + ")'",
                  diag::DifferenceArgument, call.callee.text,
                  "has no side here: along " + axis +
                      " the values are half a cell away from the position where it is used");
    return false;
  }
  return true;
}

/// Returns whether a value can differ from cell to cell.
bool DifferenceLowering::variesInSpace(const Value &value) const {
  const auto always = [](const auto &) { return true; };
  const ir::Program &program = builder.expressions();
  return ir::contains<ir::Read>(program, value.id, always) ||
         ir::contains<ir::Position>(program, value.id, always) ||
         ir::contains<ir::Random>(program, value.id, always) ||
         ir::contains<ir::Noise>(program, value.id, always);
}

DifferenceLowering::Result DifferenceLowering::lowerDifference(const Builtin &builtin,
                                                               const ast::Call &call,
                                                               llvm::SMRange range,
                                                               const UseSite &place) {
  const bool isNumber = purpose == Purpose::Constant || purpose == Purpose::Coefficient ||
                        purpose == Purpose::Timestep;
  if (purpose == Purpose::Coefficient && leavesCells) {
    isOfCells = true;
    return std::nullopt;
  }
  if (isNumber) {
    error(place, range, diag::NotAvailable, quoted(builtin.name), "a number for all cells",
          "a derivative differs from cell to cell");
    return std::nullopt;
  }
  auto wanted = readDifference(unit, builtin, call, range, place.frame);
  if (!wanted || !lookFrom(place, call, *wanted, range))
    return std::nullopt;
  const WeightTable *table = weightsFor(builtin, *wanted, range, place);
  if (!table)
    return std::nullopt;
  Result total;
  for (const auto &[offset, weight] : *table) {
    const UseSite there{place.shift + Displacement::ofHalves(offset), place.frame};
    if (!checkReachOfDifference(there.shift.offset, range, place))
      return std::nullopt;
    const std::size_t readsBefore = readSites.size();
    const Result value = lowerNumber(call.arguments[0], there, quoted(builtin.name));
    if (!value)
      return std::nullopt;
    if (!total && readSites.size() == readsBefore && !variesInSpace(*value)) {
      const llvm::SMRange operand = unit.stencil.exprs[call.arguments[0]].range;
      errorWithHint(place, operand, {}, "a derivative needs a field, or an expression of fields",
                    diag::DifferenceOfConstant, shortened(onOneLine(sourceText(operand))));
      return std::nullopt;
    }
    const Value term = builder.binary(ir::BinaryOp::Multiply, builder.constant(weight), *value);
    total = total ? builder.binary(ir::BinaryOp::Add, *total, term) : term;
  }
  return total;
}

} // namespace stencilc::sema
