/// \file The syntax tree of a `.stencil` file: plain structs in variants, and ids into pools.
///
/// The tree does not resolve names. The semantic analysis (sema) does. Every node stores its source
/// range, so that messages can point at it.
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

/// Name of a type, such as `f32`. The parser accepts any identifier. The semantic analysis reports
/// unknown types.
struct TypeName {
  Identifier name;
};
/// Number types in which fields are stored and updates are computed: `precision f64;` or `precision
/// storage f32, compute f64;`.
struct PrecisionStatement {
  std::optional<TypeName> storage, compute;
};
/// Order of operations in the whole program: chosen by the compiler with `arithmetic canonical;`,
/// as in the source with `arithmetic written;`.
struct ArithmeticStatement {
  Identifier mode;
};
/// Distance between cells along one axis or all axes, which is also a named constant:
/// `spacing h = 10.0;`.
struct SpacingStatement {
  Identifier name;
  ExprId value;
};
struct ConstStatement {
  Identifier name;
  ExprId value;
};
/// Table of constants that is read with an index: `const w[3] = { 1/6, 2/3, 1/6 };`.
struct TableStatement {
  Identifier name;
  Cells count;
  std::vector<ExprId> entries;
  llvm::SMRange countRange, tableRange;
};
/// Physical time of one time step, with its name: `timestep dt = 0.001;`.
struct TimestepStatement {
  Identifier name;
  ExprId value;
};
/// Time series with one number for each time step, read as `wavelet[step]`:
/// `series wavelet = file("ricker.npy");`.
struct SeriesStatement {
  Identifier name;
  std::string file;
};
/// Run-time parameter with its default value and range: `param d = 0.1 in 0 .. 1/6;`.
struct ParamStatement {
  Identifier name;
  ExprId value;
  std::optional<std::pair<ExprId, ExprId>> range;
};

/// Faces in a boundary condition: `x.low`, `x.high`, `x` (both sides of the axis), or `elsewhere`
/// (all faces that no other boundary condition of the field names).
struct Face {
  enum class Which : std::uint8_t { Low, High, Both, Elsewhere } which;
  Identifier axis; // empty for Elsewhere
  llvm::SMRange range;
};
/// One boundary condition of a field: `boundary fixed(100) on x.low, y;`. If it names no faces, it
/// applies to all faces.
struct BoundaryItem {
  Identifier kind;               // such as keep, fixed, periodic, mirror, from
  std::vector<ExprId> arguments; // fixed(expr); mirror(node, k); mirror(cell) as a Name
  std::vector<Face> faces;
  llvm::SMRange range;
};
/// Initial values of a field: `init expr;` or `init file("map.npy");` for all time levels,
/// `init[t-1] expr;` for one. File paths are relative to the .stencil file.
struct InitItem {
  std::vector<Shift> level; // empty: all levels without an `init` of their own
  ExprId value;             // invalid if a file is given
  std::optional<std::string> file;
  llvm::SMRange range;
};
/// One axis in the declaration of a field: `z`, `x+1/2` or `x faces`. With `x+1/2`, values lie half
/// a cell above the cells along x. With `x faces`, they lie at both ends of each cell, so there is
/// one more than there are cells.
struct FieldAxis {
  Shift shift;
  bool isFaces = false;
  llvm::SMRange range = {};
};
/// Name in the declaration of a field, `u`, or of a group of fields, `f[9]` or `f[q in 0 .. 8]`.
/// With `q`, boundaries and initial values of the group can depend on the member number.
struct FieldName {
  Identifier name;
  std::optional<Cells> count;       // `f[9]`: a group without a named index
  std::optional<IndexRange> index;  // `f[q in 0 .. 8]`: a group with an index
  llvm::SMRange range;              // the name with its brackets
  std::vector<FieldAxis> axes = {}; // `rho(z)`; empty: all axes

  bool isGroup() const { return count || index; }
};
/// Declaration of one or several fields: `field a, b, f[9] levels 2 storage f32 constant { ... }`.
/// A local field (within a time step), `local a, b storage f32 { ... }`, can only have boundaries
/// in its block.
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
/// Table with a coefficient for each offset of a neighbourhood. Keys are distances (L1 norm) in
/// `coefficient w over star(4) = { 0: -2.8, 1: 1.6 };`, and offsets in `= { (0,0): 4, (1,0): -1
/// };`.
struct CoefficientStatement {
  struct Entry {
    std::vector<Cells> key; // one element if byDistance, else one for each axis
    bool byDistance;
    ExprId value;
    llvm::SMRange keyRange;
  };
  Identifier name;
  NeighbourhoodId over;
  std::vector<Entry> entries;
  llvm::SMRange tableRange;
};
/// Function declaration: `fn f(a, b) = ...;`.
struct FunctionStatement {
  Identifier name;
  std::vector<Identifier> parameters;
  ExprId body;
};
/// Named expression, expanded where its name is used: `let lap = ...;`.
struct LetStatement {
  Identifier name;
  ExprId value;
};
/// Named condition: `region inlet = x < 1 && y > 3;`.
struct RegionStatement {
  Identifier name;
  ExprId condition;
};
/// One value of an update, with the condition under which it applies: `1 where inlet`.
struct Arm {
  ExprId value, condition;
};
/// Update of a field: `u[t+1] = ...;`, or with conditions `u[t+1] = 1 where inlet, 2 where outlet,
/// ... elsewhere;`.
struct UpdateStatement {
  Access target;
  llvm::SMRange targetRange;
  ExprId value; // the `elsewhere` value; invalid: cells that satisfy no condition keep their value
  std::vector<Arm> arms;
};
/// Scalar that each time step computes once, after the updates that precede the statement: `global
/// dt = 0.4 * h / max(abs(u) + c);`. In `global rr = sum(r[t+1]^2) init 1;`, the number after
/// `init` is the value of `rr[t-1]` in the first step.
struct GlobalStatement {
  Identifier name;
  ExprId value;
  ExprId init = {}; // invalid: not carried from step to step
};
/// Repetition of updates within one time step: `repeat 50 as k { p[k+1] = ...; }` or `repeat at
/// most 50 as k until max(p[k+1]) < 1 { ... }`. The next `size` statements of the list are its
/// body: updates, `for` loops and `global` statements.
struct RepeatStatement {
  Cells count;
  Identifier index;
  std::size_t size = 0;
  ExprId until = {}; // invalid: all iterations run
  llvm::SMRange countRange, untilRange = {};
  llvm::SMRange header; // up to the opening brace
};
/// Default size of the grid, in cells: `size 128, 128, 128;`.
struct SizeStatement {
  std::vector<std::int64_t> extents;
};
/// Default number of time steps: `steps 100;`.
struct StepsStatement {
  std::int64_t steps;
};

/// Interval in time steps: `every 100 steps`, at the end of `report`, `until`, `receiver` and
/// `save` statements.
struct Every {
  std::int64_t steps;
  llvm::SMRange range; // range of the number
};
/// Value that is printed during the run: `report change = max(abs(u[t+1] - u)) every 100 steps;`,
/// or `report dt every 10 steps;` for a declared name.
struct ReportStatement {
  Identifier name;
  ExprId value;
  Every every;
  /// True if the statement reports a declared name, as in `report dt every 10 steps;`. The
  /// statement then declares no new name.
  bool isOfName = false;
};
/// Condition that ends the run: `until max(abs(u[t+1] - u)) < 1e-9 every 100 steps;`.
struct UntilStatement {
  ExprId condition;
  Every every;
};

/// Coordinates of points along one axis: `12.5`, `0 .. 127` or `0 .. 127 by 4`, in cells.
struct PointRange {
  ExprId first, last = {}, by = {}; // invalid `last`: a single coordinate; invalid `by`: 1
};
/// Positions of sources or receivers: `(sx, ny / 2, 0 .. 127)` with a coordinate or range for each
/// axis, or `file("points.npy")`. An interpolation can follow: `with sinc(4)` or `with linear`.
struct Points {
  std::vector<PointRange> along; // empty: the points come from `file`
  std::string file;
  std::optional<Cells> sinc; // half width in cells; nullopt: linear
  llvm::SMRange range, sincRange = {};
};
/// Field in a `source` or `receiver` statement: a field `p`, or the member `f[3]` of a group of
/// fields.
struct PointsField {
  Identifier name;
  std::optional<Cells> member;
  llvm::SMRange range = {};
};
/// Values that are added to a field at points: `source shot into p at (sx, sy, sz) = ricker(15,
/// time);` or `source shots into p at file("shots.npy") times wavelets[step] = dt^2;`.
struct SourceStatement {
  Identifier name;
  PointsField field;
  Points points;
  ExprId times = {}; // a series with one column for each point; invalid: none
  ExprId value;
};
/// Points at which a run saves a field: `receiver line of p at (0 .. 127, 64, 4) every 1 step;`.
struct ReceiverStatement {
  Identifier name;
  PointsField field;
  Points points;
  Every every;
};

/// A field in a `save` statement, with the range of cells that is saved: `p[x = 0 .. 511 by 2, z =
/// 64]`.
struct SavedField {
  Identifier field;
  /// Axes with the ranges of cells that are saved. A range whose `last` is invalid is a single
  /// cell.
  std::vector<std::pair<Identifier, PointRange>> window;
};
/// Statement that writes fields to a file during the run: `save p[z = 64], v as f32 into "wave.h5"
/// compressed every 10 steps;`.
struct SaveStatement {
  std::vector<SavedField> fields;
  std::optional<TypeName> as;
  std::string file = {}; // empty: named after the stencil
  llvm::SMRange fileRange = {};
  bool isCompressed = false;
  Every every = {};
};

struct Statement;
/// Loop over the members of groups of fields: `for i in 0 .. 8 { f[i, t+1] = ...; }`. The semantic
/// analysis expands it into one update for each iteration.
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

/// One file of an `import` statement, with the names that are not imported: `"std/wavelets" without
/// gabor`.
struct Import {
  std::string name;                // as written between the quotes
  std::vector<Identifier> without; // names that are not imported
  llvm::SMRange range;             // the name with its quotes
  int library = -1;                // index into Stencil::libraries; -1: not found
};
/// Contents of an imported file: its declarations, which belong to no stencil.
struct Library {
  std::string name; // name in the first import of the file
  std::string path;
  unsigned buffer = 0;
  std::vector<Import> imports;
  std::vector<Statement> statements; // const, fn, neighbourhood, coefficient
};

/// Syntax tree of a file with one `stencil name(x, y, z) { ... }`, and the pools that hold its
/// nodes.
struct Stencil {
  std::vector<Import> imports;
  /// All files that are imported, directly or indirectly. Each file occurs once.
  std::vector<Library> libraries;
  Identifier name;
  std::vector<Identifier> axes;
  std::vector<Statement> statements; // in source order
  Store<ExprId, Expr> exprs;
  Store<NeighbourhoodId, Neighbourhood> neighbourhoods;
  llvm::SMRange range;
};

} // namespace stencilc::ast
