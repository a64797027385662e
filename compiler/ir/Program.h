/// \file The stencil IR. It defines the arithmetic, down to the last bit.
///
/// A `Program` defines one time step. Every operation, its order, every rounding (`Convert`) and
/// every fused multiply-add (`Fma`) is a node, and back ends emit exactly these nodes. Expressions
/// form a DAG in one pool: an id that is used twice is computed once.
///
/// A read outside of the grid gives the value that the field's boundary defines (`Boundary`). Axes
/// are resolved in the order of their declaration. On each axis whose coordinate is outside,
/// `Periodic`, `Mirror*` and `Copy` replace the coordinate, and resolution continues with the next
/// axis. `Fixed` ends it: the read gives the value of the boundary.
///
/// Positions in a `Fixed` value are the coordinates at this point of the resolution. Earlier axes
/// are mapped, the axis itself is outside of the grid, and later axes are as in the read. Scalars
/// that change in time (`Uniform::isOfStep`) follow the level that is read: at t they are of the
/// current step, at t+1 of the next one.
#pragma once

#include "ir/Expressions.h"
#include "ir/Saves.h"
#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

// --- declarations -------------------------------------------------------------------------------

struct ParamDecl {
  std::string name;
  double value;                                   // default value
  std::optional<std::pair<double, double>> range; // closed interval
  int line = 0;
};

/// Time series: numbers that a run reads from a file before its first step.
struct SeriesDecl {
  std::string name;
  std::string file; // .npy path relative to the .stencil file
  int line = 0;
  bool isOfPoints = false; // two axes, steps x points: read by PointWeight, not by SeriesValue
};

/// Uniform: a scalar that the host computes from `value` before the run, before each time step if
/// `isOfStep`, and again after each reduction within a time step whose result it contains.
struct Uniform {
  std::string name; // unique; the parameter's name if the value is just this parameter
  ExprId value;
  ScalarType type;
  bool isOfStep = false; // `value` has StepNumber, SeriesValue, Reduced or PreviousValue
};

/// Kind of boundary: how a read beyond a face gets its value.
enum class BoundaryKind : std::uint8_t {
  None,       // not given: no read may cross this face
  Keep,       // cells whose update would read beyond this face are not updated
  Fixed,      // reads give `value`
  Periodic,   // on both faces of an axis; u[-k] = u[n-k]
  MirrorCell, // mirror plane at the face: u[-1-k] = u[k]
  MirrorNode, // mirror plane at the first cell: u[-k] = u[k]
  Copy,       // u[-k] = u[0]
};
struct Boundary {
  BoundaryKind kind = BoundaryKind::None;
  ExprId value; // valid for Fixed only
};

/// Initial value of a field at time level t-`age`, if it differs from that at level t.
struct OlderInit {
  int age = 1;
  ExprId value;     // invalid: zero, or from `file`
  std::string file; // .npy path, as FieldDecl::initFile
};

/// A field. A local field exists only within a time step: an intermediate value such as u[t+1/3],
/// or a helper. It has only level t+1 and no initial value. Local fields have the highest ids.
struct FieldDecl {
  std::string name;
  int levels = 1;                       // number of time levels kept: t, t-1, ...
  bool isConstant = false;              // never updated
  bool isLocal = false;                 // exists only within a step
  std::array<bool, kMaxAxes> shorter{}; // axes along which the field lacks the grid's last cell
  std::array<int, kMaxAxes> halves{};   // offset of its cells, in half cells
  ScalarType storage = ScalarType::F64;
  std::array<std::array<Boundary, 2>, kMaxAxes> boundary{}; // indexed by [axis][Side]
  ExprId init;                       // initial value of level t; invalid: zero, or from initFile
  std::string initFile;              // .npy path relative to the .stencil file, or empty
  std::vector<OlderInit> olderInits; // levels not listed here start as level t does
  int line = 0;

  /// Returns the initial value of time level t-`age`, or null if level t has the same.
  const OlderInit *olderInit(int age) const {
    for (const OlderInit &older : olderInits)
      if (older.age == age)
        return &older;
    return nullptr;
  }
  /// Returns the file from which time level t-`age` starts, or "" if there is none.
  const std::string &initFileOf(int age) const {
    const OlderInit *const older = olderInit(age);
    return older ? older->file : initFile;
  }

  const Boundary &at(int axis, Side side) const { return boundary[axis][static_cast<int>(side)]; }
};

/// Profile: a constant field over some of the axes, such as `rho(z)`. It has a value for each cell
/// along these axes, except the last along `shorter` axes. It has no boundary Fixed or Keep.
struct ProfileDecl {
  FieldDecl field; // has boundaries only along its axes; positions in its values are along these
  std::array<bool, kMaxAxes> along{};
};

/// Stage: one update `target[t+1] = value` over the whole grid. Stages run in order and can read
/// t+1 of fields that earlier stages update. Cells within `frozen` of a face keep their value at t.
/// `frozen` is 0 for local fields and repeated stages.
struct Stage {
  FieldId target;
  ExprId value; // its type is the storage type of the target
  Reach frozen;
  int line = 0;
  std::string source; // the statement as written, on one line, for comments in emitted code
};

/// A value carried from one iteration of a `repeat` loop to the next, in `previous`: a local field
/// (only within a step) that no stage updates. In the first iteration `previous` is a copy of
/// `from` at `level`. Later it is the value that `target` had at t+1 after the preceding iteration.
struct Carry {
  FieldId previous;
  FieldId target; // updated by a repeated stage; same storage type and boundary as `previous`
  FieldId from;   // the target itself, or an intermediate value of it
  int level;      // 0 (t) or 1 (t+1)
};
/// Loop over the stages `first` to `last` (inclusive) within each time step. It runs `count`
/// iterations, or fewer if `until` holds after one. Fields keep the values of the last iteration.
struct Repeat {
  StageId first, last;
  std::int64_t count;
  std::vector<Carry> carries;
  ExprId until = {}; // Bool; invalid: all iterations run
};

// --- reductions ---------------------------------------------------------------------------------

/// Operation of a reduction over cells. Reductions are computed in F64.
enum class ReductionKind : std::uint8_t {
  Max,
  Min,
  Sum,
  Norm, // the square root of the sum of the squares
};

/// A reduction of one value a cell to one number, F64. An in-step reduction runs within the time
/// step, before the stages that need it. Any other runs after all stages, before t+1 becomes t.
/// Cells within `leftOut` of a face are excluded: they have no value, or would read beyond a face
/// with the boundary Keep (without values there).
///
/// The order of operations depends only on the extents, never on the hardware:
///
/// A list is reduced in segments of kSegment values. In each segment, accumulator j of
/// kAccumulators takes the values j, j + kAccumulators, ... one after the other. A binary tree
/// joins neighbouring accumulators: 0 with 1, 2 with 3, ..., then the pairs, and so on. A single
/// segment gives the result of the list. Otherwise the segment results are reduced as a list. Every
/// row is a list (of cells), then every plane (of its rows), then the grid (of its planes).
///
/// Adding v to accumulator a: Max `v > a || v != v ? v : a` from -infinity, Min with `<` from
/// infinity, Sum a + v from 0, Norm fma(v, v, a) from 0. Joining a and b: as adding b to a, for
/// Norm a + b. At the end Norm takes the square root, 0 is added so that no zero is negative, and
/// any NaN becomes the quiet NaN without sign or payload. Max and Min are NaN if any value is NaN,
/// and do not depend on the order.
struct Reduction {
  ReductionKind kind;
  ExprId value; // F64
  Reach leftOut;
  int line = 0;
  std::string source = ""; // the reduction as written, on one line
};
inline constexpr std::int64_t kSegment = 1024, kAccumulators = 128;

/// Reductions over the grid within a time step, whose results later stages need. The reductions run
/// before stage `before` and can read t+1 of fields that earlier stages update.
struct GlobalReduction {
  StageId before;                    // the number of stages: after the last one
  std::optional<std::size_t> repeat; // runs in each iteration of this repeat; nullopt: once a step
  std::vector<ReductionId> reductions;
  bool isFirst = false; // runs only in the first step of a simulation, before all others
};

/// Scalar carried from one time step to the next. Each step ends by setting it to `value`. It
/// begins the first step as `init`, evaluated after the reductions that run only then
/// (GlobalReduction::isFirst). Only `init` may use their results, and it may use no PreviousValue.
struct CarriedScalar {
  std::string name;
  ExprId value, init; // F64
  int line = 0;
};

/// Value reported after each time step whose number, from 1, is a multiple of `every`.
struct Report {
  std::string name;
  ExprId value; // F64
  std::int64_t every;
  int line = 0;
  std::string source = ""; // the value as written, on one line
};

/// Rule that stops a run: it ends after the first time step for which `condition` holds. Only steps
/// whose number, from 1, is a multiple of `every` are tested.
struct Rule {
  ExprId condition; // Bool
  std::int64_t every;
  int line = 0;
  std::string source = ""; // the condition as written, on one line
};

/// Order of operations: chosen by the compiler, or as written in the source.
enum class Arithmetic : std::uint8_t { Canonical, Written };

/// A complete program: declarations, the stages of one time step, and the pool of expressions.
struct Program {
  std::string name;
  std::string sourceName;        // file name without folders
  std::vector<std::string> axes; // 1 to 3 names
  Arithmetic arithmetic = Arithmetic::Canonical;
  ScalarType storage = ScalarType::F64, compute = ScalarType::F64; // default types of the program
  std::map<std::string, double> spacing; // distances between cells by name, such as h or dx
  std::array<bool, kMaxAxes> wider{};    // axes with one cell more than the size that users give
  Store<ParamId, ParamDecl> params;
  Store<SeriesId, SeriesDecl> series;
  Store<ProfileId, ProfileDecl> profiles;
  Store<UniformId, Uniform> uniforms;
  Store<FieldId, FieldDecl> fields;
  Store<StageId, Stage> stages;
  std::vector<Repeat> repeats; // in order, without overlap
  Store<ReductionId, Reduction> reductions;
  std::vector<GlobalReduction> globalReductions; // in the order in which they run
  Store<CarriedScalarId, CarriedScalar> kept;
  Store<PointsId, PointsDecl> points;
  std::vector<Report> reports; // in source order
  std::vector<Rule> rules;
  std::vector<SaveDecl> saves; // in source order
  ExprId timestep; // F64, physical time of one step, for result files; invalid if unknown
  Store<ExprId, Expr> exprs;
  std::map<ExprId, std::string> exprNames; // names of `let`s, for readable emitted code
  std::optional<Extents> sizeHint;
  std::optional<std::int64_t> stepsHint;

  int rank() const { return static_cast<int>(axes.size()); }
  int lastAxis() const { return rank() - 1; }
  const Expr &operator[](ExprId id) const { return exprs[id]; }
  bool hasChecks() const { return !reports.empty() || !rules.empty(); }
};

} // namespace stencilc::ir
