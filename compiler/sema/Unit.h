/// \file What is known so far about the stencil being analysed: filled step by step by analyze().
#pragma once

#include "ir/Builder.h"
#include "ir/Program.h"
#include "sema/Ghosts.h"
#include "sema/Symbols.h"
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

/// The offsets of a neighbourhood in the order in which they are added up.
using OffsetSet = std::set<Offset, MemoryOrder>;
struct Coefficient {
  ast::ExprId expr;
  std::optional<double> known; // if it depends on no parameter or size
  bool isOfCells = false;      // differs from cell to cell: an expression of the cell it is used in
};
/// A table's coefficient at each offset, of the cell in which the table is applied. Offsets whose
/// coefficient is always zero are left out: they are not read.
using CoefficientTable = std::map<Offset, Coefficient, MemoryOrder>;

/// A field of the program and the declaration that it comes from.
struct DeclaredField {
  SymbolId symbol;   // of the member, where it is one of a group
  ir::FieldId field; // or else
  const ast::FieldStatement *statement;
  const ast::FieldName *name;
  int member = -1;
  ir::ProfileId profile = {}; // of a field that does not have all axes
};
/// An index and one of its numbers.
struct IndexNumber {
  std::string name;
  std::int64_t number;
};
/// An update of a step, of a loop one of its rounds.
struct Update {
  const ast::UpdateStatement *node;
  const ast::Statement *statement;
  std::vector<IndexNumber> indices;             // of the loops around it, the innermost last
  std::optional<SymbolId> target;               // nothing where it was reported as wrong
  const ast::RepeatStatement *repeat = nullptr; // around it
};
/// A number of the whole grid, and how many updates come before it.
struct GlobalPlace {
  const ast::GlobalStatement *node;
  const ast::Statement *statement;
  std::size_t updates;
  const ast::RepeatStatement *repeat; // around it
};
/// A source, and what it adds to each cell for a weight of 1.
struct SourcePlace {
  const ast::SourceStatement *node;
  ir::PointsId points;
  ir::FieldId field;
  std::int64_t shift = 0; // of steps, in its series
  ir::ExprId amount = {}; // once the update of the field is lowered
};
struct Frame;

/// No neighbourhood and no index reaches further than this many cells.
inline constexpr int kMaxRadius = 16;
/// No read does, however many neighbourhoods, lets and functions its offset adds up from.
inline constexpr int kMaxReach = 64;

/// What is known of values within a step.
struct WithinStep {
  std::map<std::pair<ir::FieldId, std::pair<std::int64_t, std::int64_t>>, ir::FieldId>
      values;                                   // by field and part of the step
  std::map<ir::FieldId, ir::FieldId> baseOf;    // fields of the source, by those made here
  std::map<ir::FieldId, ir::FieldId> newest;    // values computed so far, by field
  bool isOver = false;                          // what is lowered comes behind the step
  bool isFirst = false;                         // or before the first one
  const ast::RepeatStatement *repeat = nullptr; // being lowered
  std::map<ir::FieldId, bool> iterated;         // whether its new iterate is there already
  std::map<ir::FieldId, ir::Carry> carries;     // by target
};

struct Unit {
  Unit(const ast::Stencil &stencil, Symbols symbols, Diagnostics &diags)
      : stencil(stencil), symbols(std::move(symbols)), diags(diags) {}
  Unit(const Unit &) = delete;
  Unit &operator=(const Unit &) = delete;

  const ast::Stencil &stencil;
  Symbols symbols;
  Diagnostics &diags;

  // What the names stand for. A name is missing here if its declaration was reported as wrong;
  // whoever needs it then stops silently.
  std::map<SymbolId, double> constants;
  std::map<SymbolId, ir::ParamId> params;
  std::map<SymbolId, ir::SeriesId> series;
  const ast::TimestepStatement *timestep = nullptr; // the only one
  std::map<SymbolId, ir::FieldId> fields;
  std::map<SymbolId, ir::ProfileId> profiles;               // fields that do not have all axes
  std::map<ast::ExprId, std::optional<std::int64_t>> cells; // expressions of ast::Cells
  std::map<ast::NeighbourhoodId, std::optional<OffsetSet>> neighbourhoods;
  std::map<SymbolId, std::optional<CoefficientTable>> coefficients; // as far as asked for
  WithinStep within;
  std::map<SymbolId, std::vector<Coefficient>> tables; // of constants, by number
  std::map<SymbolId, std::vector<SymbolId>> members;   // of groups, by number
  std::vector<DeclaredField> declaredFields;           // in source order
  std::vector<Update> updates;                         // in the order of a step
  std::map<ir::FieldId, Offset> places;          // of fields that lie beside the cells, in halves
  std::map<ir::ProfileId, Offset> profilePlaces; // likewise
  std::vector<GlobalPlace> globalPlaces;         // in the order of a step
  std::vector<SourcePlace> sources;              // in source order
  /// Numbers of the whole grid found so far, f64 trees; invalid where that was reported as wrong.
  std::map<SymbolId, ir::ExprId> globals;
  std::map<SymbolId, ir::KeptId> kept;   // of those that are kept from step to step
  std::set<ir::KeptId> keptRead;         // at t-1, by anybody
  std::set<ir::FieldId> wrongBoundaries; // fields whose boundary was reported as wrong
  std::set<ir::ProfileId> wrongProfiles; // profiles likewise
  std::map<std::tuple<ir::ProfileId, int, Side>, GhostRule> profileRules; // faces that are fixed
  std::map<ir::FieldId, Reach> rims; // cells at faces that `keep(width)` leaves as they are
  std::map<ir::FieldId, std::array<std::array<std::optional<GhostRule>, 2>, kMaxAxes>> ghostRules;
  GhostTable ghosts;

  ir::Program program;     // the result, under construction
  unsigned operations = 0; // lowered so far, of all statements

  int rank() const { return static_cast<int>(stencil.axes.size()); }
  /// The axis called `name`; otherwise reports what axes there are, and which face was meant.
  std::optional<int> axisOf(const ast::Identifier &name, bool isFace = false);
  /// "x, y, z".
  std::string axisNames() const;
  SymbolId symbolOf(ir::FieldId field) const;
  SymbolId symbolOf(const ReadSite &read) const;
  /// Where the values of a field lie, in half cells from the cells; of one of a step its field's.
  Offset placeOf(ir::FieldId field) const;
  Offset placeOf(ir::ProfileId profile) const;
  Offset placeOf(const DeclaredField &declared) const {
    return declared.profile.valid() ? placeOf(declared.profile) : placeOf(declared.field);
  }
  /// The axes along which a field has one value more than cells, as bits.
  unsigned facesOf(ir::FieldId field) const;
  /// The declaration of a field, or of a profile.
  ir::FieldDecl &declarationOf(const DeclaredField &declared) {
    return declared.profile.valid() ? program.profiles[declared.profile].field
                                    : program.fields[declared.field];
  }
  const ir::FieldDecl &declarationOf(const ReadSite &read) const {
    return read.profile.valid() ? program.profiles[read.profile].field : program.fields[read.field];
  }
  /// The axes that a profile has: "z", "x and z".
  std::string axesOf(const ir::ProfileDecl &profile) const;

  /// Whether a message `id` at `range` is news: text that is expanded in several places is
  /// reported once.
  bool isFirst(llvm::SMRange range, const char *id) {
    return reported.emplace(range.Start.getPointer(), id).second;
  }

private:
  std::set<std::pair<const char *, std::string>> reported;
};

/// All statements of one kind, in source order.
template <class T, class Action> void forEach(const ast::Stencil &stencil, Action action) {
  for (const ast::Statement &statement : stencil.statements)
    if (const T *node = std::get_if<T>(&statement.node))
      action(*node, statement);
}

/// The text of the source in `range`.
llvm::StringRef sourceText(llvm::SMRange range);
/// `text` on one line, without comments.
std::string onOneLine(llvm::StringRef text);
/// `text`, cut after some 40 characters.
std::string shortened(const std::string &text);
/// "'name'", as messages show source text.
std::string quoted(llvm::StringRef name);
/// The shortest decimal text that reads back as `value`.
std::string toText(double value);
/// "(1,0,-2)" with `rank` components.
std::string toText(const Offset &offset, int rank);

} // namespace stencilc::sema
