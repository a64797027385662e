/// \file Finds what every mention of a name refers to.
#include "sema/Uses.h"
#include "sema/Builtins.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::sema {

namespace {

/// What a name may stand for at a place; decides which names are suggested when it is unknown.
enum class Role { Value, Function, Neighbourhood, Table, NeighbourhoodOrValue };

std::vector<SymbolKind> kindsFor(Role role) {
  using Kind = SymbolKind;
  std::vector<Kind> values = {Kind::Axis,  Kind::Size,  Kind::Pi,  Kind::Constant,
                              Kind::Param, Kind::Field, Kind::Let, Kind::Report};
  switch (role) {
  case Role::Value:
    return values;
  case Role::Function:
    return {Kind::Builtin, Kind::Function};
  case Role::Neighbourhood:
    return {Kind::Neighbourhood, Kind::Centre};
  case Role::Table:
    return {Kind::Coefficient};
  case Role::NeighbourhoodOrValue: {
    std::vector<Kind> both = values;
    both.push_back(Kind::Neighbourhood);
    return both;
  }
  }
  llvm_unreachable("unknown role");
}

/// What to write instead of a function of C or numpy; empty for all others.
std::string adviceOnCall(llvm::StringRef name) {
  struct Advice {
    llvm::StringLiteral names, text; // names between blanks
  };
  static constexpr Advice table[] = {
      {" float double int long f32 f64 float32 float64 real dble single cast trunc ",
       "; there are no casts: 'precision f32;' or 'f64' sets the type of all fields, 'storage f32' "
       "that of one, and '1.5f' that of a literal"},
      {" fabs fabsf absf labs ", "; it is called 'abs'"},
      {" fmax fmaxf maximum ", "; it is called 'max'"},
      {" fmin fminf minimum ", "; it is called 'min'"},
      {" sqrtf expf logf sinf cosf tanhf floorf ",
       "; functions take the type of their argument: leave out the 'f'"},
      {" pow powf power ", "; a power is written 'a^b'"},
      {" fma fmaf ", "; write 'a * b + c', of which canonical arithmetic makes an fma"},
      {" where ", "; a choice is written 'select(condition, then, otherwise)'"},
      {" roll shift ",
       "; a neighbour is written 'u[x-1]', and 'boundary periodic;' joins the ends"},
  };
  for (const Advice &advice : table)
    if (advice.names.contains((" " + name + " ").str()))
      return advice.text.str();
  return "";
}

class Resolver {
public:
  Resolver(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags)
      : stencil(stencil), symbols(symbols), diags(diags) {}

  Mentions resolve() {
    for (const ast::Statement &statement : stencil.statements)
      resolveStatement(statement);
    return std::move(mentions);
  }

private:
  void resolveStatement(const ast::Statement &statement) {
    match(
        statement.node, [](const ast::PrecisionStatement &) {},
        [](const ast::ArithmeticStatement &) {},
        [&](const ast::SpacingStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::ConstStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::ParamStatement &s) {
          inside(s.name, [&] {
            walk(s.value);
            if (s.range) {
              walk(s.range->first);
              walk(s.range->second);
            }
          });
        },
        [&](const ast::FieldStatement &s) { resolveField(s); },
        [&](const ast::NeighbourhoodStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::CoefficientStatement &s) {
          inside(s.name, [&] {
            walk(s.over);
            for (const ast::CoefficientStatement::Entry &entry : s.entries) {
              for (const ast::Cells &component : entry.key)
                walk(component, entry.keyRange);
              walk(entry.value);
            }
          });
        },
        [&](const ast::FunctionStatement &s) {
          locals = &s.parameters;
          inside(s.name, [&] { walk(s.body); });
          locals = nullptr;
        },
        [&](const ast::LetStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::UpdateStatement &s) {
          resolveTarget(s);
          walk(s.value);
        },
        [](const ast::SizeStatement &) {}, [](const ast::StepsStatement &) {},
        [&](const ast::ReportStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::UntilStatement &s) { walk(s.condition); },
        [&](const ast::RepeatStatement &s) { walk(s.count, s.header); });
  }

  void resolveField(const ast::FieldStatement &field) {
    for (const ast::BoundaryItem &item : field.boundaries)
      if (item.kind.text == "fixed") // the argument of mirror is a word, not a value
        for (ast::ExprId argument : item.arguments)
          walk(argument);
    for (const ast::InitItem &init : field.inits) {
      walk(init.level);
      if (init.value.valid())
        walk(init.value);
    }
  }

  void resolveTarget(const ast::UpdateStatement &update) {
    walk(update.target.shifts);
    const ast::Identifier &base = update.target.base;
    if (const auto found = symbols.find(base.text)) {
      symbols[*found].isUpdated = true;
      return;
    }
    const llvm::StringRef nearest = symbols.nearest(base.text, {SymbolKind::Field});
    auto report = diags.report(base.range, diag::UndeclaredName, base.text, didYouMean(nearest));
    if (!nearest.empty())
      report.fixIt(base.range, nearest)
          .note(symbols[*symbols.find(nearest)].declared, diag::DeclaredHere, nearest);
    else
      report.note(base.range, diag::Hint,
                  "write 'field " + base.text + " { ... }' to declare a field to update");
  }

  /// Runs `walkBody` so that what it mentions is noted as a need of `name`.
  template <class Body> void inside(const ast::Identifier &name, Body walkBody) {
    current = symbols.find(name.text);
    if (current && symbols[*current].declared.Start != name.range.Start)
      current.reset(); // the name is taken, which was reported
    walkBody();
    current.reset();
  }

  void walk(ast::ExprId id, Role role = Role::Value) {
    match(
        stencil.exprs[id].node, [](const ast::Number &) {},
        [&](const ast::Name &e) { mention(e.name, role); },
        [&](const ast::Access &e) {
          mention(e.base, role);
          walk(e.shifts);
        },
        [&](const ast::Call &e) { walkCall(e); },
        [&](const ast::InlineNeighbourhood &e) { walk(e.neighbourhood); },
        [&](const ast::Unary &e) { walk(e.operand); },
        [&](const ast::Binary &e) {
          walk(e.lhs);
          walk(e.rhs);
        });
  }

  void walk(const std::vector<ast::Shift> &shifts) {
    for (const ast::Shift &shift : shifts)
      walk(shift.amount, shift.range);
  }

  void walkCall(const ast::Call &call) {
    mention(call.callee, Role::Function);
    const Builtin *builtin = findBuiltin(call.callee.text);
    for (auto [index, argument] : llvm::enumerate(call.arguments)) {
      Role role = Role::Value;
      if (!builtin)
        role = Role::NeighbourhoodOrValue; // functions may pass neighbourhoods on
      else if (call.arguments.size() == 1) // over all cells
        role = Role::Value;
      else if (index == 0 && builtin->kind == BuiltinKind::Sum)
        role = Role::Neighbourhood;
      else if (index == 0 && builtin->kind == BuiltinKind::Apply)
        role = Role::Table;
      else if (index == 0 &&
               (builtin->kind == BuiltinKind::Min || builtin->kind == BuiltinKind::Max))
        role = Role::NeighbourhoodOrValue;
      walk(argument, role);
    }
  }

  void walk(ast::NeighbourhoodId id) {
    match(
        stencil.neighbourhoods[id].node,
        [&](const ast::Shape &n) { walk(n.radius, stencil.neighbourhoods[id].range); },
        [&](const ast::AxisLine &n) {
          walk(n.low, stencil.neighbourhoods[id].range);
          walk(n.high, stencil.neighbourhoods[id].range);
        },
        [&](const ast::OffsetList &n) {
          for (const ast::OffsetList::Entry &entry : n.entries)
            for (const ast::Cells &component : entry.components)
              walk(component, entry.range);
        },
        [](const ast::Centre &) {},
        [&](const ast::NeighbourhoodName &n) { mention(n.name, Role::Neighbourhood); },
        [&](const ast::Union &n) {
          walk(n.lhs);
          walk(n.rhs);
        },
        [&](const ast::Difference &n) {
          walk(n.lhs);
          walk(n.rhs);
        });
  }

  /// Numbers of cells are known before any function is expanded.
  void walk(const ast::Cells &cells, llvm::SMRange range) {
    if (!cells.value.valid())
      return;
    const std::vector<ast::Identifier> *const around = std::exchange(locals, nullptr);
    const unsigned errors = diags.errors();
    if (around)
      refuseLocals(cells.value, *around, range);
    if (diags.errors() == errors)
      walk(cells.value);
    locals = around;
  }

  void refuseLocals(ast::ExprId id, const std::vector<ast::Identifier> &around,
                    llvm::SMRange range) {
    const ast::ExprNode &node = stencil.exprs[id].node;
    if (const auto *name = std::get_if<ast::Name>(&node)) {
      if (llvm::any_of(around, [&](const auto &local) { return local.text == name->name.text; }))
        diags
            .report(range, diag::OffsetNotConstant, "an offset",
                    ", and '" + name->name.text + "' is an argument of the function")
            .note({}, diag::Hint, "a 'const' is known when compiling");
    } else if (const auto *unary = std::get_if<ast::Unary>(&node)) {
      refuseLocals(unary->operand, around, range);
    } else if (const auto *binary = std::get_if<ast::Binary>(&node)) {
      refuseLocals(binary->lhs, around, range);
      refuseLocals(binary->rhs, around, range);
    } else if (const auto *call = std::get_if<ast::Call>(&node)) {
      for (ast::ExprId argument : call->arguments)
        refuseLocals(argument, around, range);
    }
  }

  void mention(const ast::Identifier &name, Role role) {
    if (locals && llvm::any_of(*locals, [&](const auto &l) { return l.text == name.text; }))
      return;
    const bool isCallee = role == Role::Function;
    if (const auto found = isCallee ? symbols.findCallee(name.text) : symbols.find(name.text)) {
      symbols[*found].isUsed = true;
      if (current)
        mentions[*current].try_emplace(*found, name.range);
      return;
    }
    llvm::StringRef nearest = nearestLocal(name, role);
    if (nearest.empty() && ++searches <= kMostSearches)
      nearest = symbols.nearest(name.text, kindsFor(role));
    if (const std::string advice = role == Role::Function ? adviceOnCall(name.text) : "";
        !advice.empty()) {
      diags.report(name.range, diag::UndeclaredName, name.text, advice);
      return;
    }
    auto report = diags.report(name.range, diag::UndeclaredName, name.text, didYouMean(nearest));
    if (nearest.empty())
      return;
    report.fixIt(name.range, nearest);
    const auto found = symbols.find(nearest);
    if (found && symbols[*found].declared.isValid())
      report.note(symbols[*found].declared, diag::DeclaredHere, nearest);
  }

  /// The nearest argument of the function being walked.
  llvm::StringRef nearestLocal(const ast::Identifier &name, Role role) const {
    llvm::SmallVector<llvm::StringRef> candidates;
    if (locals && role != Role::Function)
      for (const ast::Identifier &local : *locals)
        candidates.push_back(local.text);
    return nearestName(name.text, candidates);
  }

  /// Each search compares with all names: more would take longer than anybody reads.
  static constexpr unsigned kMostSearches = 200;

  const ast::Stencil &stencil;
  Symbols &symbols;
  Diagnostics &diags;
  unsigned searches = 0;
  Mentions mentions;
  std::optional<SymbolId> current;                      // the definition being walked
  const std::vector<ast::Identifier> *locals = nullptr; // arguments of the function being walked
};

} // namespace

Mentions resolveUses(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags) {
  return Resolver(stencil, symbols, diags).resolve();
}

void warnUnused(const Symbols &symbols, Diagnostics &diags) {
  for (SymbolId id : symbols.ids()) {
    const Symbol &symbol = symbols[id];
    // The axes are the grid itself, a spacing also scales pictures, and reports are printed.
    if (!symbol.statement || symbol.kind == SymbolKind::Report ||
        std::holds_alternative<ast::SpacingStatement>(symbol.statement->node))
      continue;
    const auto *field = std::get_if<ast::FieldStatement>(&symbol.statement->node);
    // A field that is updated and not read is a result.
    if (!symbol.isUsed && !symbol.isUpdated)
      diags.report(symbol.declared, diag::UnusedName, describe(symbol.kind).split(' ').second,
                   symbol.name);
    else if (field && !field->isConstant && !symbol.isUpdated) {
      const llvm::SMRange after(symbol.declared.End, symbol.declared.End);
      diags.report(symbol.declared, diag::FieldNeverUpdated, symbol.name).fixIt(after, " constant");
    }
  }
}

} // namespace stencilc::sema
