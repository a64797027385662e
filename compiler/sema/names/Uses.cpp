/// \file Resolves all names of a stencil, and lists the definitions that each definition uses.
#include "sema/names/Uses.h"
#include "sema/differences/DifferenceArguments.h"
#include "sema/names/Builtins.h"
#include "sema/names/Groups.h"
#include "sema/names/NameAdvice.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::sema {

namespace {

class Resolver {
public:
  Resolver(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags)
      : stencil(stencil), symbols(symbols), diags(diags) {}

  Mentions resolve() {
    for (const ast::Statement &statement : stencil.statements) {
      resolveStatement(statement);
      if (repeated == 1)
        iteration.clear();
      repeated -= repeated > 0;
    }
    return std::move(mentions);
  }

private:
  void resolveStatement(const ast::Statement &statement) {
    match(
        statement.node, [](const ast::PrecisionStatement &) {},
        [](const ast::ArithmeticStatement &) {},
        [&](const ast::SpacingStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::ConstStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::TableStatement &s) {
          inside(s.name, [&] {
            walk(s.count);
            for (ast::ExprId entry : s.entries)
              walk(entry);
          });
        },
        [&](const ast::TimestepStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [](const ast::SeriesStatement &) {},
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
        [&](const ast::CoefficientStatement &s) { resolveCoefficients(s); },
        [&](const ast::FunctionStatement &s) {
          for (const ast::Identifier &parameter : s.parameters)
            locals.push_back({parameter.text, LocalKind::Argument});
          inside(s.name, [&] { walk(s.body); });
          locals.clear();
        },
        [&](const ast::LetStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::RegionStatement &s) { inside(s.name, [&] { walk(s.condition); }); },
        [&](const ast::UpdateStatement &s) { resolveUpdate(s); },
        [&](const ast::ForStatement &s) {
          walkBounds(s.index);
          withIndex(s.index.name, [&] {
            for (const ast::Statement &each : s.body)
              resolveStatement(each);
          });
        },
        [](const ast::SizeStatement &) {}, [](const ast::StepsStatement &) {},
        [&](const ast::GlobalStatement &s) { inside(s.name, [&] { walkAll(s.value, s.init); }); },
        [&](const ast::ReportStatement &s) { inside(s.name, [&] { walk(s.value); }); },
        [&](const ast::UntilStatement &s) { walk(s.condition); },
        [&](const ast::RepeatStatement &s) {
          iteration = s.index.text;
          repeated = s.size + 1;
          walk(s.count);
          walk(s.until);
        },
        [&](const ast::SourceStatement &s) {
          inside(s.name, [&] {
            resolvePoints(s.field, s.points);
            walkAll(s.times, s.value);
          });
        },
        [&](const ast::ReceiverStatement &s) {
          inside(s.name, [&] { resolvePoints(s.field, s.points); });
        },
        [&](const ast::SaveStatement &s) {
          for (const ast::SavedField &saved : s.fields) {
            resolveField(saved.field);
            for (const auto &[axis, range] : saved.window)
              walkRange(range);
          }
        });
  }

  void resolveField(const ast::Identifier &field) {
    symbols.find(field.text) ? mention(field, Role::Value) : reportNoField(symbols, field, diags);
  }
  void walkRange(const ast::PointRange &range) {
    for (ast::ExprId place : {range.first, range.last, range.by})
      walk(place);
  }

  /// Resolves the names in the field and the positions of a source or a receiver.
  void resolvePoints(const ast::PointsField &of, const ast::Points &points) {
    resolveField(of.name);
    if (of.member)
      walk(*of.member);
    for (const ast::PointRange &range : points.along)
      walkRange(range);
    if (points.sinc)
      walkFixed(*points.sinc, points.sincRange);
  }

  void resolveCoefficients(const ast::CoefficientStatement &coefficients) {
    inside(coefficients.name, [&] {
      walk(coefficients.over);
      for (const ast::CoefficientStatement::Entry &entry : coefficients.entries) {
        for (const ast::Cells &component : entry.key)
          walkFixed(component, entry.keyRange);
        walk(entry.value);
      }
    });
  }

  void resolveUpdate(const ast::UpdateStatement &update) {
    resolveTarget(update);
    for (const ast::Arm &arm : update.arms)
      walkAll(arm.value, arm.condition);
    walk(update.value);
  }

  void resolveField(const ast::FieldStatement &field) {
    for (const ast::FieldName &name : field.names) {
      if (name.count)
        walk(*name.count);
      if (name.index)
        walkBounds(*name.index);
    }
    // The block can use the member number if all fields are groups with the same index name.
    const bool isOfGroups =
        llvm::all_of(field.names, [](const auto &name) { return name.isGroup(); });
    const ast::FieldName &first = field.names.front();
    const bool isOneName = llvm::all_of(field.names, [&](const ast::FieldName &name) {
      return indexNameOf(name) == indexNameOf(first);
    });
    if (!isOfGroups || !isOneName)
      return resolveItems(field);
    if (first.index)
      return withIndex(first.index->name, [&] { resolveItems(field); });
    locals.push_back({"i", LocalKind::Member});
    resolveItems(field);
    locals.pop_back();
  }

  void resolveItems(const ast::FieldStatement &field) {
    for (const ast::BoundaryItem &item : field.boundaries)
      for (ast::ExprId argument : item.arguments)
        if (!isMirrorWord(stencil, symbols, item, argument))
          walk(argument);
    for (const ast::InitItem &init : field.inits) {
      walk(init.level);
      walk(init.value);
    }
  }

  void resolveTarget(const ast::UpdateStatement &update) {
    walk(update.target.shifts);
    const ast::Identifier &base = update.target.base;
    if (const auto found = symbols.find(base.text)) {
      symbols[*found].isUpdated = true;
      if (symbols[*found].kind == SymbolKind::Group)
        for (ast::ExprId member : update.target.members)
          walk(member);
      return;
    }
    reportNoField(symbols, base, diags);
  }

  /// Calls `walkBody`. Records the names that it resolves as dependencies of declaration `name`.
  template <class Body> void inside(const ast::Identifier &name, Body walkBody) {
    current = symbols.find(name.text);
    if (current && symbols[*current].declared.Start != name.range.Start)
      current.reset(); // the name is taken, which was reported
    walkBody();
    current.reset();
  }

  void walk(ast::ExprId id, Role role = Role::Value) {
    if (!id.valid())
      return;
    match(
        stencil.exprs[id].node, [](const ast::Number &) {},
        [&](const ast::Name &e) { mention(e.name, role); },
        [&](const ast::Access &e) {
          if (!symbols.usePreviousValue(e.base.text))
            mention(e.base, role);
          walk(e.shifts);
          if (mayHaveMembers(e.base))
            for (ast::ExprId member : e.members)
              walk(member);
        },
        [&](const ast::Call &e) { walkCall(e); },
        [&](const ast::InlineNeighbourhood &e) { walk(e.neighbourhood); },
        [&](const ast::InlineRange &e) { walkBounds(e.index); },
        [&](const ast::Unary &e) { walk(e.operand); },
        [&](const ast::Binary &e) { walkAll(e.lhs, e.rhs); });
  }

  void walk(const std::vector<ast::Shift> &shifts) {
    for (const ast::Shift &shift : shifts)
      walk(shift.amount);
  }

  /// Returns whether an index after `base` can be a member number or a table entry.
  bool mayHaveMembers(const ast::Identifier &base) const {
    if (findLocal(base.text))
      return true;
    const auto found = symbols.find(base.text);
    return found &&
           (symbols[*found].kind == SymbolKind::Group || symbols[*found].kind == SymbolKind::Table);
  }

  template <class... Ids> void walkAll(Ids... ids) { (walk(ids), ...); }
  void walk(const ast::Cells &cells) { walk(cells.value); }

  void walkBounds(const ast::IndexRange &index) {
    walk(index.low);
    walk(index.high);
  }

  /// Calls `walkBody` with the index variable `name` in scope. Reports it if it hides another name.
  template <class Body> void withIndex(const ast::Identifier &name, Body walkBody) {
    const auto declared = symbols.find(name.text);
    const LocalName *const local = findLocal(name.text);
    if (declared || local) {
      auto report = diags.report(name.range, diag::IndexHides, name.text,
                                 local ? describe(local->kind) : describe(symbols[*declared].kind));
      if (!local && symbols[*declared].declared.isValid())
        report.note(symbols[*declared].declared, diag::DeclaredHere, name.text);
      report.note({}, diag::Hint, "give the index another name");
    }
    locals.push_back({name.text, LocalKind::Index});
    walkBody();
    locals.pop_back();
  }

  void walkCall(const ast::Call &call) {
    mention(call.callee, Role::Function);
    if (!call.arguments.empty()) {
      if (const auto *over =
              std::get_if<ast::InlineRange>(&stencil.exprs[call.arguments.front()].node)) {
        walkBounds(over->index);
        withIndex(over->index.name, [&] {
          for (ast::ExprId argument : llvm::drop_begin(call.arguments))
            walk(argument);
        });
        return;
      }
    }
    if (call.order)
      walk(call.order->number);
    const auto callee = symbols.findCallee(call.callee.text);
    const bool isOwn = callee && symbols[*callee].kind == SymbolKind::Function;
    const Builtin *builtin = isOwn ? nullptr : findBuiltin(call.callee.text);
    if (builtin && builtin->kind == BuiltinKind::Difference && !call.arguments.empty())
      return walkDifference(call);
    for (auto [index, argument] : llvm::enumerate(call.arguments))
      walk(argument, roleOfArgument(builtin, index, call.arguments.size()));
  }

  /// Resolves the names in the arguments of a derivative. The lowering checks its axes later.
  void walkDifference(const ast::Call &call) {
    walk(call.arguments.front());
    for (ast::ExprId argument : llvm::drop_begin(call.arguments)) {
      const auto [axis, added] = writtenAxis(stencil, argument);
      if (axis && (findLocal(axis->text) || symbols.find(axis->text)))
        mention(*axis, Role::Value);
      if (axis && added.valid())
        walk(added);
    }
  }

  void walk(ast::NeighbourhoodId id) {
    match(
        stencil.neighbourhoods[id].node,
        [&](const ast::Shape &n) { walkFixed(n.radius, stencil.neighbourhoods[id].range); },
        [&](const ast::AxisLine &n) {
          walkFixed(n.low, stencil.neighbourhoods[id].range);
          walkFixed(n.high, stencil.neighbourhoods[id].range);
        },
        [&](const ast::OffsetList &n) {
          for (const ast::OffsetList::Entry &entry : n.entries)
            for (const ast::Cells &component : entry.components)
              walkFixed(component, entry.range);
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

  /// Resolves the names in `cells`, an expression for a whole number of cells, such as an offset.
  /// Reports function arguments and index variables: these have no value when it is evaluated.
  void walkFixed(const ast::Cells &cells, llvm::SMRange range) {
    if (!cells.value.valid())
      return;
    const std::vector<LocalName> around = std::exchange(locals, {});
    const unsigned errors = diags.errors();
    refuseLocals(cells.value, around, range);
    if (diags.errors() == errors)
      walk(cells.value);
    locals = around;
  }

  void refuseLocals(ast::ExprId id, const std::vector<LocalName> &around, llvm::SMRange range) {
    for (const ast::Identifier *name : namesIn(stencil, id))
      for (const LocalName &local : around)
        if (local.name == name->text)
          diags
              .report(range, diag::OffsetNotConstant, "an offset",
                      ", and '" + name->text + "' is " + describe(local.kind).str())
              .note({}, diag::Hint, "a 'const' is known when compiling");
  }

  void mention(const ast::Identifier &name, Role role) {
    const LocalName *const local = findLocal(name.text);
    const bool isCallee = role == Role::Function;
    if (local && isCallee && !isFunction(symbols, name))
      return reportCall(name, describe(local->kind), diags);
    if (local && !isCallee) {
      if (const auto hidden = symbols.find(name.text); hidden && local->kind == LocalKind::Member)
        diags.report(name.range, diag::IndexHides, name.text, describe(symbols[*hidden].kind))
            .note({}, diag::Hint,
                  "give the member's number another name, as in 'field f[m in 0 .. 8]'");
      return;
    }
    if (const auto found = isCallee ? symbols.findCallee(name.text) : symbols.find(name.text)) {
      symbols[*found].isUsed = true;
      if (current)
        mentions[*current].try_emplace(*found, name.range);
      return;
    }
    if (name.text == iteration)
      return reportIteration(name, diags);
    llvm::StringRef nearest = nearestLocal(name, role);
    if (nearest.empty() && ++searches <= kMostSearches)
      nearest = symbols.nearest(name.text, kindsFor(role));
    reportUndeclared(symbols, name, role, nearest, diags);
  }

  const LocalName *findLocal(llvm::StringRef name) const {
    for (const LocalName &local : locals)
      if (local.name == name)
        return &local;
    return nullptr;
  }

  /// Returns the argument or index variable most similar to `name`, or an empty string.
  llvm::StringRef nearestLocal(const ast::Identifier &name, Role role) const {
    llvm::SmallVector<llvm::StringRef> candidates;
    if (role != Role::Function)
      for (const LocalName &local : locals)
        candidates.push_back(local.name);
    return nearestName(name.text, candidates);
  }

  /// Maximum number of undeclared names for which similar ones are searched, which is slow.
  static constexpr unsigned kMostSearches = 200;

  const ast::Stencil &stencil;
  Symbols &symbols;
  Diagnostics &diags;
  unsigned searches = 0;
  Mentions mentions;
  std::optional<SymbolId> current; // the current definition
  std::string iteration;           // name of the iteration of the current repeat
  std::size_t repeated = 0;        // statements of this repeat that are left, including itself
  std::vector<LocalName> locals;   // arguments and indices in scope
};

} // namespace

Mentions resolveUses(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags) {
  return Resolver(stencil, symbols, diags).resolve();
}

} // namespace stencilc::sema
