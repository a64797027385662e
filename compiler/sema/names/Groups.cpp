/// \file Evaluates the sizes of groups of fields and of tables, and the member numbers in indices.
#include "sema/names/Groups.h"
#include "sema/Expressions.h"
#include "sema/values/Cells.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

std::optional<IndexBounds> boundsOf(Unit &unit, const ast::IndexRange &index, const Frame *frame) {
  const auto low = evaluateCells(unit, index.low, index.range, "a bound of an index", frame);
  const auto high = evaluateCells(unit, index.high, index.range, "a bound of an index", frame);
  if (!low || !high)
    return std::nullopt;
  const bool isEmpty = *low > *high;
  if (!isEmpty && *high - *low < kMaxMembers)
    return IndexBounds{*low, *high};
  if (unit.isFirst(index.range, diag::IndexBounds.id)) {
    auto report =
        unit.diags.report(index.range, diag::IndexBounds, index.name.text, *low, *high,
                          isEmpty ? "the first number comes first"
                                  : "an index takes at most " + std::to_string(kMaxMembers) +
                                        " numbers, because each becomes separate code");
    noteFrames(report, frame);
  }
  return std::nullopt;
}

std::optional<int> membersOf(Unit &unit, const ast::FieldName &name) {
  const std::string what = "the number of members of '" + name.name.text + "'";
  std::optional<std::int64_t> count;
  if (name.index) {
    const auto bounds = boundsOf(unit, *name.index, nullptr);
    if (!bounds)
      return std::nullopt;
    if (bounds->low != 0) {
      unit.diags.report(name.index->range, diag::IndexBounds, name.index->name.text, bounds->low,
                        bounds->high, "members are counted from 0");
      return std::nullopt;
    }
    count = bounds->high + 1;
  } else {
    count = evaluateCells(unit, *name.count, name.range, what);
  }
  if (!count)
    return std::nullopt;
  if (*count >= 1 && *count <= kMaxMembers)
    return static_cast<int>(*count);
  unit.diags.report(name.range, diag::GroupSize, name.name.text,
                    std::to_string(*count) + (*count == 1 ? " member" : " members"), kMaxMembers);
  return std::nullopt;
}

llvm::StringRef indexNameOf(const ast::FieldName &name) {
  return name.index ? llvm::StringRef(name.index->name.text) : "i";
}

std::optional<int> numberOf(Unit &unit, const ast::Access &access, std::size_t count,
                            llvm::StringRef what, const Frame *frame) {
  const ast::ExprId expr = access.members.front();
  const llvm::SMRange range = unit.stencil.exprs[expr].range;
  if (access.members.size() != 1) {
    const llvm::SMRange second = unit.stencil.exprs[access.members[1]].range;
    if (unit.isFirst(second, diag::MemberCount.id))
      unit.diags.report(second, diag::MemberCount, access.base.text, access.members.size())
          .note({}, diag::Hint,
                "entries that shift begin with an axis or 't'; of two numbers make one, as in "
                "'f[3*i+j]'");
    return std::nullopt;
  }
  const auto number = evaluateCells(
      unit, {0, expr}, range,
      ("the number of a" + (what == "entry" ? "n " + what : " " + what)).str(), frame);
  if (!number)
    return std::nullopt;
  if (*number >= 0 && *number < static_cast<std::int64_t>(count))
    return static_cast<int>(*number);
  if (unit.isFirst(range, diag::MemberOutside.id)) {
    auto report =
        unit.diags.report(range, diag::MemberOutside, access.base.text, what, *number, count - 1);
    noteFrames(report, frame);
  }
  return std::nullopt;
}

void defineTable(Unit &unit, SymbolId id, const ast::TableStatement &table) {
  const std::string shown = quoted(table.name.text);
  const auto count =
      evaluateCells(unit, table.count, table.countRange, "the number of entries of " + shown);
  if (!count)
    return;
  if (*count < 1 || *count > kMaxMembers) {
    unit.diags.report(table.countRange, diag::GroupSize, table.name.text,
                      std::to_string(*count) + " entries", kMaxMembers);
    return;
  }
  if (*count != static_cast<std::int64_t>(table.entries.size())) {
    const std::string declared = std::to_string(*count) + (*count == 1 ? " entry" : " entries");
    unit.diags
        .report(table.tableRange, diag::TableLength, table.name.text, declared,
                std::to_string(table.entries.size()))
        .note(table.countRange, diag::Hint, "the number is given here; an index counts from 0");
    return;
  }
  ir::Program scratch;
  scratch.axes = unit.program.axes;
  scratch.params = unit.program.params;
  Lowering lowering(unit, scratch, Purpose::Coefficient);
  std::vector<Coefficient> entries;
  for (ast::ExprId entry : table.entries) {
    const auto value = lowering.lowerNumber(entry, {}, "an entry of " + shown);
    if (!value)
      return;
    const std::optional<double> known = lowering.values().known(*value);
    if (known && !std::isfinite(*known)) {
      unit.diags.report(unit.stencil.exprs[entry].range, diag::NotFinite, "an entry of " + shown,
                        toText(*known));
      return;
    }
    entries.push_back({entry, known});
  }
  unit.tables.emplace(id, std::move(entries));
}

} // namespace stencilc::sema
