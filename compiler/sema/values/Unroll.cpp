/// \file Lists the updates of a time step, with `for` loops unrolled.
#include "sema/Accesses.h"
#include "sema/names/Groups.h"
#include "sema/names/Scopes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

namespace {

class Unroller {
public:
  explicit Unroller(Unit &unit) : unit(unit) {}

  void run(const std::vector<ast::Statement> &statements) {
    for (const ast::Statement &statement : statements) {
      if (isTooLong)
        return;
      if (const auto *around = std::get_if<ast::RepeatStatement>(&statement.node)) {
        repeat = around;
        left = around->size;
        continue;
      }
      if (const auto *update = std::get_if<ast::UpdateStatement>(&statement.node))
        add(*update, statement);
      else if (const auto *loop = std::get_if<ast::ForStatement>(&statement.node))
        unroll(*loop);
      else if (const auto *global = std::get_if<ast::GlobalStatement>(&statement.node))
        unit.globalPlaces.push_back({global, &statement, unit.updates.size(), repeat});
      if (indices.empty() && left > 0)
        --left;
      if (left == 0)
        repeat = nullptr;
    }
  }

private:
  /// Maximum number of updates of a time step, where each iteration of a `for` loop counts. Each
  /// update becomes separate code.
  static constexpr std::size_t kMaxUpdates = 400;
  /// Maximum number of iterations of all `for` loops together. Loops without updates count, too.
  static constexpr unsigned kMaxRounds = 1u << 16;

  void unroll(const ast::ForStatement &loop) {
    if (repeat && repeat->index.text == loop.index.name.text)
      unit.diags.report(loop.index.name.range, diag::RepeatName, loop.index.name.text)
          .note(repeat->index.range, diag::Hint, "choose a name without another meaning");
    const IndexFrames frames(indices);
    const auto bounds = boundsOf(unit, loop.index, frames.innermost());
    if (!bounds)
      return;
    for (std::int64_t number = bounds->low; number <= bounds->high && !isTooLong; ++number) {
      if (++rounds > kMaxRounds)
        return tooLong(loop.index.range, std::to_string(kMaxRounds) + " iterations of its loops");
      indices.push_back({loop.index.name.text, number});
      run(loop.body);
      indices.pop_back();
    }
  }

  void add(const ast::UpdateStatement &update, const ast::Statement &statement) {
    if (unit.updates.size() >= kMaxUpdates)
      return tooLong({statement.range.Start, statement.range.Start},
                     std::to_string(kMaxUpdates) + " updates");
    unit.updates.push_back({&update, &statement, indices, targetOf(update), repeat});
    if (const auto target = unit.updates.back().target)
      unit.symbols[*target].isUpdated = true;
  }

  void tooLong(llvm::SMRange range, const std::string &what) {
    isTooLong = true;
    unit.diags.report(range, diag::ProgramTooLarge, shortened(unit.stencil.name.text), what)
        .note(range, diag::Hint,
              "each becomes separate code; write two stencils and run them one after the other");
  }

  /// Returns the symbol of the field, or member of a group of fields, that an update computes.
  /// Returns nullopt after it has reported an error.
  std::optional<SymbolId> targetOf(const ast::UpdateStatement &update) {
    const ast::Access &target = update.target;
    const auto id = unit.symbols.find(target.base.text);
    if (!id)
      return std::nullopt; // reported by resolveUses
    const Symbol &symbol = unit.symbols[*id];
    if (symbol.kind == SymbolKind::Field) {
      if (target.members.empty())
        return id;
      if (unit.isFirst(target.base.range, diag::NotAGroup.id))
        unit.diags.report(update.targetRange, diag::NotAGroup, symbol.name, describe(symbol.kind))
            .note(symbol.declared, diag::DeclaredHere, symbol.name);
      return std::nullopt;
    }
    if (symbol.kind != SymbolKind::Group)
      return id; // reported where stages are lowered
    const auto members = unit.members.find(*id);
    if (members == unit.members.end())
      return std::nullopt;
    if (target.members.empty()) {
      reportGroup(symbol, members->second.size(), update);
      return std::nullopt;
    }
    const IndexFrames frames(indices);
    const auto number =
        numberOf(unit, target, members->second.size(), "member", frames.innermost());
    return number ? std::optional(members->second[*number]) : std::nullopt;
  }

  void reportGroup(const Symbol &symbol, std::size_t size, const ast::UpdateStatement &update) {
    if (!unit.isFirst(update.target.base.range, diag::GroupWithoutMember.id))
      return;
    unit.diags
        .report(update.targetRange, diag::GroupWithoutMember, symbol.name,
                "a group of " + counted(size, "field"))
        .note(symbol.declared, diag::Hint,
              "declared here; 'for i in 0 .. " + std::to_string(size - 1) + " { " + symbol.name +
                  "[i, t+1] = ...; }' updates all of them");
  }

  Unit &unit;
  std::vector<IndexNumber> indices;
  const ast::RepeatStatement *repeat = nullptr; // enclosing repeat of the next statement
  std::size_t left = 0;                         // number of its statements that are left
  unsigned rounds = 0;
  bool isTooLong = false;
};

} // namespace

void unrollUpdates(Unit &unit) { Unroller(unit).run(unit.stencil.statements); }

/// Returns member numbers as text: "member 3", "members 3 and 5", "members 1, 2, 3, 4 and 9 more".
static std::string listed(const std::vector<int> &numbers) {
  constexpr std::size_t kShown = 4;
  std::string text = numbers.size() == 1 ? "member " : "members ";
  for (std::size_t i = 0; i < std::min(numbers.size(), kShown); ++i) {
    const bool isLast = i > 0 && i + 1 == numbers.size();
    text += (isLast ? " and " : i ? ", " : "") + std::to_string(numbers[i]);
  }
  if (numbers.size() > kShown)
    text += " and " + std::to_string(numbers.size() - kShown) + " more";
  return text;
}

void warnPartlyUpdated(Unit &unit) {
  for (const auto &[group, members] : unit.members) {
    std::vector<int> still;
    for (auto [number, member] : llvm::enumerate(members))
      if (!unit.symbols[member].isUpdated)
        still.push_back(static_cast<int>(number));
    if (still.empty() || still.size() == members.size())
      continue;
    const Symbol &symbol = unit.symbols[group];
    unit.diags.report(symbol.declared, diag::MembersNotUpdated, listed(still), symbol.name)
        .note({}, diag::Hint,
              "let the loop over the group include them, or declare fields that never change as "
              "separate constant fields");
  }
}

} // namespace stencilc::sema
