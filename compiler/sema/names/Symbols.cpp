/// \file The symbol table: declaration, lookup, the most similar name.
#include "sema/names/Symbols.h"
#include "sema/names/Builtins.h"
#include "support/Geometry.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

llvm::StringRef describe(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Axis:
    return "an axis";
  case SymbolKind::Size:
    return "the size along an axis";
  case SymbolKind::Time:
    return "the time axis";
  case SymbolKind::Step:
    return "the number of the step";
  case SymbolKind::Elapsed:
    return "the time since the start";
  case SymbolKind::Timestep:
    return "the time step";
  case SymbolKind::Series:
    return "a series";
  case SymbolKind::Global:
    return "a number of the whole grid";
  case SymbolKind::Pi:
    return "the number pi";
  case SymbolKind::Centre:
    return "the neighbourhood that holds the cell itself";
  case SymbolKind::Builtin:
    return "a function of the language";
  case SymbolKind::Constant:
    return "a constant";
  case SymbolKind::Param:
    return "a parameter";
  case SymbolKind::Field:
    return "a field";
  case SymbolKind::Group:
    return "a group of fields";
  case SymbolKind::Table:
    return "a table of constants";
  case SymbolKind::Neighbourhood:
    return "a neighbourhood";
  case SymbolKind::Coefficient:
    return "a coefficient table";
  case SymbolKind::Function:
    return "a function";
  case SymbolKind::Let:
    return "a let";
  case SymbolKind::Region:
    return "a region";
  case SymbolKind::Report:
    return "a report";
  case SymbolKind::Source:
    return "a source";
  case SymbolKind::Receiver:
    return "a receiver";
  }
  llvm_unreachable("unknown kind of symbol");
}

std::string spelt(const Symbol &field, llvm::StringRef index) {
  if (field.member < 0)
    return (field.name + "[" + index + "]").str();
  return (llvm::StringRef(field.name).drop_back() + ", " + index + "]").str(); // such as f[3]
}

std::string didYouMean(llvm::StringRef nearest) {
  return nearest.empty() ? "" : "; did you mean '" + nearest.str() + "'?";
}

void Symbols::declare(Symbol symbol, Diagnostics &diags) {
  if (std::optional<SymbolId> found = find(symbol.name)) {
    const Symbol &first = all[*found];
    if (first.kind == SymbolKind::Step || first.kind == SymbolKind::Elapsed) {
      byName.find(symbol.name)->second = all.add(symbol);
      return;
    }
    const bool isBuiltin = first.kind == SymbolKind::Builtin;
    const bool isShort = isBuiltin && mayBeHidden(*findBuiltin(symbol.name));
    const bool isValue = symbol.kind == SymbolKind::Let || symbol.kind == SymbolKind::Report ||
                         symbol.kind == SymbolKind::Global;
    if (isBuiltin && (isValue || isShort)) {
      if (symbol.kind != SymbolKind::Function)
        hidden.emplace(symbol.name, *found);
      byName.find(symbol.name)->second = all.add(symbol);
      return;
    }
    if (first.statement || first.kind == SymbolKind::Axis)
      diags.report(symbol.declared, diag::Redeclaration, symbol.name)
          .note(first.declared, diag::Hint,
                "'" + first.name + "' declared here" +
                    (first.kind == SymbolKind::Axis ? ", as an axis: its value is the position of "
                                                      "the cell"
                                                    : ""));
    else if (symbol.declared.isValid())
      diags.report(symbol.declared, diag::ReservedName, symbol.name, describe(first.kind));
    return;
  }
  std::string name = symbol.name;
  byName.emplace(std::move(name), all.add(std::move(symbol)));
}

std::optional<SymbolId> Symbols::find(llvm::StringRef name) const {
  const auto found = byName.find(std::string_view(name));
  return found == byName.end() ? std::nullopt : std::optional(found->second);
}

std::optional<SymbolId> Symbols::findCallee(llvm::StringRef name) const {
  const auto found = hidden.find(std::string_view(name));
  return found == hidden.end() ? find(name) : std::optional(found->second);
}

bool Symbols::usePreviousValue(llvm::StringRef name) {
  const std::optional<SymbolId> found = find(name);
  const bool isGlobal = found && all[*found].kind == SymbolKind::Global;
  if (isGlobal)
    all[*found].isUsed = true;
  return isGlobal;
}

llvm::StringRef Symbols::nearest(llvm::StringRef name, llvm::ArrayRef<SymbolKind> kinds) const {
  llvm::SmallVector<llvm::StringRef> candidates;
  for (const Symbol &symbol : all)
    if (llvm::is_contained(kinds, symbol.kind))
      candidates.push_back(symbol.name);
  return nearestName(name, candidates);
}

/// Returns the names that a statement declares, with their kinds.
static std::vector<std::pair<SymbolKind, ast::Identifier>>
declaredBy(const ast::Statement &statement) {
  using Declared = std::vector<std::pair<SymbolKind, ast::Identifier>>;
  return match(
      statement.node, [](const ast::PrecisionStatement &) -> Declared { return {}; },
      [](const ast::ArithmeticStatement &) -> Declared { return {}; },
      [](const ast::SpacingStatement &s) -> Declared { return {{SymbolKind::Constant, s.name}}; },
      [](const ast::ConstStatement &s) -> Declared { return {{SymbolKind::Constant, s.name}}; },
      [](const ast::TimestepStatement &s) -> Declared { return {{SymbolKind::Timestep, s.name}}; },
      [](const ast::SeriesStatement &s) -> Declared { return {{SymbolKind::Series, s.name}}; },
      [](const ast::ParamStatement &s) -> Declared { return {{SymbolKind::Param, s.name}}; },
      [](const ast::TableStatement &s) -> Declared { return {{SymbolKind::Table, s.name}}; },
      [](const ast::FieldStatement &s) -> Declared {
        Declared names;
        for (const ast::FieldName &name : s.names)
          names.emplace_back(name.isGroup() ? SymbolKind::Group : SymbolKind::Field, name.name);
        return names;
      },
      [](const ast::NeighbourhoodStatement &s) -> Declared {
        return {{SymbolKind::Neighbourhood, s.name}};
      },
      [](const ast::CoefficientStatement &s) -> Declared {
        return {{SymbolKind::Coefficient, s.name}};
      },
      [](const ast::FunctionStatement &s) -> Declared { return {{SymbolKind::Function, s.name}}; },
      [](const ast::LetStatement &s) -> Declared { return {{SymbolKind::Let, s.name}}; },
      [](const ast::RegionStatement &s) -> Declared { return {{SymbolKind::Region, s.name}}; },
      [](const ast::UpdateStatement &) -> Declared { return {}; },
      [](const ast::ForStatement &) -> Declared { return {}; },
      [](const ast::SizeStatement &) -> Declared { return {}; },
      [](const ast::StepsStatement &) -> Declared { return {}; },
      [](const ast::ReportStatement &s) -> Declared {
        if (s.isOfName)
          return {};
        return {{SymbolKind::Report, s.name}};
      },
      [](const ast::GlobalStatement &s) -> Declared { return {{SymbolKind::Global, s.name}}; },
      [](const ast::UntilStatement &) -> Declared { return {}; },
      [](const ast::RepeatStatement &) -> Declared { return {}; },
      [](const ast::SourceStatement &s) -> Declared { return {{SymbolKind::Source, s.name}}; },
      [](const ast::ReceiverStatement &s) -> Declared { return {{SymbolKind::Receiver, s.name}}; },
      [](const ast::SaveStatement &) -> Declared { return {}; });
}

std::vector<ast::Identifier> namesDeclaredBy(const ast::Statement &statement) {
  std::vector<ast::Identifier> names;
  for (auto &[kind, name] : declaredBy(statement))
    names.push_back(std::move(name));
  return names;
}

/// Reports arguments of a function declaration that have the same name.
static void checkArguments(const ast::FunctionStatement &function, Diagnostics &diags) {
  std::map<std::string, llvm::SMRange> seen;
  for (const ast::Identifier &argument : function.parameters) {
    const auto [first, isNew] = seen.emplace(argument.text, argument.range);
    if (!isNew)
      diags.report(argument.range, diag::Redeclaration, argument.text)
          .note(first->second, diag::DeclaredHere, argument.text);
  }
}

Symbols declareSymbols(const ast::Stencil &stencil, Diagnostics &diags) {
  Symbols symbols;
  symbols.declare({SymbolKind::Time, "t", {}}, diags);
  symbols.declare({SymbolKind::Step, "step", {}}, diags);
  symbols.declare({SymbolKind::Elapsed, "time", {}}, diags);
  symbols.declare({SymbolKind::Pi, "pi", {}}, diags);
  symbols.declare({SymbolKind::Centre, "centre", {}}, diags);
  for (const Builtin &builtin : builtins())
    symbols.declare({SymbolKind::Builtin, builtin.name.str(), {}}, diags);

  if (stencil.axes.empty() || stencil.axes.size() > kMaxAxes)
    diags.report(stencil.axes.empty() ? stencil.name.range : stencil.axes[kMaxAxes].range,
                 diag::AxisCount, stencil.name.text, stencil.axes.size());
  // Sizes are declared first, so that an axis with the name of another axis's size is reported.
  for (int axis = 0; axis < static_cast<int>(stencil.axes.size()); ++axis)
    symbols.declare({SymbolKind::Size, "n" + stencil.axes[axis].text, {}, nullptr, axis}, diags);
  for (int axis = 0; axis < static_cast<int>(stencil.axes.size()); ++axis) {
    const ast::Identifier &name = stencil.axes[axis];
    symbols.declare({SymbolKind::Axis, name.text, name.range, nullptr, axis}, diags);
  }

  for (const ast::Statement &statement : stencil.statements) {
    for (const auto &[kind, name] : declaredBy(statement))
      symbols.declare({kind, name.text, name.range, &statement}, diags);
    if (const auto *function = std::get_if<ast::FunctionStatement>(&statement.node))
      checkArguments(*function, diags);
  }
  return symbols;
}

} // namespace stencilc::sema
