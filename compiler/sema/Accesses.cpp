/// \file Index lists, and the checks of what they read.
#include "sema/Accesses.h"
#include "sema/Cells.h"
#include "sema/Expressions.h"
#include "sema/Groups.h"
#include "sema/Moments.h"

namespace stencilc::sema {

std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts,
                                          const Frame *frame) {
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
      isFine &= resolveMoment(unit, shift, result, frame);
      continue;
    }
    const std::optional<int> axis = unit.axisOf(shift.axis);
    const auto amount = evaluateCells(unit, shift.amount, shift.range, "an offset", frame);
    if (!amount || !axis) {
      isFine = false;
    } else if (std::abs(*amount) > kMaxRadius) {
      if (unit.isFirst(shift.range, diag::OffsetTooFar.id)) {
        auto report =
            unit.diags.report(shift.range, diag::OffsetTooFar, *amount, kMaxRadius, "in an index");
        noteFrames(report, frame);
      }
      isFine = false;
    } else {
      result.offset[*axis] = static_cast<int>(*amount);
    }
  }
  return isFine ? std::optional(result) : std::nullopt;
}

bool Lowering::checkLevel(SymbolId id, ir::FieldId field, int level, llvm::SMRange range,
                          const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (level > 1) {
    errorWithHint(place, range, range,
                  "write '" + spelt(symbol, "t+1") + "' for the value just computed",
                  diag::FutureLevel, spelt(symbol, "t+" + std::to_string(level)));
    return false;
  }
  if (level == 1 && !symbol.isUpdated) {
    errorWithHint(place, range, symbol.declared,
                  "write '" + symbol.name + "' for its value at t, or add a statement '" +
                      spelt(symbol, "t+1") + " = ...;' above",
                  diag::ReadWithoutUpdate, spelt(symbol, "t+1"));
    return false;
  }
  if (level == 1 && !updated.contains(field)) {
    refuseReadBeforeUpdate(id, range, place);
    return false;
  }
  if (level < 1 - unit.program.fields[field].levels) {
    refuseLevelNotKept(symbol, unit.program.fields[field].levels, level, range, place);
    return false;
  }
  return true;
}

void Lowering::refuseReadBeforeUpdate(SymbolId id, llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  const bool isNeighbour = place.shift.offset != Offset();
  llvm::SMRange update = symbol.declared;
  bool isOwn = false;
  for (const Update &each : unit.updates) {
    if (each.target != id)
      continue;
    update = each.node->targetRange;
    isOwn = each.statement->range.Start.getPointer() <= range.Start.getPointer() &&
            range.Start.getPointer() < each.statement->range.End.getPointer();
  }
  std::string hint =
      "it is computed here; move that statement up, or read '" + symbol.name + "', the value at t";
  if (isOwn)
    hint = "this update cannot read its own result: all cells are computed independently; read '" +
           symbol.name + "', the value at t";
  if (isOwn && isNeighbour)
    hint += ", which is another method (Jacobi instead of Gauss-Seidel); line solves and "
            "recursive filters, in which cells follow one another, cannot be written as a stencil";
  errorWithHint(place, range, update, hint, diag::ReadBeforeUpdate, spelt(symbol, "t+1"));
}

void Lowering::refuseLevelNotKept(const Symbol &symbol, int levels, int level, llvm::SMRange range,
                                  const UseSite &place) {
  const std::string kept =
      levels == 1 ? "the level t" : "the levels t to t-" + std::to_string(levels - 1);
  const std::string declared =
      symbol.member < 0 ? symbol.name : symbol.name.substr(0, symbol.name.find('[')) + "[...]";
  errorWithHint(place, range, symbol.declared,
                "declare 'field " + declared + " levels " + std::to_string(1 - level) +
                    "' to keep it",
                diag::LevelNotKept, spelt(symbol, "t" + std::to_string(level)), symbol.name, kept);
}

bool Lowering::checkReach(Offset offset, llvm::SMRange range, const UseSite &place) {
  for (int axis = 0; axis < unit.rank(); ++axis) {
    if (std::abs(offset[axis]) > kMaxReach) {
      error(place, range, diag::OffsetTooFar, offset[axis], kMaxReach,
            "a read may add up through neighbourhoods, lets and functions");
      return false;
    }
  }
  return true;
}

Lowering::Result Lowering::lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place) {
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
  const bool isTimeless = unit.program.fields[field].isConstant || (ghostsOf && !symbol.isUpdated);
  const int level = isTimeless ? 0 : place.shift.time;
  if (!checkLevel(id, field, level, range, place))
    return std::nullopt;
  // Nothing tells the levels of a field without update apart; it has one buffer for all of them.
  const int kept = symbol.isUpdated ? level : 0;
  readSites.push_back({field, kept, place.shift.offset, range});
  return builder.read(field, kept, place.shift.offset);
}

} // namespace stencilc::sema
