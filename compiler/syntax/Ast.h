/// \file The tree of a `.stencil` file: plain structs in closed variants, ids into flat pools.
///
/// Nothing here knows what a name means; that is sema's work. Every node carries the source range
/// it was read from, so that each message can point at it.
#pragma once

#include "syntax/AstExpr.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stencilc::ast {

// --- declarations and statements ----------------------------------------------------------------

/// `f32` or `f64`; the spelling is kept so that unknown types can be reported by sema.
struct TypeName {
  Identifier name;
};
/// `precision f64;` or `precision storage f32, compute f64;`.
struct PrecisionStatement {
  std::optional<TypeName> storage, compute;
};
/// `arithmetic canonical;` or `arithmetic written;` (see docs/reference/language.md).
struct ArithmeticStatement {
  Identifier mode;
};
/// `spacing h = 10.0;`: a constant that is also the grid spacing (of the given axis, or of all).
struct SpacingStatement {
  Identifier name;
  ExprId value;
};
struct ConstStatement {
  Identifier name;
  ExprId value;
};
/// `const w[3] = { 1/6, 2/3, 1/6 };`: numbers that an index picks from.
struct TableStatement {
  Identifier name;
  Cells count;
  std::vector<ExprId> entries;
  llvm::SMRange countRange, tableRange;
};
/// `timestep dt = 0.001;`: what time goes on by in a step.
struct TimestepStatement {
  Identifier name;
  ExprId value;
};
/// `series wavelet = file("ricker.npy");`: a number for each step, read as `wavelet[step]`.
struct SeriesStatement {
  Identifier name;
  std::string file;
};
/// `param d = 0.1 in 0 .. 1/6;`.
struct ParamStatement {
  Identifier name;
  ExprId value;
  std::optional<std::pair<ExprId, ExprId>> range;
};

/// `x.low`, `x` (both sides), `elsewhere`.
struct Face {
  enum class Which : std::uint8_t { Low, High, Both, Elsewhere } which;
  Identifier axis; // empty for Elsewhere
  llvm::SMRange range;
};
/// `boundary fixed(100) on x.low, y;`: no faces means all faces.
struct BoundaryItem {
  Identifier kind;               // keep fixed periodic mirror copy face slope extrapolate from
  std::vector<ExprId> arguments; // fixed(expr); mirror(node, k), mirror(cell) as a Name
  std::vector<Face> faces;
  llvm::SMRange range;
};
/// `init expr;` or `init file("map.npy");` (a path relative to the .stencil file) of all time
/// levels; `init[t-1] expr;` of one.
struct InitItem {
  std::vector<Shift> level; // empty: all that have none of their own
  ExprId value;             // invalid when a file is given
  std::optional<std::string> file;
  llvm::SMRange range;
};
/// `u`; `f[9]`, a group; `f[q in 0 .. 8]`, a group in whose block `q` is the member's number.
/// An axis of a field: `z`, `x+1/2` (its values lie half a cell to the right), `x faces` (one value
/// more than cells).
struct FieldAxis {
  Shift shift;
  bool isFaces = false;
  llvm::SMRange range = {};
};
struct FieldName {
  Identifier name;
  std::optional<Cells> count;       // a group without a named index
  std::optional<IndexRange> index;  // a group with one
  llvm::SMRange range;              // the name with its brackets
  std::vector<FieldAxis> axes = {}; // `rho(z)`; none: all

  bool isGroup() const { return count || index; }
};
/// `field p levels 2 storage f32 constant { ... }`; `field a, b, f[9] { ... }` declares several.
/// `local a, b storage f32 { ... }` holds boundaries only.
struct FieldStatement {
  std::vector<FieldName> names; // at least one
  std::int64_t levels = 1;
  bool isConstant = false;
  bool isLocal = false;
  std::optional<TypeName> storage;
  std::vector<BoundaryItem> boundaries;
  std::vector<InitItem> inits;
};
struct NeighbourhoodStatement {
  Identifier name;
  NeighbourhoodId value;
};
/// `coefficient w over star(4) = { 0: -2.8, 1: 1.6 };` by distance (L1 norm), or
/// `= { (0,0): 4, (1,0): -1 };` by offset.
struct CoefficientStatement {
  struct Entry {
    std::vector<Cells> key; // one element and byDistance, or one per axis
    bool byDistance;
    ExprId value;
    llvm::SMRange keyRange;
  };
  Identifier name;
  NeighbourhoodId over;
  std::vector<Entry> entries;
  llvm::SMRange tableRange;
};
/// `fn f(a, b) = ...;`.
struct FunctionStatement {
  Identifier name;
  std::vector<Identifier> parameters;
  ExprId body;
};
/// `let lap = ...;`.
struct LetStatement {
  Identifier name;
  ExprId value;
};
/// `region inlet = x < 1 && y > 3;`: a condition with a name.
struct RegionStatement {
  Identifier name;
  ExprId condition;
};
/// `1 where inlet`, one of the values of an update.
struct Arm {
  ExprId value, condition;
};
/// `u[t+1] = ...;` or `u[t+1] = 1 where inlet, 2 where outlet, ... elsewhere;`.
struct UpdateStatement {
  Access target;
  llvm::SMRange targetRange;
  ExprId value; // elsewhere; invalid: cells of no arm keep their value
  std::vector<Arm> arms;
};
/// `global dt = 0.4 * h / max(abs(u) + c);`: a number of the whole grid, found where it stands
/// among the updates. `global rr = sum(r[t+1]^2) init 1;`: what `rr[t-1]` is in the first step.
struct GlobalStatement {
  Identifier name;
  ExprId value;
  ExprId init = {}; // invalid: it is not kept from step to step
};
/// `repeat 50 as k { p[k+1] = ...; }`, `repeat at most 50 as k until max(p[k+1]) < 1 { ... }`: the
/// `size` statements that follow, updates, loops and globals, are its body.
struct RepeatStatement {
  Cells count;
  Identifier index;
  std::size_t size = 0;
  ExprId until = {}; // invalid: all iterations run
  llvm::SMRange countRange, untilRange = {};
  llvm::SMRange header; // up to the brace
};
/// `size 128, 128, 128;`.
struct SizeStatement {
  std::vector<std::int64_t> extents;
};
/// `steps 100;`: a hint, like size.
struct StepsStatement {
  std::int64_t steps;
};

/// `every 100 steps`, at the end of reports and rules.
struct Every {
  std::int64_t steps;
  llvm::SMRange range; // of the number
};
/// `report change = max(abs(u[t+1] - u)) every 100 steps;`; `report dt every 10 steps;` of a
/// global.
struct ReportStatement {
  Identifier name;
  ExprId value;
  Every every;
  bool isOfName = false; // the value is what has this name, and no name is declared
};
/// `until max(abs(u[t+1] - u)) < 1e-9 every 100 steps;`.
struct UntilStatement {
  ExprId condition;
  Every every;
};

/// A coordinate of points: `12.5`, or several: `0 .. 127`, `0 .. 127 by 4`.
struct PointRange {
  ExprId first, last = {}, by = {}; // invalid: one place; by 1
};
/// `(sx, ny / 2, 0 .. 127)`, one range an axis, or `file("points.npy")`; behind it `with sinc(4)`
/// or `with linear` if it says so.
struct Points {
  std::vector<PointRange> along; // empty: of the file
  std::string file;
  std::optional<Cells> sinc; // cells to either side; none: linear
  llvm::SMRange range, sincRange = {};
};
/// A field, or a member of a group: `p`, `f[3]`.
struct PointsField {
  Identifier name;
  std::optional<Cells> member;
  llvm::SMRange range = {};
};
/// `source shot into p at (sx, sy, sz) = ricker(15, time);`, `source shots into p at
/// file("shots.npy") times wavelets[step] = dt^2;`.
struct SourceStatement {
  Identifier name;
  PointsField field;
  Points points;
  ExprId times = {}; // a series with a number for each point; invalid: none
  ExprId value;
};
/// `receiver line of p at (0 .. 127, 64, 4) every 1 step;`.
struct ReceiverStatement {
  Identifier name;
  PointsField field;
  Points points;
  Every every;
};

/// `p[x = 0 .. 511 by 2, z = 64]` of a save.
struct SavedField {
  Identifier field;
  std::vector<std::pair<Identifier, PointRange>> window; // by axes; no last: one place
};
/// `save p[z = 64], v as f32 into "wave.h5" compressed every 10 steps;`.
struct SaveStatement {
  std::vector<SavedField> fields;
  std::optional<TypeName> as;
  std::string file = {}; // empty: called like the stencil
  llvm::SMRange fileRange = {};
  bool isCompressed = false;
  Every every = {};
};

struct Statement;
/// `for i in 0 .. 8 { f[i, t+1] = ...; }`: updates, once for each number.
struct ForStatement {
  IndexRange index;
  std::vector<Statement> body; // updates and loops
};

using StatementNode =
    std::variant<PrecisionStatement, ArithmeticStatement, SpacingStatement, ConstStatement,
                 TableStatement, ParamStatement, FieldStatement, NeighbourhoodStatement,
                 CoefficientStatement, FunctionStatement, LetStatement, RegionStatement,
                 UpdateStatement, ForStatement, SizeStatement, StepsStatement, ReportStatement,
                 UntilStatement, TimestepStatement, SeriesStatement, RepeatStatement,
                 GlobalStatement, SourceStatement, ReceiverStatement, SaveStatement>;
struct Statement {
  StatementNode node;
  llvm::SMRange range;
};

/// `"std/wavelets" without gabor` of an `import`.
struct Import {
  std::string name;                // as written between the quotes
  std::vector<Identifier> without; // what is not taken
  llvm::SMRange range;             // the name with its quotes
  int library = -1;                // its number in Stencil::libraries; -1: not found
};
/// A file that was imported: declarations without a stencil around them.
struct Library {
  std::string name; // as the first import calls it
  std::string path;
  unsigned buffer = 0;
  std::vector<Import> imports;
  std::vector<Statement> statements; // const, fn, neighbourhood, coefficient
};

/// One `stencil name(x, y, z) { ... }`, with the pools its ids point into.
struct Stencil {
  std::vector<Import> imports;
  std::vector<Library> libraries; // of these imports and theirs, each once; see syntax/Imports.h
  Identifier name;
  std::vector<Identifier> axes;
  std::vector<Statement> statements; // in source order
  Store<ExprId, Expr> exprs;
  Store<NeighbourhoodId, Neighbourhood> neighbourhoods;
  llvm::SMRange range;
};

} // namespace stencilc::ast
