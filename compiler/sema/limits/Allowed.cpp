/// \file Checks which names an expression can use for its purpose, such as an initial value.
#include "sema/steps/TimeLowering.h"

namespace stencilc::sema {

/// Returns the reason, for an error message, why a name of this kind cannot be known at compile
/// time. Returns null for kinds whose value can be known.
static const char *whyNotConstant(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Axis:
    return " is a position and differs from cell to cell";
  case SymbolKind::Field:
    return " is a field and changes from step to step";
  case SymbolKind::Size:
    return " is a size and is chosen at run time";
  case SymbolKind::Param:
    return " is a parameter and is set at run time";
  case SymbolKind::Step:
  case SymbolKind::Elapsed:
  case SymbolKind::Series:
    return " changes from step to step";
  case SymbolKind::Global:
    return " is found while the program runs";
  default:
    return nullptr;
  }
}

namespace {
/// Use and reason in the message "'u' is not available in <use>: <reason>".
struct Refusal {
  llvm::StringRef use, reason;
};
} // namespace

/// Returns the reason why a name of this kind cannot be used in an expression for `purpose`, or
/// nullopt if it can be used. `isOver` is true for expressions that are evaluated after the time
/// step. `hostNumber` names the expression in the message if it must be the same in all cells and
/// steps.
static std::optional<Refusal> refusalOf(SymbolKind kind, Purpose purpose, bool isOver,
                                        llvm::StringRef hostNumber) {
  const bool isField = kind == SymbolKind::Field;
  const bool isOfCells = isField || kind == SymbolKind::Axis;
  const bool isOfSteps =
      kind == SymbolKind::Step || kind == SymbolKind::Elapsed || kind == SymbolKind::Series;
  constexpr llvm::StringLiteral notOfFields =
      "it may depend on positions, sizes and parameters, but not on fields";
  constexpr llvm::StringLiteral fromFields =
      "it may depend on positions, sizes and parameters; 'from(expression)' computes cells beyond "
      "the face from fields";
  if (purpose == Purpose::Coefficient && isOfCells)
    return Refusal{"a table of constants",
                   "its entries are the same in all cells; write a function of the number, or a "
                   "'coefficient' over a neighbourhood"};
  if (purpose == Purpose::Timestep && (isOfCells || isOfSteps))
    return Refusal{
        hostNumber,
        "it is the same in all cells and steps, and made of constants, parameters and sizes"};
  if (purpose == Purpose::Check && isOfCells)
    return Refusal{
        isOver ? "a report or a rule" : "a number of the whole grid",
        "it differs from cell to cell; 'max', 'min', 'sum' or 'norm' makes one number of it"};
  if (purpose == Purpose::Boundary && isField)
    return Refusal{"the value of a boundary", fromFields};
  if (purpose == Purpose::Initial && isOfSteps)
    return Refusal{"an initial value", "initial values belong to the time before the first step"};
  if (purpose == Purpose::Initial && isField)
    return Refusal{"an initial value", notOfFields};
  return std::nullopt;
}

/// Returns the reason why the name of a global (scalar computed in each time step) cannot be used
/// in an expression for `purpose`. Returns nullopt if it can be used. A global has a value only
/// after its statement, within one time step.
static std::optional<Refusal> refusalOfGlobal(Purpose purpose, bool isOfGhosts,
                                              llvm::StringRef hostNumber) {
  if (isOfGhosts || purpose == Purpose::Boundary)
    return Refusal{"a boundary", "a boundary belongs to the time level that is read, and the "
                                 "number exists only after its statement in the step"};
  switch (purpose) {
  case Purpose::Check:
  case Purpose::Coefficient:
    return std::nullopt;
  case Purpose::Timestep:
    return Refusal{hostNumber,
                   "it is the same in all steps; write the number itself where it is needed"};
  default:
    return Refusal{"an initial value", "it is found while the program runs"};
  }
}

bool TimeLowering::isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range,
                             const UseSite &place) {
  const bool isGlobal = kind == SymbolKind::Global, isOfGhosts = ghostsOf.has_value();
  const char *const notConstant = whyNotConstant(kind);
  if (!notConstant || (isStage(purpose) && !(isGlobal && isOfGhosts)))
    return true;
  if (purpose == Purpose::Coefficient && leavesCells &&
      (kind == SymbolKind::Field || kind == SymbolKind::Axis)) {
    isOfCells = true;
    return false;
  }
  if (purpose == Purpose::Constant) {
    error(place, range, diag::NotConstant, "this value", quoted(name) + notConstant);
    return false;
  }
  const auto refused = isGlobal ? refusalOfGlobal(purpose, isOfGhosts, hostNumber)
                                : refusalOf(kind, purpose, unit.within.isOver, hostNumber);
  if (refused)
    error(place, range, diag::NotAvailable, quoted(name), refused->use, refused->reason);
  return !refused;
}

} // namespace stencilc::sema
