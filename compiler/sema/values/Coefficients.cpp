/// \file Builds coefficient tables.
#include "sema/values/Coefficients.h"
#include "sema/Expressions.h"
#include "sema/values/Cells.h"
#include <cmath>

namespace stencilc::sema {

namespace {

using Entry = ast::CoefficientStatement::Entry;

class TableBuilder {
public:
  TableBuilder(Unit &unit, const ast::CoefficientStatement &table, const OffsetSet &offsets)
      : unit(unit), table(table), offsets(offsets) {}

  /// Returns the coefficient table. Returns nullopt after it has reported an error.
  std::optional<CoefficientTable> build() {
    bool isFine = true;
    for (const Entry &entry : table.entries)
      isFine &= evaluateKey(entry);
    if (!isFine)
      return std::nullopt;
    for (const Entry &entry : table.entries) {
      const std::optional<Coefficient> coefficient = check(entry);
      isFine &= coefficient && spread(entry, *coefficient);
    }
    if (!isFine || !checkCovered())
      return std::nullopt;
    std::erase_if(result, [](const auto &item) { return item.second.known == 0.0; });
    return result;
  }

private:
  /// Checks the number in one entry of a coefficient table (one coefficient for each offset), by
  /// lowering its expression. Returns the expression, with its value if that is known at compile
  /// time. Returns nullopt after it has reported an error.
  std::optional<Coefficient> check(const Entry &entry) {
    ir::Program scratch;
    scratch.axes = unit.program.axes;
    scratch.params = unit.program.params;
    scratch.series = unit.program.series;
    Lowering lowering(unit, scratch, Purpose::Coefficient);
    lowering.leaveCells();
    const auto value = lowering.lowerNumber(entry.value, {}, "a coefficient");
    if (lowering.hasLeftCells())
      return Coefficient{entry.value, std::nullopt, /*isOfCells=*/true};
    const auto known = value ? lowering.values().known(*value) : std::nullopt;
    if (!value || !checkFinite(entry, known))
      return std::nullopt;
    return Coefficient{entry.value, known};
  }

  bool evaluateKey(const Entry &entry) {
    for (const ast::Cells &component : entry.key) {
      const auto number = evaluateCells(unit, component, entry.keyRange, "an offset");
      if (!number)
        return false;
      numbers[&entry].push_back(*number);
    }
    return true;
  }

  std::string describeKey(const Entry &entry) const {
    if (entry.byDistance)
      return "distance " + std::to_string(numbers.at(&entry).front());
    std::string text = "offset (";
    for (std::int64_t component : numbers.at(&entry))
      text.append(text.back() == '(' ? "" : ",").append(std::to_string(component));
    return text + ")";
  }

  bool checkFinite(const Entry &entry, std::optional<double> known) {
    if (!known || std::isfinite(*known))
      return true;
    unit.diags.report(unit.stencil.exprs[entry.value].range, diag::NotFinite,
                      "the coefficient for " + describeKey(entry), toText(*known));
    return false;
  }

  /// Assigns the coefficient to every offset that matches the key of `entry`. Reports an error and
  /// returns false if no offset matches, or if one has a coefficient already.
  bool spread(const Entry &entry, const Coefficient &coefficient) {
    if (!entry.byDistance && static_cast<int>(entry.key.size()) != unit.rank()) {
      unit.diags.report(entry.keyRange, diag::OffsetRank, counted(entry.key.size(), "component"),
                        counted(unit.rank(), "axis"), unit.axisNames());
      return false;
    }
    const std::vector<Offset> met = meant(entry);
    for (const Offset &offset : met) {
      const auto [first, isNew] = givenBy.try_emplace(offset, &entry);
      if (!isNew) {
        unit.diags
            .report(entry.keyRange, diag::TableDuplicate, table.name.text,
                    entry.byDistance ? describeKey(entry) : "offset " + toText(offset, unit.rank()))
            .note(first->second->keyRange, diag::Hint, "the first is here");
        return false;
      }
      result.emplace(offset, coefficient);
    }
    if (met.empty())
      unit.diags.report(entry.keyRange, diag::TableOutside, describeKey(entry), table.name.text)
          .note(unit.stencil.neighbourhoods[table.over].range, diag::Hint,
                "the neighbourhood is given here; leave the entry out or widen the neighbourhood");
    return !met.empty();
  }

  /// Returns the offsets of the neighbourhood that match the key of `entry`. A key is one offset,
  /// or a distance from the centre.
  std::vector<Offset> meant(const Entry &entry) const {
    std::vector<Offset> found;
    const std::vector<std::int64_t> &key = numbers.at(&entry);
    if (entry.byDistance) {
      for (const Offset &offset : offsets)
        if (offset.distance() == key.front())
          found.push_back(offset);
      return found;
    }
    Offset offset;
    for (int axis = 0; axis < unit.rank(); ++axis) {
      if (std::abs(key[axis]) > kMaxRadius)
        return found;
      offset[axis] = static_cast<int>(key[axis]);
    }
    if (offsets.contains(offset))
      found.push_back(offset);
    return found;
  }

  bool checkCovered() {
    std::set<int> distances;
    std::vector<Offset> missing;
    for (const Offset &offset : offsets)
      if (!result.contains(offset)) {
        missing.push_back(offset);
        distances.insert(offset.distance());
      }
    if (missing.empty())
      return true;
    const bool byDistance = table.entries.empty() || table.entries.front().byDistance;
    std::vector<std::string> keys;
    if (byDistance)
      for (int distance : distances)
        keys.push_back(std::to_string(distance));
    else
      for (const Offset &offset : missing)
        keys.push_back(toText(offset, unit.rank()));
    unit.diags
        .report(table.tableRange, diag::TableIncomplete, table.name.text,
                (byDistance ? "distance " : "offset ") + listed(keys))
        .note(unit.stencil.neighbourhoods[table.over].range, diag::Hint,
              "the neighbourhood is given here; add for example '" + keys.front() +
                  ": 0' to leave a neighbour out");
    return false;
  }

  /// Returns the keys of table entries as text for a message: "a, b, c and 7 more".
  static std::string listed(const std::vector<std::string> &keys) {
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(keys.size(), kShown); ++i)
      text += (i ? ", " : "") + keys[i];
    if (keys.size() > kShown)
      text += " and " + std::to_string(keys.size() - kShown) + " more";
    return text;
  }

  Unit &unit;
  const ast::CoefficientStatement &table;
  const OffsetSet &offsets;
  std::map<const Entry *, std::vector<std::int64_t>> numbers; // values of its key
  std::map<Offset, const Entry *, MemoryOrder> givenBy;
  CoefficientTable result;
};

} // namespace

const CoefficientTable *tableNamed(Unit &unit, SymbolId id) {
  const auto known = unit.coefficients.find(id);
  if (known != unit.coefficients.end())
    return known->second ? &*known->second : nullptr;
  const auto &table = std::get<ast::CoefficientStatement>(unit.symbols[id].statement->node);
  const auto offsets = unit.neighbourhoods.find(table.over);
  std::optional<CoefficientTable> built;
  if (offsets != unit.neighbourhoods.end() && offsets->second)
    built = TableBuilder(unit, table, *offsets->second).build();
  auto &kept = unit.coefficients.emplace(id, std::move(built)).first->second;
  return kept ? &*kept : nullptr;
}

void buildCoefficients(Unit &unit) {
  forEach<ast::CoefficientStatement>(unit.stencil, [&](const auto &table, const auto &statement) {
    const auto id = unit.symbols.find(table.name.text);
    // Otherwise the name is taken, which was reported.
    if (id && unit.symbols[*id].statement == &statement)
      tableNamed(unit, *id);
  });
}

} // namespace stencilc::sema
