/// \file Declares fields in the IR: storage type, time levels, axes, position of the values in the
/// cell.
#include "sema/statements/Fields.h"
#include "sema/names/Groups.h"
#include "sema/statements/Settings.h"
#include "sema/steps/Moments.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::sema {

/// Maximum number of time levels (values at t, t-1, ...) of a field.
static constexpr int kMaxLevels = 8;

/// Maximum number of fields of a program. Every field that a kernel reads is one of its arguments.
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
    if (statement.storage && storage)
      checkStorage(unit, *storage, statement.storage->name.range,
                   statement.names.front().name.text);
    for (const ast::FieldName &name : statement.names) {
      const bool isFine = checkLevels(statement, name.name);
      const auto id = unit.symbols.find(name.name.text);
      if (!isFine || !storage || !id ||
          unit.symbols[*id].declared.Start != name.name.range.Start) // the name is taken
        continue;
      if (name.isGroup())
        addGroup(*id, statement, name, *storage);
      else
        addOne({*id, {}, &statement, &name}, name.name.text, *storage);
    }
  }

private:
  /// Checks the options of a local field (within a time step). Reports options such as initial
  /// values, which need a value that is kept between time steps, and returns false.
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

  /// Declares the members of a group of fields as separate fields, called `f0`, `f1` and so on.
  void addGroup(SymbolId group, const ast::FieldStatement &statement, const ast::FieldName &name,
                ir::ScalarType storage) {
    const std::optional<int> count = membersOf(unit, name);
    if (!count)
      return;
    std::vector<SymbolId> &members = unit.members[group];
    for (int number = 0; number < *count; ++number) {
      const std::string own = name.name.text + std::to_string(number);
      if (!isFree(own, name, number))
        break; // the other names are probably taken as well
      Symbol symbol = unit.symbols[group];
      symbol.kind = SymbolKind::Field;
      symbol.name += "[" + std::to_string(number) + "]";
      symbol.member = number;
      symbol.isUpdated = false; // set per member by unrollUpdates
      members.push_back(unit.symbols.addMember(std::move(symbol)));
      addOne({members.back(), {}, &statement, &name, number}, own, storage);
    }
    if (members.size() != static_cast<std::size_t>(*count))
      unit.members.erase(group);
  }

  bool isFree(const std::string &own, const ast::FieldName &name, int number) {
    auto taken = unit.symbols.find(own);
    if (taken && unit.symbols[*taken].kind == SymbolKind::Builtin)
      taken = {}; // such as f16(e): members have no name in the source, and functions none in files
    const bool isMember = memberNames.contains(own);
    memberNames.insert(own);
    if (!taken && !isMember)
      return true;
    auto report = unit.diags.report(name.range, diag::MemberName,
                                    "member " + std::to_string(number), name.name.text, own);
    if (taken && unit.symbols[*taken].declared.isValid())
      report.note(unit.symbols[*taken].declared, diag::DeclaredHere, own);
    report.note({}, diag::Hint, "files and the C interface use this name; rename one of them");
    return false;
  }

  using Along = std::array<bool, kMaxAxes>;

  /// Declares a field. If it lacks some of the axes, it becomes a profile (values along some axes
  /// only).
  void addOne(const DeclaredField &declared, std::string name, ir::ScalarType storage) {
    const auto along = axesOf(*declared.name);
    const auto place = along ? placesOf(*declared.name, *along) : std::nullopt;
    if (!place)
      return;
    const auto count = std::count(along->begin(), along->end(), true);
    if (count != unit.rank())
      return addProfile(declared, std::move(name), storage, *along, *place);
    add(declared, std::move(name), storage);
    if (const auto field = unit.fields.find(declared.symbol);
        field != unit.fields.end() && *place != Offset())
      unit.places.emplace(field->second, *place);
  }

  /// Returns the position in the cell of the field's values, in half cells from the centre of the
  /// cell. `along` marks the axes along which the field varies. Returns nullopt after it has
  /// reported an error.
  std::optional<Offset> placesOf(const ast::FieldName &name, const Along &along) {
    const bool isProfile = std::count(along.begin(), along.end(), true) != unit.rank();
    Offset place;
    for (const ast::FieldAxis &each : name.axes) {
      const std::optional<int> halves = placeAlong(name, each, isProfile);
      if (!halves)
        return std::nullopt;
      place[*unit.axisOf(each.shift.axis)] = *halves;
    }
    return place;
  }

  std::optional<int> placeAlong(const ast::FieldName &name, const ast::FieldAxis &axis,
                                bool isProfile) {
    const ast::Cells &amount = axis.shift.amount;
    const auto part = amount.value.valid() ? quotientOf(unit.stencil, amount.value) : std::nullopt;
    const bool isHalf = part && part->by == 2 && std::abs(part->of) == 1;
    const bool isPlain = !amount.value.valid() && amount.number == 0;
    if (isPlain && !(axis.isFaces && isProfile))
      return axis.isFaces ? -1 : 0;
    if (isHalf && !axis.isFaces)
      return static_cast<int>(part->of);
    const std::string &text = axis.shift.axis.text;
    const char *const why =
        !axis.isFaces ? ""
        : isPlain ? "; a field along some axes has a value in each cell, or half a cell after each"
                  : "; an axis with 'faces' takes no fraction";
    if (unit.isFirst(axis.range, diag::FieldAxes.id))
      unit.diags.report(axis.range, diag::FieldAxes, name.name.text,
                        "its values lie at the cells, '" + text + "', half a cell after them, '" +
                            text + "+1/2', or at both ends of each cell, '" + text + " faces'" +
                            why);
    return std::nullopt;
  }

  /// Returns the axes that the declaration of a field names, or all axes if it names none. Returns
  /// nullopt after it has reported an error.
  std::optional<Along> axesOf(const ast::FieldName &name) {
    Along along{};
    if (name.axes.empty())
      std::fill_n(along.begin(), unit.rank(), true);
    for (const ast::FieldAxis &each : name.axes) {
      const std::optional<int> axis = unit.axisOf(each.shift.axis);
      if (!axis)
        return std::nullopt;
      if (std::exchange(along[*axis], true)) {
        if (unit.isFirst(each.range, diag::FieldAxes.id))
          unit.diags.report(each.range, diag::FieldAxes, name.name.text,
                            quoted(each.shift.axis.text) + " is named twice");
        return std::nullopt;
      }
    }
    return along;
  }

  void addProfile(DeclaredField declared, std::string name, ir::ScalarType storage,
                  const Along &along, const Offset &place) {
    ir::ProfileDecl profile;
    profile.along = along;
    for (int axis = 0; axis < unit.rank(); ++axis)
      profile.field.shorter[axis] = along[axis] && unit.program.wider[axis];
    profile.field.name = std::move(name);
    profile.field.isConstant = true;
    profile.field.storage = storage;
    profile.field.line = unit.diags.lineOf(declared.name->range.Start);
    const ast::FieldStatement &statement = *declared.statement;
    const char *const item = statement.isLocal       ? "local"
                             : statement.levels != 1 ? "levels"
                                                     : nullptr;
    if (item) {
      if (unit.isFirst(declared.name->range, diag::ProfileItem.id))
        unit.diags.report(declared.name->range, diag::ProfileItem, declared.name->name.text,
                          unit.axesOf(profile), item, "it is given, and the same at all times");
      return;
    }
    declared.profile = unit.program.profiles.add(std::move(profile));
    unit.profiles.emplace(declared.symbol, declared.profile);
    if (place != Offset())
      unit.profilePlaces.emplace(declared.profile, place);
    unit.declaredFields.push_back(declared);
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
    for (int axis = 0; axis < unit.rank(); ++axis)
      declaration.shorter[axis] = unit.program.wider[axis] && !hasFaces(*declared.name, axis);
    declaration.line = unit.diags.lineOf(declared.name->range.Start);
    declared.field = unit.program.fields.add(std::move(declaration));
    unit.fields.emplace(declared.symbol, declared.field);
    unit.declaredFields.push_back(declared);
  }

  bool hasFaces(const ast::FieldName &name, int axis) const {
    return llvm::any_of(name.axes, [&](const ast::FieldAxis &each) {
      return each.isFaces && each.shift.axis.text == unit.stencil.axes[axis].text;
    });
  }

  Unit &unit;
  std::set<std::string> memberNames;
};

} // namespace

/// Marks in Program::wider the axes along which any field has one value more than there are cells.
static void findWider(Unit &unit) {
  forEach<ast::FieldStatement>(unit.stencil, [&](const ast::FieldStatement &field, const auto &) {
    for (const ast::FieldName &name : field.names)
      for (const ast::FieldAxis &each : name.axes)
        for (int axis = 0; axis < unit.rank(); ++axis)
          unit.program.wider[axis] |=
              each.isFaces && each.shift.axis.text == unit.stencil.axes[axis].text;
  });
}

void declareFields(Unit &unit) {
  findWider(unit);
  FieldDeclarer declarer(unit);
  for (const bool areLocal : {false, true}) // local fields come last in the IR
    forEach<ast::FieldStatement>(unit.stencil, [&](const ast::FieldStatement &field, const auto &) {
      if (field.isLocal == areLocal)
        declarer.declare(field);
    });
}

} // namespace stencilc::sema
