/// \file State of the analysis of one stencil. The passes of analyze() fill it one after the other.
#pragma once

#include "ir/Builder.h"
#include "ir/Program.h"
#include "sema/boundaries/Ghosts.h"
#include "sema/names/Symbols.h"
#include "support/Counted.h"
#include "support/Diagnostics.h"
#include "support/Geometry.h"
#include "syntax/Ast.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace stencilc::sema {

/// Offsets of a neighbourhood. Their order, by memory address, is the order in which they are
/// summed.
using OffsetSet = std::set<Offset, MemoryOrder>;
/// A coefficient of a table: its expression and, if known at compile time, its value.
struct Coefficient {
  ast::ExprId expr;
  std::optional<double> known; // value, if it depends on no parameter or size
  /// True if the coefficient differs between cells. It is then evaluated at the position of the
  /// `apply` call that uses it, not at the neighbour whose value it multiplies.
  bool isOfCells = false;
};
/// Coefficients of a table by offset. Offsets whose coefficient is always zero are left out, so
/// that they are not read.
using CoefficientTable = std::map<Offset, Coefficient, MemoryOrder>;

/// A field or profile (values along some axes only) of the program, with its declaration.
struct DeclaredField {
  SymbolId symbol;   // symbol of the member, for a group
  ir::FieldId field; // invalid for profiles
  const ast::FieldStatement *statement;
  const ast::FieldName *name;
  int member = -1;
  ir::ProfileId profile = {}; // valid for fields that lack axes
};
/// An index variable of a loop and one of its values.
struct IndexNumber {
  std::string name;
  std::int64_t number;
};
/// One update of a time step. Each iteration of a `for` loop has updates of its own.
struct Update {
  const ast::UpdateStatement *node;
  const ast::Statement *statement;
  std::vector<IndexNumber> indices;             // values of the enclosing loops, the innermost last
  std::optional<SymbolId> target;               // nullopt if it was reported as wrong
  const ast::RepeatStatement *repeat = nullptr; // enclosing repeat, or null
};
/// A `global` statement (scalar computed in each time step), and the number of updates that precede
/// it.
struct GlobalPlace {
  const ast::GlobalStatement *node;
  const ast::Statement *statement;
  std::size_t updates;
  const ast::RepeatStatement *repeat; // enclosing repeat, or null
};
/// A `source` statement (values added at points), and the amount that it adds to a cell if the
/// interpolation weight is 1.
struct SourcePlace {
  const ast::SourceStatement *node;
  ir::PointsId points;
  ir::FieldId field;
  std::int64_t shift = 0; // shift of its series, in steps
  ir::ExprId amount = {}; // valid once the update of the field is lowered
};
struct Frame;

/// Largest offset in a neighbourhood or an index, in cells.
inline constexpr int kMaxRadius = 16;
/// Largest distance of a read from the updated cell, in cells. Offsets of neighbourhoods, lets and
/// functions around the read are added.
inline constexpr int kMaxReach = 64;

/// State of the lowering of values within a time step, such as `u[t+1/3]`.
struct WithinStep {
  /// IR field that holds a value within the time step, such as `u[t+1/2]`. The key is the declared
  /// field and the fraction of the step as numerator and denominator: {u, {1, 2}}.
  std::map<std::pair<ir::FieldId, std::pair<std::int64_t, std::int64_t>>, ir::FieldId> values;
  std::map<ir::FieldId, ir::FieldId> baseOf; // declared field of each field that sema added
  std::map<ir::FieldId, ir::FieldId> newest; // latest value computed so far, by field
  bool isOver = false;                       // the lowered expression is evaluated after the step
  bool isFirst = false; // the lowered expression is evaluated before the first step
  const ast::RepeatStatement *repeat = nullptr; // repeat that is being lowered
  std::map<ir::FieldId, bool> iterated;         // whether the new iterate is computed already
  std::map<ir::FieldId, ir::Carry> carries;     // by target
};

/// State of the semantic analysis of one stencil.
struct Unit {
  Unit(const ast::Stencil &stencil, Symbols symbols, Diagnostics &diags)
      : stencil(stencil), symbols(std::move(symbols)), diags(diags) {}
  Unit(const Unit &) = delete;
  Unit &operator=(const Unit &) = delete;

  const ast::Stencil &stencil;
  Symbols symbols;
  Diagnostics &diags;

  // Meanings of names. A name is missing if its declaration was reported as wrong. Its users then
  // stop without a report.
  std::map<SymbolId, double> constants;
  std::map<SymbolId, ir::ParamId> params;
  std::map<SymbolId, ir::SeriesId> series;
  const ast::TimestepStatement *timestep = nullptr; // the only one, or null
  std::map<SymbolId, ir::FieldId> fields;
  std::map<SymbolId, ir::ProfileId> profiles;               // fields that lack axes
  std::map<ast::ExprId, std::optional<std::int64_t>> cells; // values of ast::Cells
  std::map<ast::NeighbourhoodId, std::optional<OffsetSet>> neighbourhoods;
  std::map<SymbolId, std::optional<CoefficientTable>> coefficients; // filled on demand
  WithinStep within;
  std::map<SymbolId, std::vector<Coefficient>> tables; // entries of tables of constants
  std::map<SymbolId, std::vector<SymbolId>> members;   // members of groups
  std::vector<DeclaredField> declaredFields;           // in source order
  std::vector<Update> updates;                         // in the order of a step
  /// Positions in the cell of fields on a staggered grid, in half cells. Other fields have no
  /// entry.
  std::map<ir::FieldId, Offset> places;
  /// Positions in the cell of profiles (values along some axes only) on a staggered grid, in half
  /// cells. Other profiles have no entry.
  std::map<ir::ProfileId, Offset> profilePlaces;
  std::vector<GlobalPlace> globalPlaces; // in the order of a step
  std::vector<SourcePlace> sources;      // in source order
  /// Values of the globals (scalars computed in each time step) lowered so far, as f64 expressions.
  /// The id is invalid for a global with an error.
  std::map<SymbolId, ir::ExprId> globals;
  std::map<SymbolId, ir::CarriedScalarId> kept; // globals carried from step to step
  std::set<ir::CarriedScalarId> keptRead;       // carried globals whose earlier value is read
  /// Fields whose boundary has an error, which was reported.
  std::set<ir::FieldId> wrongBoundaries;
  /// Profiles (values along some axes only) whose boundary has an error, which was reported.
  std::set<ir::ProfileId> wrongProfiles;
  /// Fixed boundary values by field, axis and side, for corners of the grid. If the boundary of
  /// another axis has already put a grid cell in place of the cell that is read, the fixed value is
  /// evaluated at that grid cell.
  std::map<std::tuple<ir::FieldId, int, Side>, GhostRule> fixedRules;
  /// Fixed boundary values of profiles (values along some axes only), by axis and side.
  std::map<std::tuple<ir::ProfileId, int, Side>, GhostRule> profileRules;
  /// Width in cells, at each face, of the layer that the boundary `keep(width)` of a field leaves
  /// unchanged.
  std::map<ir::FieldId, Reach> rims;
  std::map<ir::FieldId, std::array<std::array<std::optional<GhostRule>, 2>, kMaxAxes>> ghostRules;
  GhostTable ghosts;

  ir::Program program;     // the result, under construction
  unsigned operations = 0; // operations lowered so far, in all statements

  int rank() const { return static_cast<int>(stencil.axes.size()); }
  /// Returns the number of the axis called `name`. Reports an unknown axis and returns nullopt. If
  /// `isFace` is true, the message suggests a face, such as `x.low` for "left".
  std::optional<int> axisOf(const ast::Identifier &name, bool isFace = false);
  /// Returns the names of all axes for messages: "x, y, z".
  std::string axisNames() const;
  SymbolId symbolOf(ir::FieldId field) const;
  SymbolId symbolOf(const ReadSite &read) const;
  /// Returns the position of a field's values in the cell, in half cells. For a value within the
  /// time step, such as `u[t+1/3]`, it is that of `u`.
  Offset placeOf(ir::FieldId field) const;
  Offset placeOf(ir::ProfileId profile) const;
  Offset placeOf(const DeclaredField &declared) const {
    return declared.profile.valid() ? placeOf(declared.profile) : placeOf(declared.field);
  }
  /// Returns a bit mask of the axes along which a field has one value more than there are cells.
  unsigned facesOf(ir::FieldId field) const;
  /// Returns the IR declaration of a field or a profile (values along some axes only).
  ir::FieldDecl &declarationOf(const DeclaredField &declared) {
    return declared.profile.valid() ? program.profiles[declared.profile].field
                                    : program.fields[declared.field];
  }
  const ir::FieldDecl &declarationOf(const ReadSite &read) const {
    return read.profile.valid() ? program.profiles[read.profile].field : program.fields[read.field];
  }
  /// Returns the axes of a profile (values along some axes only) as text for messages: "z", "x and
  /// z".
  std::string axesOf(const ir::ProfileDecl &profile) const;

  /// Returns true at the first call with these arguments, and false later. Source text that is
  /// expanded several times is thus reported once.
  bool isFirst(llvm::SMRange range, const char *id) {
    return reported.emplace(range.Start.getPointer(), id).second;
  }

private:
  std::set<std::pair<const char *, std::string>> reported;
};

/// Calls `action` with each statement of kind `T`, in source order.
template <class T, class Action> void forEach(const ast::Stencil &stencil, Action action) {
  for (const ast::Statement &statement : stencil.statements)
    if (const T *node = std::get_if<T>(&statement.node))
      action(*node, statement);
}

/// Returns the source text in `range`.
llvm::StringRef sourceText(llvm::SMRange range);
/// Returns `text` on one line, with comments removed.
std::string onOneLine(llvm::StringRef text);
/// Returns `text`, cut to at most 40 characters for messages.
std::string shortened(const std::string &text);
/// Returns `name` in quotes, as messages show source text.
std::string quoted(llvm::StringRef name);
/// Returns `value` as text, with the fewest digits that read back to the same value.
std::string toText(double value);
/// Returns the offset as text, "(1,0,-2)", with `rank` components.
std::string toText(const Offset &offset, int rank);

} // namespace stencilc::sema
