/// \file The stencil IR: the one page to read first. It fixes the arithmetic, down to the last bit.
///
/// A `Program` says what one time step means. Every operation, its order, every rounding
/// (`Convert`) and every fused multiply-add (`Fma`) is a node; back ends print exactly these nodes
/// and nothing else. Expressions form a DAG in one pool: the same id used twice is computed once.
///
/// Reading a field outside the grid gives the value its boundary defines (`Boundary`). Axes are
/// resolved in the order they are named: on the first axis whose coordinate is outside, `Fixed`
/// ends with its value; `Periodic`, `Mirror*` and `Copy` replace the coordinate and go on.
/// Positions in a `Fixed` value are the coordinates as they stand then: axes before it are mapped,
/// its own is outside, axes after it are as the read gave them. Uniforms of a step in it are those
/// of the step whose number the level read has: of the next step for t+1, of the last for t-1.
#pragma once

#include "ir/Points.h"
#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stencilc::ir {

/// Types of values. Arithmetic is IEEE 754, round to nearest even, no flush to zero, and done in
/// F32 and F64 alone: numbers of the types behind them are only stored. One `Convert` leads from
/// there to F32 or F64, which is exact, and one from there to them: rounded to nearest even, for
/// whole numbers ending at the limits of the type (`ir/StorageTypes.h`).
enum class ScalarType : std::uint8_t { F32, F64, F16, BF16, U8, I16, I32, Bool };

// --- expressions --------------------------------------------------------------------------------
// Who may appear where:
//   stage values      everything except Param, Random, Reduced, Earlier, StepNumber, SeriesValue;
//                     ProfileRead and PointWeight in them alone
//   reduced values    the same, less PointWeight
//   uniform values    Constant, Param, Extent, StepNumber, SeriesValue, Earlier, Reduced of a
//                     survey and operations on them, all F64, then one Convert
//   boundary values   Constant, UniformRef, Position, Extent and operations; the field's storage
//                     type in the end
//   initial values    Constant, Param, Position, Extent, Random and operations; likewise
//   places of points  Constant, Param, Extent and operations, all F64
//   reports and rules Constant, Param, Extent, StepNumber, SeriesValue, Earlier, Reduced and
//                     operations, all F64; conditions of a repeat and what is kept likewise, with
//                     Reduced of surveys alone

/// A literal; `value` is exactly representable in the node's type (Bool: 0 or 1).
struct Constant {
  double value;
};
/// A run-time parameter as the user set it. F64.
struct Param {
  ParamId param;
};
/// A scalar computed on the host, once per run or, if it is one of a step, once per step.
struct UniformRef {
  UniformId uniform;
};
/// Index of the cell along an axis, 0 at the low face, converted to the node's type (F32 or F64).
struct Position {
  int axis;
};
/// Number of cells along an axis, converted to the node's type.
struct Extent {
  int axis;
};
/// A field at a displacement. `level` 1 is t+1 (written by an earlier stage), 0 is t, -1 is t-1 ...
/// The node's type is the field's storage type.
struct Read {
  FieldId field;
  int level;
  Offset offset;
};
/// A profile at a displacement, along its axes alone. Beyond the grid its boundary gives the value,
/// as that of a field does. The node's type is the profile's storage type.
struct ProfileRead {
  ProfileId profile;
  Offset offset;
};
/// What the points of a source weigh together at the cell: the sum of their weights there, in the
/// order of the points, each rounded; 0 where there are none. Where the source has a series, with
/// row `step` of it, an F64 uniform: the sum of weight times the point's number there, product and
/// sum each rounded; 0 beyond the ends of the series. F64.
struct PointWeight {
  PointsId points;
  UniformId step = {};
};
/// A number in [0, 1) that depends only on seed and cell: splitmix64 of (seed, linear cell index),
/// upper 53 bits scaled by 2^-53. F64.
struct Random {
  std::uint64_t seed;
};
/// What a reduction over all cells gave, one of a survey when it last ran. F64.
struct Reduced {
  ReductionId reduction;
};
/// What the step before left of a number, or what it begins with. F64.
struct Earlier {
  KeptId kept;
};
/// Steps done before the one being computed, 0 in the first of a simulation. F64.
struct StepNumber {};
/// Number StepNumber + `shift` of a series, counted from 0; 0 beyond its ends. F64.
struct SeriesValue {
  SeriesId series;
  std::int64_t shift;
};
/// Rounds (or widens) to the node's type.
struct Convert {
  ExprId operand;
};
enum class UnaryOp : std::uint8_t {
  Negate,
  Abs,
  Sqrt, // exact or correctly rounded
  Exp,
  Log,
  Sin,
  Cos,
  Tanh, // not correctly rounded: compared in ULP
  Floor,
  Not,
};
struct Unary {
  UnaryOp op;
  ExprId operand;
};
enum class BinaryOp : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Min,
  Max,   // min(a,b) = a < b ? a : b, max(a,b) = a > b ? a : b
  Power, // pow; integer powers are multiplications instead
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or, // Bool
};
struct Binary {
  BinaryOp op;
  ExprId lhs, rhs;
};
/// a * b + c with one rounding.
struct Fma {
  ExprId a, b, c;
};
struct Select {
  ExprId condition, then, otherwise;
};
using ExprNode = std::variant<Constant, Param, UniformRef, Position, Extent, Read, ProfileRead,
                              PointWeight, Random, Reduced, Earlier, StepNumber, SeriesValue,
                              Convert, Unary, Binary, Fma, Select>;
struct Expr {
  ExprNode node;
  ScalarType type;
};

// --- declarations -------------------------------------------------------------------------------

struct ParamDecl {
  std::string name;
  double value;                                   // the default
  std::optional<std::pair<double, double>> range; // closed
  int line = 0;
};

/// Numbers that a run reads from a file before its first step: a one-dimensional array.
struct SeriesDecl {
  std::string name;
  std::string file; // .npy path relative to the .stencil file
  int line = 0;
  bool isOfPoints = false; // two axes, steps x points: PointWeight asks for it and SeriesValue not
};

/// A scalar the host computes from parameters (`value`), of type `type`: before the run, or before
/// each step if its value asks for the step, or each time that a survey has run if for a number of
/// the whole grid.
struct Uniform {
  std::string name; // unique; the parameter's own name where it is just that parameter
  ExprId value;
  ScalarType type;
  bool isOfStep = false; // whether StepNumber, SeriesValue, Reduced or Earlier is below `value`
};

enum class BoundaryKind : std::uint8_t {
  None,       // not given: no read may leave through this face
  Keep,       // cells whose update would read beyond this face are not updated
  Fixed,      // value
  Periodic,   // both faces of an axis; u[-k] = u[n-k]
  MirrorCell, // the face is the mirror: u[-1-k] = u[k]
  MirrorNode, // the first cell is the mirror: u[-k] = u[k]
  Copy,       // u[-k] = u[0]
};
struct Boundary {
  BoundaryKind kind = BoundaryKind::None;
  ExprId value; // Fixed only
};

/// How level t-`age` of a field starts, where that is not as level t does.
struct OlderInit {
  int age = 1;
  ExprId value;     // invalid: zero, or from `file`
  std::string file; // as FieldDecl::initFile
};

/// A local field is there inside of a step only: a value on the way such as u[t+1/3], or a helper.
/// It has the one level t+1 and no start; locals are declared behind all other fields.
struct FieldDecl {
  std::string name;
  int levels = 1;                       // time levels kept: t, t-1, ...
  bool isConstant = false;              // never updated
  bool isLocal = false;                 // nothing of it is kept between steps
  std::array<bool, kMaxAxes> shorter{}; // the last cell along such an axis is not the field's own
  ScalarType storage = ScalarType::F64;
  std::array<std::array<Boundary, 2>, kMaxAxes> boundary{}; // [axis][Side]
  ExprId init;                       // invalid: zero, or from initFile. Level t starts with it
  std::string initFile;              // .npy path relative to the .stencil file, or empty
  std::vector<OlderInit> olderInits; // all levels that are not named here start as level t does
  int line = 0;

  /// How level t-`age` starts if not as level t does, else null.
  const OlderInit *olderInit(int age) const {
    for (const OlderInit &older : olderInits)
      if (older.age == age)
        return &older;
    return nullptr;
  }
  /// The file that level t-`age` starts from, or an empty text.
  const std::string &initFileOf(int age) const {
    const OlderInit *const older = olderInit(age);
    return older ? older->file : initFile;
  }

  const Boundary &at(int axis, Side side) const { return boundary[axis][static_cast<int>(side)]; }
};

/// A field over some of the axes, `rho(z)`: a constant with a value for each cell along these,
/// where it is `shorter` less the last. Beyond its faces it repeats cells: none is Fixed or Keep.
struct ProfileDecl {
  FieldDecl field; // boundaries along its axes; positions in its values are along them
  std::array<bool, kMaxAxes> along{};
};

/// One update `target[t+1] = value` over the whole grid. Stages run in order; each sees the t+1 of
/// the ones before it. Cells within `frozen` of a face keep the value they have at t (Keep
/// boundaries); there are none where the target is local, or the stage is repeated.
struct Stage {
  FieldId target;
  ExprId value; // type: storage of the target
  Reach frozen;
  int line = 0;
  std::string source; // the statement as written, on one line, for comments in emitted code
};

/// What an iteration finds of the one before: `previous`, a local field that no stage updates, is
/// `from` at `level` in the first one, and then what t+1 of `target` was at the end of the last.
struct Carry {
  FieldId previous;
  FieldId target; // updated by a stage that is repeated; alike in storage and boundary
  FieldId from;   // the target itself, or one of its values on the way
  int level;      // 0 or 1
};
/// The stages `first` to `last` run `count` times in turn, or fewer: until `until` holds at the end
/// of an iteration. What they update is what the last iteration makes of it.
struct Repeat {
  StageId first, last;
  std::int64_t count;
  std::vector<Carry> carries;
  ExprId until = {}; // Bool; invalid: all iterations run
};

// --- reductions ---------------------------------------------------------------------------------

/// How the values of all cells become one number, always in F64.
enum class ReductionKind : std::uint8_t {
  Max,
  Min,
  Sum,
  Norm, // the square root of the sum of the squares
};

/// One number from all cells: of a survey when that runs, else once all stages of a step have run
/// and before t+1 becomes t. Cells within `leftOut` of a face, which would read beyond a Keep face,
/// take no part.
///
/// The order is fixed by the extents alone (`reduceList` below); nothing depends on who does it:
///
/// A list is reduced in segments of kSegment values: in each, accumulator j of kAccumulators takes
/// the values j, j + kAccumulators, ... one after the other, and the accumulators are then joined
/// in a binary tree of neighbours: 0 with 1, 2 with 3, ..., then the pairs, and so on. A list of
/// one segment gives its value; of several, the list of their values is reduced the same way.
/// Every row is a list (of cells), then every plane (of its rows), then the grid (of its planes).
///
/// To take v: Max `v > a || v != v ? v : a` from -infinity, Min with `<` from infinity, Sum a + v
/// from 0, Norm fma(v, v, a) from 0. To join a and b: as taking b, for Norm a + b. At the end Norm
/// takes the square root, 0 is added, so that no zero is negative, and any NaN becomes the quiet
/// NaN without sign or payload. So Max and Min are NaN if any value is, and never depend on order.
struct Reduction {
  ReductionKind kind;
  ExprId value; // F64
  Reach leftOut;
  int line = 0;
  std::string source = ""; // as written, on one line
};
inline constexpr std::int64_t kSegment = 1024, kAccumulators = 128;

/// A pass over all cells within a step, which finds numbers of the whole grid that stages after it
/// need: once the stages before `before` have run, and before that one does. It sees their t+1.
struct Survey {
  StageId before;                    // the number of all stages: behind the last one
  std::optional<std::size_t> repeat; // runs in each iteration of this one, else outside of all
  std::vector<ReductionId> reductions;
  bool isFirst = false; // runs in the first step of a simulation alone, before all others
};

/// A number that a step leaves to the next one: `value`, once the step is over. `init` stands for
/// it in the first step, once the surveys have run that only that step has; it holds no Earlier,
/// and Reduced of those surveys alone, which nothing else does.
struct Kept {
  std::string name;
  ExprId value, init; // F64
  int line = 0;
};

/// `value`, computed after each step whose number is a multiple of `every`, steps counted from 1.
struct Report {
  std::string name;
  ExprId value; // F64
  std::int64_t every;
  int line = 0;
  std::string source = ""; // the value as written, on one line
};

/// The run ends after the first step, a multiple of `every`, with which the condition holds.
struct Rule {
  ExprId condition; // Bool
  std::int64_t every;
  int line = 0;
  std::string source = ""; // the condition as written, on one line
};

enum class Arithmetic : std::uint8_t { Canonical, Written };

struct Program {
  std::string name;
  std::string sourceName;        // file name without folders
  std::vector<std::string> axes; // 1 to 3 names
  Arithmetic arithmetic = Arithmetic::Canonical;
  ScalarType storage = ScalarType::F64, compute = ScalarType::F64; // the program's defaults
  std::map<std::string, double> spacing; // for pictures and later derivatives
  std::array<bool, kMaxAxes> wider{};    // one cell more than what users call the grid
  Store<ParamId, ParamDecl> params;
  Store<SeriesId, SeriesDecl> series;
  Store<ProfileId, ProfileDecl> profiles;
  Store<UniformId, Uniform> uniforms;
  Store<FieldId, FieldDecl> fields;
  Store<StageId, Stage> stages;
  std::vector<Repeat> repeats; // in order, apart from each other
  Store<ReductionId, Reduction> reductions;
  std::vector<Survey> surveys; // in the order in which they run
  Store<KeptId, Kept> kept;
  Store<PointsId, PointsDecl> points;
  std::vector<Report> reports; // both in source order
  std::vector<Rule> rules;
  Store<ExprId, Expr> exprs;
  std::map<ExprId, std::string> exprNames; // names of lets, for readable emitted code
  std::optional<Extents> sizeHint;
  std::optional<std::int64_t> stepsHint;

  int rank() const { return static_cast<int>(axes.size()); }
  int lastAxis() const { return rank() - 1; }
  const Expr &operator[](ExprId id) const { return exprs[id]; }
  bool hasChecks() const { return !reports.empty() || !rules.empty(); }
};

} // namespace stencilc::ir
