/// \file Field declarations.
#include "sema/Fields.h"
#include "sema/Groups.h"
#include "sema/Settings.h"

namespace stencilc::sema {

/// Time levels beyond this ask for memory no scheme needs.
static constexpr int kMaxLevels = 8;

/// More would make the arguments of every kernel that reads them a burden.
static constexpr std::size_t kMaxFields = 1000;

namespace {

class FieldDeclarer {
public:
  explicit FieldDeclarer(Unit &unit) : unit(unit) {}

  void declare(const ast::FieldStatement &statement) {
    if (statement.isLocal && !checkLocal(statement))
      return;
    const auto storage = statement.storage ? resolveType(unit, *statement.storage)
                                           : std::optional(unit.program.storage);
    for (const ast::FieldName &name : statement.names) {
      const bool isFine = checkLevels(statement, name.name);
      const auto id = unit.symbols.find(name.name.text);
      if (!isFine || !storage || !id ||
          unit.symbols[*id].declared.Start != name.name.range.Start) // the name is taken
        continue;
      if (name.isGroup())
        addGroup(*id, statement, name, *storage);
      else
        add({*id, {}, &statement, &name}, name.name.text, *storage);
    }
  }

private:
  /// Nothing of a local field is kept: options and items that say how are wrong.
  bool checkLocal(const ast::FieldStatement &field) {
    const char *what = field.isConstant       ? "constant"
                       : field.levels != 1    ? "levels"
                       : !field.inits.empty() ? "init"
                                              : nullptr;
    const ast::Identifier &name = field.names.front().name;
    if (what)
      unit.diags.report(name.range, diag::LocalItem, name.text, what);
    return !what;
  }

  bool checkLevels(const ast::FieldStatement &field, const ast::Identifier &name) {
    if (field.levels < 1 || field.levels > kMaxLevels) {
      unit.diags.report(name.range, diag::LevelCount, name.text, field.levels,
                        "1 to " + std::to_string(kMaxLevels) + " can be kept");
      return false;
    }
    if (field.isConstant && field.levels > 1) {
      unit.diags.report(name.range, diag::LevelCount, name.text, field.levels,
                        "a constant field is the same at all times and keeps one");
      return false;
    }
    return true;
  }

  /// Members are fields of their own from here on, called `f0`, `f1` and so on.
  void addGroup(SymbolId group, const ast::FieldStatement &statement, const ast::FieldName &name,
                ir::ScalarType storage) {
    const std::optional<int> count = membersOf(unit, name);
    if (!count)
      return;
    std::vector<SymbolId> &members = unit.members[group];
    for (int number = 0; number < *count; ++number) {
      const std::string own = name.name.text + std::to_string(number);
      if (!isFree(own, name, number))
        break; // the rest would most often be taken as well
      Symbol symbol = unit.symbols[group];
      symbol.kind = SymbolKind::Field;
      symbol.name += "[" + std::to_string(number) + "]";
      symbol.member = number;
      symbol.isUpdated = false; // of the group something is; of the member is seen later
      members.push_back(unit.symbols.addMember(std::move(symbol)));
      add({members.back(), {}, &statement, &name, number}, own, storage);
    }
    if (members.size() != static_cast<std::size_t>(*count))
      unit.members.erase(group);
  }

  bool isFree(const std::string &own, const ast::FieldName &name, int number) {
    const auto taken = unit.symbols.find(own);
    const bool isMember = memberNames.contains(own);
    memberNames.insert(own);
    if (!taken && !isMember)
      return true;
    auto report = unit.diags.report(name.range, diag::MemberName,
                                    "member " + std::to_string(number), name.name.text, own);
    if (taken && unit.symbols[*taken].declared.isValid())
      report.note(unit.symbols[*taken].declared, diag::DeclaredHere, own);
    report.note({}, diag::Hint,
                "files and the C interface know it by that name; rename one of them");
    return false;
  }

  void add(DeclaredField declared, std::string name, ir::ScalarType storage) {
    if (unit.program.fields.size() >= kMaxFields) {
      if (unit.isFirst(unit.stencil.name.range, diag::ProgramTooLarge.id))
        unit.diags
            .report(declared.name->range, diag::ProgramTooLarge, shortened(unit.stencil.name.text),
                    std::to_string(kMaxFields) + " fields")
            .note({}, diag::Hint, "each is an argument of every kernel that reads it");
      return;
    }
    ir::FieldDecl declaration;
    declaration.name = std::move(name);
    declaration.levels = static_cast<int>(declared.statement->levels);
    declaration.isConstant = declared.statement->isConstant;
    declaration.isLocal = declared.statement->isLocal;
    declaration.storage = storage;
    declaration.line = unit.diags.lineOf(declared.name->range.Start);
    declared.field = unit.program.fields.add(std::move(declaration));
    unit.fields.emplace(declared.symbol, declared.field);
    unit.declaredFields.push_back(declared);
  }

  Unit &unit;
  std::set<std::string> memberNames;
};

} // namespace

void declareFields(Unit &unit) {
  FieldDeclarer declarer(unit);
  for (const bool areLocal : {false, true}) // the IR has local ones behind all others
    forEach<ast::FieldStatement>(unit.stencil, [&](const ast::FieldStatement &field, const auto &) {
      if (field.isLocal == areLocal)
        declarer.declare(field);
    });
}

} // namespace stencilc::sema
