/// \file The kernel tree: emitted functions as data, before they are text.
///
/// A schedule's `lower` makes a `Module`; passes (Passes.h) change it, the verifier checks it, the
/// printer of `emit/` spells it in a dialect. What crosses schedules (a range of planes, faces that
/// are another device's) is a pass over this tree, never a flag in a schedule.
/// The recipe is that of ir/Program.h: closed variants, typed ids into flat pools, nothing cached
/// in nodes. Expressions fold when they are made (`Module::make`): `x - 0` is `x`. Values of the
/// program stay expressions of the IR (`Computed`), so that their bits are the IR's; their leaves
/// are expressions of this tree, so that passes see what they read.
/// It is no language for people and no syntax tree of C++: it has what kernels of stencils need.
#pragma once

#include "ir/Program.h"
#include "kernel/HostValue.h"
#include "kernel/Types.h"
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
/// What a device must be able to do for a primitive.
enum class Needs : std::uint8_t { Nothing, AsyncCopies, TensorLoads, DoubleProducts };

struct PrimitiveInfo {
  const char *spelling;
  int reads, writes;
  bool isBarrier, waits;
  Needs needs;
};
const PrimitiveInfo &info(Primitive primitive);

/// Values of the runtime that kernels name.
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
  Add, // from here on: of integers
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
  bool isUnsigned = false; // one bit for each of several things
};
struct Variable {
  VarId var;
};
/// Where a thread stands among those launched.
struct Thread {
  Builtin what;
  int axis;
};
/// Cells of the grid along an axis. Never where a launch begins or ends: that is Bound.
struct Extent {
  ExprId grid;
  int axis;
};
/// The cells that a launch updates, [begin, end) along an axis: all, until a pass says otherwise.
struct Bound {
  enum Which : std::uint8_t { Begin, End, Count } which;
  ExprId grid;
  int axis;
};
/// Whether a coordinate is less than `width` cells from a face of the grid or beyond it; with
/// `isInside` whether it is not. Of width 0: whether it is beyond.
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
/// The bits that `operand` has not.
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
/// A cell of a view.
struct Cell {
  ExprId view;
  std::vector<ExprId> at;
};
struct Address {
  ExprId of;
};
/// What a pointer points to.
struct Target {
  ExprId of;
};
/// What the host has of a step, outside the arguments of a launch.
struct Given {
  HostValue host;
  Type type;
};
/// A scalar computed once per run, in the struct that holds them.
struct UniformValue {
  ExprId of;
  ir::UniformId uniform;
};
/// The table of the points of a source, in the same struct.
struct PointsTable {
  ExprId of;
  ir::PointsId points;
};
/// Where what receivers read of a field is recorded, in the same struct.
struct RecordsOf {
  ExprId of;
  ir::FieldId field;
};
/// The view of a profile, in the same struct.
struct ProfileView {
  ExprId of;
  ir::ProfileId profile;
};
/// A member of something, or a call of one.
struct Member {
  ExprId of;
  std::string name;
  bool isCall = false;
  std::vector<ExprId> arguments = {}, sizes = {}; // sizes: arguments of its template
};
struct Self {}; // what a function of a struct is called for
/// A member of a struct of this module.
struct MemberOf {
  ExprId of;
  VarId member;
};
/// What belongs to a type and not to a variable of it; a call, or a constant.
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
/// A call of the runtime, of a function of this module, or of a closure.
struct Call {
  std::variant<Primitive, FunctionId, VarId> what;
  std::vector<ExprId> sizes, arguments; // arguments of the template, and of the function
  ExprId of = {}; // for what a function of a struct is called; invalid: what its caller is for
};
/// A value of the program. `leaves` says what its leaves are here: all but constants, of which some
/// may have a place; and where operations are that have been done before.
struct Computed {
  ir::ExprId value;
  std::map<ir::ExprId, ExprId> leaves;
  /// Values with one number share what they have in common; with others, leaves lie elsewhere.
  int number = 0;
  /// What is told of rare arguments, which are computed again elsewhere; invalid: they are computed
  /// here (kernel::rareByRow).
  ExprId rare = {};
};
/// A value in another type.
struct Converted {
  Type type;
  ExprId of;
};
/// Parts of a struct; of no type where it is known from the place. They are named by `members` or,
/// where it is one of this module, by `vars`, or not.
struct Braced {
  std::vector<ExprId> parts = {};
  std::vector<Wish> members = {};
  Type type = {Type::Void};
  std::vector<VarId> vars = {};
};
/// A type, among the arguments of a template or as that of `sizeof`.
struct TypeName {
  Type type;
};
/// A function that sees all variables around it. `constants` are parameters of its template.
struct Closure {
  std::vector<VarId> params;
  Body body;
  std::vector<VarId> constants = {};
};
using Expr = std::variant<Integer, Variable, Thread, Extent, Bound, Face, Not, Binary, Select,
                          Element, Cell, Address, UniformValue, ProfileView, PointsTable, RecordsOf,
                          Member, Call, Computed, Braced, TypeName, Target, Given, Closure,
                          Complement, Self, MemberOf, TypeMember, SizeOf, KnownValue, Converted>;

// --- statements ---------------------------------------------------------------------------------

/// Variables of one type in one line. A value is invalid for a variable that is set later.
struct Declare {
  std::vector<std::pair<VarId, ExprId>> vars;
};
enum class How : std::uint8_t { Set, Add, Subtract, Or, And };
struct Assign {
  ExprId to, from;
  How how = How::Set;
};
enum class Repeat : std::uint8_t {
  Plain,
  Unrolled, // all iterations, one after the other
  Rolled,   // never more than `atOnce` at once; the statement's note says why
  Simd,     // iterations are independent and side by side in the lanes of a vector
};
/// `var` from `begin` to before `end`, by `step` (invalid: 1).
struct For {
  VarId var;
  ExprId begin, end;
  Repeat repeat;
  Body body;
  ExprId step = {};
  int atOnce = 1; // of Rolled
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
/// What is done for one value of a number, up to a return; the note says what the value is.
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
  ExprId value; // invalid: none
};
struct Continue {}; // on to the next iteration
struct Break {};    // out of the innermost loop
/// A comment on what follows; long ones are broken into lines.
struct Note {
  std::string text;
};
/// What a kernel's constants are, if `when` holds or is invalid.
struct Version {
  ExprId when;
  std::vector<ExprId> constants;
};
/// A kernel on the device, called from the host. Its arguments are what its parameters say, and
/// `arguments` for those that say nothing; of its versions it is the first whose condition holds.
/// The runtime knows the threads of a kernel that reduces to `kinds`, and where results go.
struct Launch {
  FunctionId kernel;
  std::vector<ExprId> threads = {}, blocks = {}; // of a block, and of the grid, along each axis
  ExprId sharedBytes;
  std::vector<ExprId> arguments = {};
  std::vector<Version> versions = {};
  std::string title = "";  // in messages; empty: the kernel's name
  bool waits = false;      // its threads wait for each other
  bool besideLast = false; // it may begin before the launch before it has ended
  bool inPairs = false;    // no other kernel runs on a pair of multiprocessors beside it
  std::vector<ExprId> kinds = {};
};
/// A call of a function of this module from the host, with the arguments that its parameters say.
struct Perform {
  FunctionId function;
};
/// The launches or calls of one kernel, in a scope of their own.
struct OfKernel {
  std::size_t kernel;
  Body body;
};
using StmtNode = std::variant<Declare, Assign, For, While, If, Switch, Do, Return, Continue, Break,
                              Note, Launch, Perform, OfKernel>;
struct Stmt {
  StmtNode node;
  std::string note = ""; // behind it, in its line
};

// --- functions ----------------------------------------------------------------------------------

struct Param {
  VarId var;
  HostValue host = {};
};

/// Where a function runs, and who calls it.
enum class Kind : std::uint8_t {
  Kernel, // one of many threads, launched by the host
  Helper, // called by others of the same place
  Host,   // called by the runtime
};
/// What the runtime calls for, in which a function takes part.
enum class Task : std::uint8_t { Step, Check };
/// Threads of a block, by number or by the name that the runtime has for it, and blocks that shall
/// fit on a multiprocessor (0: no demand).
struct LaunchBounds {
  int threads = 0, resident = 0;
  std::optional<Known> named = {};
};
struct Function {
  Kind kind;
  Wish wish;
  std::string doc; // `{}` stands for the next of `docNames`
  std::vector<Wish> docNames = {};
  std::vector<VarId> constants = {}; // known when it is compiled: parameters of the template
  Type result = {Type::Void};
  std::vector<Param> params = {};
  Body body = {};
  LaunchBounds bounds = {};
  bool isInline = false;
  bool isAlwaysInline = false; // what it gets by reference must stay in registers
  Task task = Task::Step;
  TypeId memberOf = {}; // the struct whose function it is
};

struct Module {
  const ir::Program *program = nullptr;
  Store<VarId, Var> vars = {};
  Store<ExprId, Expr> exprs = {};
  Store<StmtId, Stmt> stmts = {};
  Store<FunctionId, Function> functions = {};
  Store<TypeId, TypeNode> types = {}; // in the order of the text
  Body constants = {};                // declarations that all functions see
  std::vector<FunctionId> order = {}; // of the text; functions that nobody needs are not in it

  /// The expression, folded.
  ExprId make(Expr expr);
  ExprId integer(std::int64_t value) { return exprs.add(Integer{value}); }
  ExprId use(VarId var) { return exprs.add(Variable{var}); }
  std::optional<std::int64_t> valueOf(ExprId expr) const;
  bool same(ExprId lhs, ExprId rhs) const;
};

} // namespace stencilc::kernel
