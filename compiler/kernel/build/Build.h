/// \file Builders for the kernel tree (emitted functions as data). C++ operators build expressions,
/// and lambdas build bodies, in the order of the emitted text.
#pragma once

#include "kernel/Kernel.h"
#include <functional>
#include <initializer_list>

namespace stencilc::kernel {

/// An expression of the kernel tree under construction, or a plain number. A number becomes an
/// expression of the tree when it is combined with a term of a module.
class Term {
public:
  Term(int number) : number(number) {}
  Term(Module &module, ExprId expr) : module(&module), expr(expr) {}

  /// Returns the id of the expression. A plain number is first added as an expression to the module
  /// (kernel tree) `home`.
  ExprId in(Module &home) const { return module ? expr : home.integer(number); }
  Module *home() const { return module; }
  std::int64_t value() const { return number; }

  Term operator[](const Term &index) const;
  /// Returns the cell at the coordinates `at` of this view (pointer and strides of a field).
  Term cell(const std::vector<Term> &at) const;
  Term address() const;
  /// Returns the object to which this pointer points, `*p`.
  Term target() const;
  Term dot(const std::string &member) const;
  /// Returns the member `member` of this object, whose struct is declared in the module.
  Term dot(VarId member) const;
  Term invoke(const std::string &member, const std::vector<Term> &arguments = {},
              const std::vector<Term> &sizes = {}) const;
  Term uniform(ir::UniformId uniform) const;
  Term profile(ir::ProfileId profile) const;
  Term points(ir::PointsId points) const;
  Term records(ir::FieldId field) const;

private:
  Module *module = nullptr;
  ExprId expr;
  std::int64_t number = 0;
};

Term operator+(const Term &lhs, const Term &rhs);
Term operator-(const Term &lhs, const Term &rhs);
Term operator*(const Term &lhs, const Term &rhs);
Term operator%(const Term &lhs, const Term &rhs);
Term operator<(const Term &lhs, const Term &rhs);
Term operator>=(const Term &lhs, const Term &rhs);
Term operator||(const Term &lhs, const Term &rhs);
Term operator&&(const Term &lhs, const Term &rhs);
Term operator==(const Term &lhs, const Term &rhs);
Term operator!=(const Term &lhs, const Term &rhs);
Term operator/(const Term &lhs, const Term &rhs);
Term operator<<(const Term &lhs, const Term &rhs);
Term operator>>(const Term &lhs, const Term &rhs);
Term operator&(const Term &lhs, const Term &rhs);
Term operator|(const Term &lhs, const Term &rhs);
Term operator^(const Term &lhs, const Term &rhs);
Term operator!(const Term &operand);
Term operator~(const Term &operand);
Term select(const Term &condition, const Term &then, const Term &otherwise);

/// Arguments of a kernel launch: block and grid size along each axis, shared memory in bytes, and
/// kernel arguments.
struct LaunchTerms {
  std::vector<Term> threads, blocks;
  Term sharedBytes = 0;
  std::vector<Term> arguments = {};
  /// Template arguments of the kernel, for several cases. The launch uses the template arguments of
  /// the first condition that is true. The condition of the last case is ignored.
  std::vector<std::pair<Term, std::vector<Term>>> versions = {};
  std::string title = "";
  bool waits = false, isDependent = false, inPairs = false, isCooperative = false;
};

/// Builder of one function of the kernel tree. Its destructor completes the function in the module.
class Builder {
public:
  Builder(Module &module, Kind kind, NameHint hint, std::string doc);
  Builder(const Builder &) = delete;
  ~Builder();

  Module &module;
  FunctionId id;
  Function &function() { return module.functions[id]; }

  /// Builds a function that the emitted text defines before this one. `write` adds its body.
  FunctionId nested(Kind kind, NameHint hint, std::string doc, const std::function<void()> &write);
  /// Sets the grid whose sizes and faces expressions use, in a function without a grid parameter.
  void gridIs(const Term &term) { grid = term.in(module); }

  // Variables
  /// Adds a parameter and returns it. Host code passes the value `host` for it.
  Term param(NameHint hint, Type type, HostValue host = {}, bool isReference = false);
  /// Adds a reference parameter, constant if `isConst`. `extents` has the sizes of an array.
  Term reference(NameHint hint, Type type, const std::vector<Term> &extents = {},
                 bool isConst = false);
  /// Adds a kernel parameter that lies in constant memory. Each launch must pass its argument.
  Term constantParam(NameHint hint, Type type);
  /// Adds the parameter `s` of a host function: the current time step.
  Term stepParam(bool isConst) { return hostParam("s", {Type::Step}, isConst); }
  /// Adds the parameter `check` of a host function: the current evaluation of reports.
  Term checkParam() { return hostParam("check", {Type::Check}, false); }
  /// Adds a parameter of type Grid. Later expressions of the function take extents from it.
  Term gridParam(bool isReference = false);
  /// Declares a constant variable with a value. `note` becomes a comment after it.
  Term define(NameHint hint, Type type, const Term &value, std::string note = "");
  Term variable(NameHint hint, Type type, const Term &value);
  Term constant(NameHint hint, const Term &value, std::string note = "");
  Term constant(NameHint hint, std::int64_t value, std::string note = "");
  /// Declares a variable without a value. Later statements assign it or its members.
  Term place(NameHint hint, Type type);
  Term array(NameHint hint, Type type, const std::vector<Term> &extents, std::string note = "");
  /// Declares a reference to the struct in the shared memory of the block.
  Term sharedMemory(NameHint hint, Type type);
  /// Declares a reference to the object `place`, which gives a long expression a short name.
  Term alias(NameHint hint, Type type, const Term &place, const std::vector<Term> &extents = {},
             bool isConst = false);
  /// Adds one statement that declares variables which are already in the module (kernel tree).
  void declareAll(const std::vector<VarId> &vars);
  /// Merges the declarations that the callback adds into one statement. All have the same type.
  void together(const std::function<void()> &declarations);
  Term templateConstant(NameHint hint, Type type);

  // Statements
  void assign(const Term &to, const Term &from, std::string note = "");
  void change(const Term &to, AssignOp how, const Term &by, std::string note = "");
  void note(std::string text);
  void forEach(NameHint var, const Term &begin, const Term &end, Repeat repeat,
               const std::function<void(Term)> &body, std::string note = "");
  void forEachBy(NameHint var, const Term &begin, const Term &end, const Term &step, Repeat repeat,
                 const std::function<void(Term)> &body, std::string note = "");
  /// Adds a loop that is unrolled at most `atOnce` times. `note`, a comment, gives the reason.
  void forEachAtOnce(NameHint var, const Term &begin, const Term &end, int atOnce,
                     const std::function<void(Term)> &body, std::string note);
  void repeatWhile(const Term &condition, Repeat repeat, const std::function<void()> &body);
  void when(const Term &condition, const std::function<void()> &then, std::string note = "");
  void when(const Term &condition, const std::function<void()> &then,
            const std::function<void()> &otherwise);
  void whenConstant(
      const Term &condition, const std::function<void()> &then,
      const std::function<void()> &otherwise = [] {});
  void run(const Term &call, std::string note = "");
  void give(const Term &value, std::string note = "");
  void leave(std::string note = "");
  void next(std::string note = "");
  void leaveLoop();
  void launch(FunctionId kernel, const LaunchTerms &terms);
  /// Adds a launch of `kernel`, which reduces all cells to a number for each of `kinds` (sum, ...).
  void launchReduction(FunctionId kernel, const std::vector<Term> &kinds);
  void perform(FunctionId function) { add(HostCall{function}); }
  /// Body of one case of a switch; it may return. Case i of the list handles the value i.
  struct Choice {
    std::string note;
    std::function<void()> body;
  };
  void choose(const Term &on, const std::vector<Choice> &choices);
  void ofKernel(std::size_t kernel, const std::function<void()> &body);

  // Expressions
  Term number(std::int64_t value) { return {module, module.integer(value)}; }
  Term truth(bool value) { return {module, module.exprs.add(Integer{value, true})}; }
  /// Returns an unsigned literal, for bit masks.
  Term bits(std::int64_t value) { return {module, module.exprs.add(Integer{value, false, true})}; }
  Term known(Known value) { return made(KnownValue{value}); }
  Term typeName(Type type) { return made(TypeName{type}); }
  Term given(HostValue host, Type type) { return made(HostArgument{host, type}); }
  Term sizeOf(Type type) { return made(SizeOf{type}); }
  /// Returns the static constant `name` of the class `type`.
  Term ofType(Type type, const std::string &name) { return made(TypeMember{type, name}); }
  Term callOfType(Type type, const std::string &name, const std::vector<Term> &arguments) {
    return made(TypeMember{type, name, true, idsOf(arguments)});
  }
  Term thread(Builtin what, int axis);
  Term extent(int axis);
  Term bound(Bound::Which which, int axis);
  Term face(const Term &at, int axis, Side side, int width, bool isInside = false);
  Term call(Primitive primitive, const std::vector<Term> &arguments,
            const std::vector<Term> &sizes = {});
  Term call(FunctionId function, const std::vector<Term> &arguments,
            const std::vector<Term> &sizes = {});
  /// Returns the call `object.function(arguments)`. A struct of the module has the function.
  Term callOn(const Term &object, FunctionId function, const std::vector<Term> &arguments = {});
  /// Returns a call of the lambda that is stored in the variable `closure`.
  Term call(const Term &closure, const std::vector<Term> &arguments);
  Term closure(const std::vector<NameHint> &params, Type type,
               const std::function<void(const std::vector<Term> &)> &body, bool isConst = false);
  /// Returns a lambda with parameters of any types and with template parameters, `constants`.
  Term closure(std::vector<Var> constants, std::vector<Var> params,
               const std::function<void(const std::vector<Term> &constants,
                                        const std::vector<Term> &params)> &body);
  Term converted(Type type, const Term &value) { return made(Converted{type, value.in(module)}); }
  /// Returns a braced list such as `{1, 2}`. If `type` is Void, the context determines its type.
  Term braced(const std::vector<Term> &parts, Type type = {Type::Void},
              std::vector<NameHint> members = {}) {
    return made(InitList{idsOf(parts), std::move(members), type});
  }
  /// Returns a braced list of members with their values, for a struct of the module.
  Term bracedOf(const std::vector<std::pair<VarId, Term>> &parts);
  /// Callback that returns the emitted expression of a leaf (a read, parameter or constant) of a
  /// value of the program. A constant becomes a literal if the callback returns `nullopt`.
  using Leaf = std::function<std::optional<Term>(const ir::Expr &)>;
  Term computed(ir::ExprId value, const Leaf &leaf);
  /// Callback that returns the emitted expression of an operation computed before, or `nullopt`.
  using Done = std::function<std::optional<Term>(ir::ExprId)>;
  Term computed(ir::ExprId value, const Leaf &leaf, const Done &done, int number);

private:
  Term hostParam(NameHint hint, Type type, bool isConst);
  void add(StmtNode node, std::string note = "");
  Body inside(const std::function<void()> &body);
  std::vector<ExprId> idsOf(const std::vector<Term> &terms);
  Term made(Expr expr) { return {module, module.make(std::move(expr))}; }
  VarId declare(Var var, const Term *value, std::string note = "");

  ExprId grid;
  std::vector<Body> bodies = {{}};
};

/// Builder of a struct of the kernel tree. Members are declared in the order of the calls.
class StructBuilder {
public:
  StructBuilder(Module &module, NameHint hint, std::string doc);
  /// Continues a struct that exists already: new members follow its members.
  StructBuilder(Module &module, TypeId id) : module(module), id(id) {}

  struct Options {
    std::vector<Term> extents = {};
    std::optional<Term> start = {};
    int alignment = 0;
  };
  VarId member(NameHint hint, Type type, std::string note = "");
  /// Adds a member that is a reference. The referenced object must outlive the struct.
  VarId reference(NameHint hint, Type type, bool isConst = false);
  /// Adds a static constant with the value `value` to the struct.
  VarId constant(NameHint hint, Type type, const Term &value);
  /// Adds a template parameter to the struct and returns the expression for it.
  Term templateConstant(NameHint hint, Type type);
  VarId member(NameHint hint, Type type, const Options &options, std::string note = "");
  /// Merges all members that the callback `members` adds into one declaration. All have the same
  /// type. `note` becomes a comment.
  void together(const std::function<void()> &members, std::string note = "");
  Type type() const;
  Struct &node() { return std::get<Struct>(module.types[id]); }

private:
  Module &module;
  const TypeId id;
};

/// Argument of a class template: a type or a constant.
using TypeArgument = std::variant<Type, Term>;
using TypeWithParams = std::variant<Template, TypeId>;
/// Returns the type that a class template becomes with `arguments`.
Type instance(Module &module, TypeWithParams what, const std::vector<TypeArgument> &arguments);
/// Returns the type that the class template `what` becomes with `arguments`. The emitted code
/// declares an alias for it, with the preferred name `hint` and the comment `doc`.
Type namedInstance(Module &module, NameHint hint, Template what,
                   const std::vector<TypeArgument> &arguments, std::string doc);

/// Declares a constant outside of all functions. All functions of the module (kernel tree) can use
/// it.
Term moduleConstant(Module &module, NameHint hint, Type type, const Term &value,
                    std::string note = "");
Term moduleConstant(Module &module, NameHint hint, std::int64_t value, std::string note);

/// Returns the simplified conjunction (&&) of `conditions`, or `nullopt` if `conditions` is empty.
std::optional<Term> allOf(const std::vector<Term> &conditions);
/// Returns the simplified disjunction (||) of `conditions`, or `nullopt` if `conditions` is empty.
std::optional<Term> anyOf(const std::vector<Term> &conditions);

} // namespace stencilc::kernel
