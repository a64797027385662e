/// \file Index lists, and the checks of what they read.
#include "sema/Accesses.h"
#include "sema/Cells.h"
#include "sema/Expressions.h"
#include "sema/Moments.h"

namespace stencilc::sema {

std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts) {
  Displacement result;
  std::map<std::string, llvm::SMRange> seen;
  bool isFine = true;
  for (const ast::Shift &shift : shifts) {
    const auto [first, isNew] = seen.emplace(shift.axis.text, shift.range);
    if (!isNew) {
      if (unit.isFirst(shift.range, diag::DuplicateAxis.id))
        unit.diags.report(shift.range, diag::DuplicateAxis, shift.axis.text)
            .note(first->second, diag::Hint,
                  "the first is here; write one entry with the sum of both");
      isFine = false;
      continue;
    }
    if (shift.axis.text == "t" || isIterationOf(unit, shift.axis)) {
      isFine &= resolveMoment(unit, shift, result);
      continue;
    }
    const std::optional<int> axis = unit.axisOf(shift.axis);
    const auto amount = evaluateCells(unit, shift.amount, shift.range, "an offset");
    if (!amount || !axis) {
      isFine = false;
    } else if (std::abs(*amount) > kMaxRadius) {
      if (unit.isFirst(shift.range, diag::OffsetTooFar.id))
        unit.diags.report(shift.range, diag::OffsetTooFar, *amount, kMaxRadius, "in an index");
      isFine = false;
    } else {
      result.offset[*axis] = static_cast<int>(*amount);
    }
  }
  return isFine ? std::optional(result) : std::nullopt;
}

bool Lowering::checkLevel(const Symbol &symbol, ir::FieldId field, int level, llvm::SMRange range,
                          const Place &place) {
  const ir::FieldDecl &declaration = unit.program.fields[field];
  if (level > 1) {
    errorWithHint(place, range, range,
                  "write '" + symbol.name + "[t+1]' for the value just computed", diag::FutureLevel,
                  symbol.name, level);
    return false;
  }
  if (level == 1 && !symbol.isUpdated) {
    errorWithHint(place, range, symbol.declared,
                  "write '" + symbol.name + "' for its value at t, or add a statement '" +
                      symbol.name + "[t+1] = ...;' above",
                  diag::ReadWithoutUpdate, symbol.name);
    return false;
  }
  if (level == 1 && !updated.contains(field)) {
    const bool isNeighbour = place.shift.offset != Offset();
    llvm::SMRange update = symbol.declared;
    bool isOwn = false;
    forEach<ast::UpdateStatement>(
        unit.stencil, [&](const ast::UpdateStatement &node, const ast::Statement &statement) {
          if (node.target.base.text != symbol.name)
            return;
          update = node.targetRange;
          isOwn = statement.range.Start.getPointer() <= range.Start.getPointer() &&
                  range.Start.getPointer() < statement.range.End.getPointer();
        });
    std::string hint = "it is computed here; move that statement up, or read '" + symbol.name +
                       "', the value at t";
    if (isOwn)
      hint =
          "this update cannot read its own result: all cells are computed independently; read '" +
          symbol.name + "', the value at t";
    if (isOwn && isNeighbour)
      hint +=
          ", which is another method (Jacobi instead of Gauss-Seidel); line solves and "
          "recursive filters, in which cells follow one another, cannot be written as a stencil";
    errorWithHint(place, range, update, hint, diag::ReadBeforeUpdate, symbol.name);
    return false;
  }
  if (level < 1 - declaration.levels) {
    const std::string kept = declaration.levels == 1
                                 ? "the level t"
                                 : "the levels t to t-" + std::to_string(declaration.levels - 1);
    errorWithHint(place, range, symbol.declared,
                  "declare 'field " + symbol.name + " levels " + std::to_string(1 - level) +
                      "' to keep it",
                  diag::LevelNotKept, symbol.name, level, kept);
    return false;
  }
  return true;
}

bool Lowering::checkReach(Offset offset, llvm::SMRange range, const Place &place) {
  for (int axis = 0; axis < unit.rank(); ++axis) {
    if (std::abs(offset[axis]) > kMaxReach) {
      error(place, range, diag::OffsetTooFar, offset[axis], kMaxReach,
            "a read may add up through neighbourhoods, lets and functions");
      return false;
    }
  }
  return true;
}

Lowering::Result Lowering::lowerRead(SymbolId id, llvm::SMRange range, const Place &place) {
  const auto found = unit.fields.find(id);
  if (found == unit.fields.end())
    return std::nullopt;
  const Symbol &symbol = unit.symbols[id];
  const ir::FieldId field = found->second;
  if (!checkReach(place.shift.offset, range, place))
    return std::nullopt;
  if (const auto within = readWithinStep(id, field, range, place)) {
    if (within->valid()) // else reported
      readSites.push_back({*within, 1, place.shift.offset, range});
    return within->valid() ? Result(builder.read(*within, 1, place.shift.offset)) : std::nullopt;
  }
  // A constant field inside a let that is read at another time is still the same.
  const int level = unit.program.fields[field].isConstant ? 0 : place.shift.time;
  if (!checkLevel(symbol, field, level, range, place))
    return std::nullopt;
  // Nothing tells the levels of a field without update apart; it has one buffer for all of them.
  const int kept = symbol.isUpdated ? level : 0;
  readSites.push_back({field, kept, place.shift.offset, range});
  return builder.read(field, kept, place.shift.offset);
}

} // namespace stencilc::sema
