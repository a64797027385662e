/// \file Lowers names: what each kind of name stands for, and for which purpose it may be used.
#include "sema/Expressions.h"

namespace stencilc::sema {

static bool isStage(Purpose purpose) {
  return purpose == Purpose::Draft || purpose == Purpose::Written;
}

/// What users call the size: kernels may have one cell more.
Value Lowering::cellsAlong(int axis) {
  const Value all = builder.extent(axis);
  return unit.program.wider[axis] ? builder.binary(ir::BinaryOp::Subtract, all, builder.constant(1))
                                  : all;
}

Lowering::Result Lowering::lowerSymbol(SymbolId id, const ast::Identifier &name,
                                       llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (!isAllowed(symbol.kind, name.text, range, place))
    return std::nullopt;
  const auto notAValue = [&](llvm::StringRef instead) -> Result {
    error(place, range, diag::NotAValue, name.text, describe(symbol.kind), instead);
    return std::nullopt;
  };
  switch (symbol.kind) {
  case SymbolKind::Axis:
    return hasAxis(symbol.axis, range, place)
               ? Result(builder.position(symbol.axis, 0.5 * place.shift.halves()[symbol.axis]))
               : std::nullopt;
  case SymbolKind::Size:
    return cellsAlong(symbol.axis);
  case SymbolKind::Pi:
    return builder.constant(3.14159265358979323846);
  case SymbolKind::Constant: {
    const auto found = unit.constants.find(id);
    return found == unit.constants.end() ? Result() : builder.constant(found->second);
  }
  case SymbolKind::Step:
    return lowerStep(place);
  case SymbolKind::Elapsed:
    return lowerElapsed(range, place);
  case SymbolKind::Timestep:
    return lowerTimestep(std::get<ast::TimestepStatement>(symbol.statement->node));
  case SymbolKind::Series:
    return notAValue("write '" + name.text + "[step]' for its number of the step");
  case SymbolKind::Param: {
    const auto found = unit.params.find(id);
    return found == unit.params.end() ? Result() : builder.param(found->second);
  }
  case SymbolKind::Field:
    return lowerRead(id, range, place);
  case SymbolKind::Group:
  case SymbolKind::Table:
    reportWithoutNumber(id, range, place);
    return std::nullopt;
  case SymbolKind::Let:
    return lowerLet(id, std::get<ast::LetStatement>(symbol.statement->node), place);
  case SymbolKind::Region:
    return lowerRegion(id, std::get<ast::RegionStatement>(symbol.statement->node), place);
  case SymbolKind::Global:
    return lowerGlobal(id, range, place);
  case SymbolKind::Report:
    if (purpose == Purpose::Check)
      return lowerReport(id, std::get<ast::ReportStatement>(symbol.statement->node));
    return notAValue("it stands only in 'until' and in other reports");
  case SymbolKind::Source:
    return notAValue("write its value where it is needed");
  case SymbolKind::Receiver:
    return notAValue("its traces are a file; write the field to read it");
  case SymbolKind::Time:
    return notAValue("it stands only in an index, as in 'u[t-1]'; to compute with time write "
                     "'step', the number of steps done, or 'time', which is step * dt with a "
                     "'timestep dt = 0.001;'");
  case SymbolKind::Centre:
  case SymbolKind::Neighbourhood:
    return notAValue("write for example 'sum(" + name.text + ", u)'");
  case SymbolKind::Coefficient:
    return notAValue("write 'apply(" + name.text + ", u)'");
  case SymbolKind::Builtin:
  case SymbolKind::Function:
    return notAValue("call it with its arguments in parentheses");
  }
  llvm_unreachable("unknown kind of symbol");
}

/// Why a name of this kind has no value while constants are computed; null if it may have one.
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

bool Lowering::isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range,
                         const UseSite &place) {
  const char *const notConstant = whyNotConstant(kind);
  if (!notConstant || (isStage(purpose) && !(kind == SymbolKind::Global && ghostsOf)))
    return true;
  const bool isField = kind == SymbolKind::Field;
  const bool isOfCells = isField || kind == SymbolKind::Axis;
  const bool isOfSteps =
      kind == SymbolKind::Step || kind == SymbolKind::Elapsed || kind == SymbolKind::Series;
  const std::string shown = quoted(name);
  if (kind == SymbolKind::Global && purpose != Purpose::Constant)
    return isGlobalAllowed(shown, range, place);
  switch (purpose) {
  case Purpose::Constant:
    error(place, range, diag::NotConstant, "this value", shown + notConstant);
    return false;
  case Purpose::Coefficient:
    if (!isOfCells)
      return true;
    error(place, range, diag::NotAvailable, shown, "a coefficient",
          "a table holds the same numbers for all cells; write the product as an expression");
    return false;
  case Purpose::Timestep:
    if (!isOfCells && !isOfSteps)
      return true;
    error(place, range, diag::NotAvailable, shown, hostNumber,
          "it is the same in all cells and steps, and made of constants, parameters and sizes");
    return false;
  case Purpose::Check:
    if (!isOfCells)
      return true;
    error(place, range, diag::NotAvailable, shown,
          unit.within.isOver ? "a report or a rule" : "a number of the whole grid",
          "it differs from cell to cell; 'max', 'min', 'sum' or 'norm' makes one number of it");
    return false;
  case Purpose::Boundary:
  case Purpose::Initial:
    if (isOfSteps && purpose == Purpose::Initial) {
      error(place, range, diag::NotAvailable, shown, "an initial value",
            "it is of the time before the first step");
      return false;
    }
    if (!isField)
      return true;
    error(place, range, diag::NotAvailable, shown,
          purpose == Purpose::Boundary ? "the value of a boundary" : "an initial value",
          "it may depend on positions, sizes and parameters, but not on fields");
    return false;
  default:
    return true;
  }
}

/// A number of the whole grid is one of its step: of the cells at its place there, and of no other.
bool Lowering::isGlobalAllowed(llvm::StringRef shown, llvm::SMRange range, const UseSite &place) {
  const bool isOfGhosts = ghostsOf.has_value();
  if (!isOfGhosts && (purpose == Purpose::Check || purpose == Purpose::Coefficient))
    return true;
  const bool isBoundary = isOfGhosts || purpose == Purpose::Boundary;
  error(place, range, diag::NotAvailable, shown,
        isBoundary                     ? llvm::StringRef("a boundary")
        : purpose == Purpose::Timestep ? llvm::StringRef(hostNumber)
                                       : llvm::StringRef("an initial value"),
        isBoundary ? "a boundary is that of the time which is read, and the number is there at its "
                     "place in the step only"
        : purpose == Purpose::Timestep
            ? "it is the same in all steps; write the number itself where it is needed"
            : "it is found while the program runs");
  return false;
}

Lowering::Result Lowering::lowerLet(SymbolId id, const ast::LetStatement &let,
                                    const UseSite &place) {
  const auto known = lets.find({id, place.shift});
  if (known != lets.end())
    return known->second;
  // The value has its meaning where it is declared: outside of any function.
  const Result value = lower(let.value, {place.shift, nullptr});
  lets.emplace(std::pair(id, place.shift), value);
  if (value && place.shift == Displacement::ofHalves(start))
    namedLets.try_emplace(value->id, let.name.text);
  return value;
}

Lowering::Result Lowering::lowerRegion(SymbolId id, const ast::RegionStatement &region,
                                       const UseSite &place) {
  const auto known = lets.find({id, place.shift});
  if (known != lets.end())
    return known->second;
  const UseSite atRegion{place.shift, nullptr}; // outside of any function, as a let
  const Result value =
      lowerCondition(region.condition, atRegion, "the region " + quoted(region.name.text));
  lets.emplace(std::pair(id, place.shift), value);
  if (value && place.shift == Displacement::ofHalves(start))
    namedLets.try_emplace(value->id, region.name.text);
  return value;
}

Lowering::Result Lowering::lowerReport(SymbolId id, const ast::ReportStatement &report) {
  const auto known = lets.find({id, {}});
  if (known != lets.end())
    return known->second;
  const Result value = lowerNumber(report.value, {}, "the value of the report");
  lets.emplace(std::pair(id, Displacement()), value);
  return value;
}

/// An index is a whole number, as the variable of a loop in C.
Lowering::Result Lowering::lowerLocal(const Local &local, const UseSite &place) {
  if (local.isIndex())
    return builder.literal(static_cast<double>(local.frame->number), 0, /*isWhole=*/true);
  return lowerArgument(local, place);
}

Lowering::Result Lowering::lowerArgument(const Local &argument, const UseSite &place) {
  const Frame &frame = *argument.frame;
  const auto lowerNow = [&] { return lower(argument.value(), {place.shift, frame.caller}); };
  if (purpose == Purpose::Constant) // each constant is computed in a program of its own
    return lowerNow();
  const std::tuple key(argument.argument, place.shift, purpose);
  const auto known = frame.lowered.find(key);
  if (known != frame.lowered.end())
    return known->second;
  const Result value = lowerNow();
  frame.lowered.emplace(key, value);
  return value;
}

} // namespace stencilc::sema
