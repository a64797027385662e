/// \file The kernel tree: emitted functions as data, before they become text.
///
/// A schedule (way to run a program) makes a `Module`, one kernel tree. Passes (Passes.h) transform
/// the tree, the verifier checks it, and `emit/` prints it in a target language. Code that several
/// schedules need, such as that for a range of planes, is added by a pass, not by the schedules.
///
/// Nodes are variants with a fixed list of kinds, in flat pools with typed ids, as in ir/Program.h.
/// Expressions are simplified when they are added (`Module::make`): `x - 0` is `x`. Values of the
/// program stay expressions of the IR (`Computed`), so that their bits are those of the IR. Their
/// leaves are expressions of this tree, so that passes see which cells they read.
///
/// The tree has only the nodes that stencil kernels need.
#pragma once

#include "ir/Program.h"
#include "kernel/Types.h"
#include "kernel/build/HostValue.h"
#include "support/Geometry.h"
#include "support/Match.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stencilc::kernel {

// --- expressions --------------------------------------------------------------------------------

enum class Primitive : std::uint8_t {
#define PRIMITIVE(ID, ...) ID,
#include "kernel/Primitives.def"
#undef PRIMITIVE
};
/// Capability of a device that a primitive (a function of the runtime for kernels) requires.
enum class Needs : std::uint8_t { Nothing, AsyncCopies, TensorLoads, DoubleProducts };

struct PrimitiveInfo {
  const char *spelling;
  int reads, writes;
  bool isBarrier, waits;
  Needs needs;
};
const PrimitiveInfo &info(Primitive primitive);

/// Named constants of the runtime that kernels use.
enum class Known : std::uint8_t {
#define KNOWN(ID, ...) ID,
#include "kernel/Known.def"
#undef KNOWN
};

enum class Op : std::uint8_t {
  Or,
  And,
  Equal,
  NotEqual,
  Less,
  GreaterEqual,
  Add, // this and all following ones take integers
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,
};
enum class Builtin : std::uint8_t { BlockIndex, BlockSize, ThreadIndex, GridSize };

struct Integer {
  std::int64_t value;
  bool isTruth = false;    // `true` or `false`
  bool isUnsigned = false; // used as a bit mask
};
struct Variable {
  VarId var;
};
/// A CUDA index or size along an axis: that of the block, the thread, or the grid of blocks.
struct Thread {
  Builtin what;
  int axis;
};
/// Number of cells of the whole grid along an axis. It does not depend on the range of a launch.
struct Extent {
  ExprId grid;
  int axis;
};
/// Begin, end (exclusive) or length of the range of cells that a launch updates along an axis. The
/// range is the whole axis unless a pass restricts it.
struct Bound {
  enum Which : std::uint8_t { Begin, End, Count } which;
  ExprId grid;
  int axis;
};
/// Condition that coordinate `at` is less than `width` cells from a face of the grid, or beyond it.
/// With `isInside` the condition is negated. Width 0 means beyond the face.
struct Face {
  ExprId grid, at;
  int axis;
  Side side;
  int width;
  bool isInside;
};
struct Not {
  ExprId operand;
};
/// Bitwise complement of an integer.
struct Complement {
  ExprId operand;
};
struct Binary {
  Op op;
  ExprId lhs, rhs;
};
struct Select {
  ExprId condition, then, otherwise;
};
struct Element {
  ExprId base, index;
};
/// A cell of a view (pointer and strides of a field), by its coordinates.
struct Cell {
  ExprId view;
  std::vector<ExprId> at;
};
struct Address {
  ExprId of;
};
/// Object to which a pointer points, `*p`.
struct Target {
  ExprId of;
};
/// A value that host code uses outside of a launch, such as the grid of the current time step.
struct HostArgument {
  HostValue host;
  Type type;
};
/// A uniform: a scalar that the host computes for a run or a time step, a member of struct `of`.
struct UniformValue {
  ExprId of;
  ir::UniformId uniform;
};
/// The table of the cells and weights of a source's points. It is a member of `of`, the struct of
/// scalars that a kernel gets.
struct PointsTable {
  ExprId of;
  ir::PointsId points;
};
/// The table to which a kernel writes values of a field for receivers. It is a member of `of`, the
/// struct of scalars that a kernel gets.
struct RecordsOf {
  ExprId of;
  ir::FieldId field;
};
/// The view (pointer and strides) of a profile, a field over some of the axes. It is a member of
/// `of`, the struct of scalars that a kernel gets.
struct ProfileView {
  ExprId of;
  ir::ProfileId profile;
};
/// A member of an object, or a call of a member function.
struct Member {
  ExprId of;
  std::string name;
  bool isCall = false;
  std::vector<ExprId> arguments = {}, sizes = {}; // `sizes`: template arguments
};
struct Self {}; // the object of a member function
/// A member of a struct that the emitted code itself declares.
struct MemberOf {
  ExprId of;
  VarId member;
};
/// A static constant of a class, or a call of a static member function of a class.
struct TypeMember {
  Type of;
  std::string name;
  bool isCall = false;
  std::vector<ExprId> arguments = {};
};
struct SizeOf {
  Type type;
};
struct KnownValue {
  Known what;
};
/// A call of a function of the runtime or of this module, or of a lambda stored in a variable.
struct Call {
  std::variant<Primitive, FunctionId, VarId> what;
  std::vector<ExprId> sizes, arguments; // template arguments; function arguments
  ExprId of = {}; // the object of a member function; invalid: that of the caller
};
/// A value of the program, as an expression of the IR. `leaves` maps its leaves (reads, parameters,
/// constants) to expressions of this tree. Constants may be missing. `leaves` may also map
/// operations that were computed before.
struct Computed {
  ir::ExprId value;
  std::map<ir::ExprId, ExprId> leaves;
  /// Number of the cell for which the value is computed. Values with the same number share
  /// temporaries. Values with different numbers share none, because they read different cells.
  int number = 0;
  /// Emitted variable that notes whether an operand was special, such as a zero, for one check
  /// after a loop. If the id is invalid, each quotient and root of the value tests its own
  /// operands.
  ExprId rare = {};
};
/// A value converted to another type.
struct Converted {
  Type type;
  ExprId of;
};
/// Braced initialiser list of a struct, such as `{1}`, or `{.x = 1}` if its parts have names. The
/// names are `members`, or `vars` for a struct that this module declares. With type Void, no type
/// is written before the brace.
struct InitList {
  std::vector<ExprId> parts = {};
  std::vector<NameHint> members = {};
  Type type = {Type::Void};
  std::vector<VarId> vars = {};
};
/// A type, as an argument of a template or operand of `sizeof`.
struct TypeName {
  Type type;
};
/// A lambda that captures all variables around it by reference. `constants` are its template
/// parameters.
struct Closure {
  std::vector<VarId> params;
  Body body;
  std::vector<VarId> constants = {};
};
using Expr = std::variant<Integer, Variable, Thread, Extent, Bound, Face, Not, Binary, Select,
                          Element, Cell, Address, UniformValue, ProfileView, PointsTable, RecordsOf,
                          Member, Call, Computed, InitList, TypeName, Target, HostArgument, Closure,
                          Complement, Self, MemberOf, TypeMember, SizeOf, KnownValue, Converted>;

// --- statements ---------------------------------------------------------------------------------

/// Declaration of variables of one type with their values. The value is invalid for a variable that
/// is assigned later.
struct Declare {
  std::vector<std::pair<VarId, ExprId>> vars;
};
enum class AssignOp : std::uint8_t { Set, Add, Subtract, Or, And };
struct Assign {
  ExprId to, from;
  AssignOp how = AssignOp::Set;
};
enum class Repeat : std::uint8_t {
  Plain,
  Unrolled, // all iterations, fully unrolled
  Rolled,   // unrolled at most `atOnce` times; the statement's note gives the reason
  Simd,     // iterations are independent, one for each lane of a vector
};
/// Loop of the variable `var` from `begin` to `end` (exclusive). An invalid `step` means 1.
struct For {
  VarId var;
  ExprId begin, end;
  Repeat repeat;
  Body body;
  ExprId step = {};
  int atOnce = 1; // for Repeat::Rolled
};
struct While {
  ExprId condition;
  Repeat repeat;
  Body body;
};
struct If {
  ExprId condition;
  Body then, otherwise;
  bool isCompileTime = false;
};
/// Body for one value of a switch; it may end with a return. `note` becomes a comment on the value.
struct Case {
  std::int64_t value;
  Body body;
  std::string note = "";
};
struct Switch {
  ExprId on;
  std::vector<Case> cases;
};
struct Do {
  ExprId call;
};
struct Return {
  ExprId value; // invalid: no value
};
struct Continue {}; // next iteration
struct Break {};    // leaves the innermost loop
/// A comment on the statements after it. Long text is broken into lines.
struct Note {
  std::string text;
};
/// Template arguments of a kernel, used if the condition `when` holds. An invalid `when` always
/// holds.
struct Version {
  ExprId when;
  std::vector<ExprId> constants;
};
/// A kernel launch on the host. Parameters of the kernel with a HostValue (value that the host has,
/// such as the grid) get it. The remaining parameters get `arguments` in order. `versions` are
/// instances of a kernel template, and the first one whose condition holds is launched. With
/// `kinds` (such as sum) the launch is a reduction: the runtime chooses its block size and memory.
struct Launch {
  FunctionId kernel;
  std::vector<ExprId> threads = {}, blocks = {}; // of a block, and of the launch, along each axis
  ExprId sharedBytes;
  std::vector<ExprId> arguments = {};
  std::vector<Version> versions = {};
  std::string title = "";   // name in messages; empty: the kernel's name
  bool waits = false;       // its threads wait for each other (LaunchShape::barriers)
  bool isDependent = false; // programmatic dependent launch (LaunchShape::isDependent)
  bool inPairs = false, isCooperative = false; // as the members of LaunchShape
  std::vector<ExprId> kinds = {};
};
/// A call of a host function of this module. A parameter with a HostValue (such as the grid or the
/// time step) gets that value from the host.
struct HostCall {
  FunctionId function;
};
/// The launches or calls for one kernel of a time step, in a block scope `{ }`.
struct KernelScope {
  std::size_t kernel;
  Body body;
};
using StmtNode = std::variant<Declare, Assign, For, While, If, Switch, Do, Return, Continue, Break,
                              Note, Launch, HostCall, KernelScope>;
struct Stmt {
  StmtNode node;
  std::string note = ""; // comment at the end of its line
};

// --- functions ----------------------------------------------------------------------------------

struct Param {
  VarId var;
  HostValue host = {};
};

/// Kind of a function: it says on which side (device or host) the function runs, and who calls it.
enum class Kind : std::uint8_t {
  Kernel, // launched by the host, run by many threads
  Helper, // called by other functions on the same side
  Host,   // called by the runtime
};
/// Use of a function: in a time step, or in an evaluation of reports and of rules (stopping
/// conditions).
enum class Task : std::uint8_t { Step, Check };
/// Launch bounds of a kernel: threads of a block, as a number or a named constant of the runtime.
/// Also the least number of blocks that must fit on a multiprocessor at the same time, or 0 for no
/// demand.
struct LaunchBounds {
  int threads = 0, resident = 0;
  std::optional<Known> named = {};
};
struct Function {
  Kind kind;
  NameHint hint;
  std::string doc; // `{}` is replaced by the next of `docNames`
  std::vector<NameHint> docNames = {};
  std::vector<VarId> constants = {}; // template parameters
  Type result = {Type::Void};
  std::vector<Param> params = {};
  Body body = {};
  LaunchBounds bounds = {};
  bool isInline = false;
  bool isAlwaysInline = false; // reference arguments must stay in registers
  Task task = Task::Step;
  TypeId memberOf = {}; // struct of a member function; invalid: a free function
};

/// Functions, types and constants of an emitted program, for one target.
struct Module {
  const ir::Program *program = nullptr;
  Store<VarId, Var> vars = {};
  Store<ExprId, Expr> exprs = {};
  Store<StmtId, Stmt> stmts = {};
  Store<FunctionId, Function> functions = {};
  Store<TypeId, TypeNode> types = {}; // in the order of the text
  Body constants = {};                // declarations that all functions see
  std::vector<FunctionId> order = {}; // order of functions in the text, without unused ones
  int paddedAxis =
      -1; // periodic axis along which the grid has copies beyond the domain (Grid::pad)

  /// Simplifies an expression of the kernel tree, adds it to the module and returns its id.
  ExprId make(Expr expr);
  ExprId integer(std::int64_t value) { return exprs.add(Integer{value}); }
  ExprId use(VarId var) { return exprs.add(Variable{var}); }
  std::optional<std::int64_t> valueOf(ExprId expr) const;
  bool same(ExprId lhs, ExprId rhs) const;
};

} // namespace stencilc::kernel
