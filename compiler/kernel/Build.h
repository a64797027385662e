/// \file How lowerings write kernels: expressions by operators, bodies by lambdas, in the order of
/// the text they become.
#pragma once

#include "kernel/Kernel.h"
#include <functional>
#include <initializer_list>

namespace stencilc::kernel {

/// An expression being built. A number has no module until it meets one that has.
class Term {
public:
  Term(int number) : number(number) {}
  Term(Module &module, ExprId expr) : module(&module), expr(expr) {}

  /// The expression's id in `home`.
  ExprId in(Module &home) const { return module ? expr : home.integer(number); }
  Module *home() const { return module; }
  std::int64_t value() const { return number; }

  Term operator[](const Term &index) const;
  /// The cell of a view.
  Term cell(const std::vector<Term> &at) const;
  Term address() const;
  /// What it points to.
  Term target() const;
  Term dot(const std::string &member) const;
  /// A member of a struct of the module.
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

/// What a launch is besides its kernel.
struct LaunchTerms {
  std::vector<Term> threads, blocks;
  Term sharedBytes = 0;
  std::vector<Term> arguments = {};
  /// Each with its constants; the condition of the last one is of no interest.
  std::vector<std::pair<Term, std::vector<Term>>> versions = {};
  std::string title = "";
  bool waits = false, besideLast = false, inPairs = false;
};

/// One function being written; it is in the module once the builder ends.
class Builder {
public:
  Builder(Module &module, Kind kind, Wish wish, std::string doc);
  Builder(const Builder &) = delete;
  ~Builder();

  Module &module;
  FunctionId id;
  Function &function() { return module.functions[id]; }

  /// Another function, written here while this one waits, and before it in the text.
  FunctionId nested(Kind kind, Wish wish, std::string doc, const std::function<void()> &write);
  /// What extents, bounds and faces are of, where it is no parameter.
  void gridIs(const Term &term) { grid = term.in(module); }

  // Variables
  /// A reference is to what the function does not change.
  Term param(Wish wish, Type type, HostValue host = {}, bool isReference = false);
  /// A parameter that stands for a variable of the caller: the function may change it. With
  /// `extents` for an array.
  Term reference(Wish wish, Type type, const std::vector<Term> &extents = {}, bool isConst = false);
  /// A parameter of which there is one copy for all threads; the launch names it.
  Term constantParam(Wish wish, Type type);
  /// The parameter of what runs on the host: the step being done, or what the host checks.
  Term stepParam(bool isConst) { return hostParam("s", {Type::Step}, isConst); }
  Term checkParam() { return hostParam("check", {Type::Check}, false); }
  /// The parameter that holds the grid: what extents, bounds and faces are of.
  Term gridParam(bool isReference = false);
  Term define(Wish wish, Type type, const Term &value, std::string note = "");
  Term variable(Wish wish, Type type, const Term &value);
  Term constant(Wish wish, const Term &value, std::string note = "");
  Term constant(Wish wish, std::int64_t value, std::string note = "");
  /// A variable that gets its value, or its members theirs, later.
  Term place(Wish wish, Type type);
  Term array(Wish wish, Type type, const std::vector<Term> &extents, std::string note = "");
  /// Another name for what the threads of a block share, a struct.
  Term sharedMemory(Wish wish, Type type);
  /// Another name for a place, as long as it is longer than it is worth to write twice.
  Term alias(Wish wish, Type type, const Term &place, const std::vector<Term> &extents = {},
             bool isConst = false);
  /// Declares variables that are in the module already, in one line.
  void declareAll(const std::vector<VarId> &vars);
  /// The declarations, all of one type, stand in one line.
  void together(const std::function<void()> &declarations);
  /// A parameter of the template, which is known when it is compiled.
  Term templateConstant(Wish wish, Type type);

  // Statements
  void assign(const Term &to, const Term &from, std::string note = "");
  void change(const Term &to, How how, const Term &by, std::string note = "");
  void note(std::string text);
  void forEach(Wish var, const Term &begin, const Term &end, Repeat repeat,
               const std::function<void(Term)> &body, std::string note = "");
  void forEachBy(Wish var, const Term &begin, const Term &end, const Term &step, Repeat repeat,
                 const std::function<void(Term)> &body, std::string note = "");
  /// No more than `atOnce` iterations are there at once; `note` says why.
  void forEachAtOnce(Wish var, const Term &begin, const Term &end, int atOnce,
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
  /// A kernel that reduces to `kinds`.
  void launchReduction(FunctionId kernel, const std::vector<Term> &kinds);
  void perform(FunctionId function) { add(Perform{function}); }
  /// What is done where a number is 0, 1 and so on, up to a return.
  struct Choice {
    std::string note;
    std::function<void()> body;
  };
  void choose(const Term &on, const std::vector<Choice> &choices);
  void ofKernel(std::size_t kernel, const std::function<void()> &body);

  // Expressions
  Term number(std::int64_t value) { return {module, module.integer(value)}; }
  Term truth(bool value) { return {module, module.exprs.add(Integer{value, true})}; }
  /// Bits, without a sign.
  Term bits(std::int64_t value) { return {module, module.exprs.add(Integer{value, false, true})}; }
  Term known(Known value) { return made(KnownValue{value}); }
  Term typeName(Type type) { return made(TypeName{type}); }
  Term given(HostValue host, Type type) { return made(Given{host, type}); }
  Term sizeOf(Type type) { return made(SizeOf{type}); }
  /// What belongs to a type itself: a constant, or a function.
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
  /// A call of a function of a struct.
  Term callOn(const Term &object, FunctionId function, const std::vector<Term> &arguments = {});
  /// A call of a variable that holds a closure.
  Term call(const Term &closure, const std::vector<Term> &arguments);
  Term closure(const std::vector<Wish> &params, Type type,
               const std::function<void(const std::vector<Term> &)> &body, bool isConst = false);
  /// A closure with parameters of any types, and of its template.
  Term closure(std::vector<Var> constants, std::vector<Var> params,
               const std::function<void(const std::vector<Term> &constants,
                                        const std::vector<Term> &params)> &body);
  Term converted(Type type, const Term &value) { return made(Converted{type, value.in(module)}); }
  /// Parts of a struct; see Braced.
  Term braced(const std::vector<Term> &parts, Type type = {Type::Void},
              std::vector<Wish> members = {}) {
    return made(Braced{idsOf(parts), std::move(members), type});
  }
  /// Parts of a struct of the module, each with the member it is for.
  Term bracedOf(const std::vector<std::pair<VarId, Term>> &parts);
  /// A value of the program, its leaves as `leaf` says; a constant for which that says nothing is a
  /// literal.
  using Leaf = std::function<std::optional<Term>(const ir::Expr &)>;
  Term computed(ir::ExprId value, const Leaf &leaf);
  /// A value of which operations may have been done before: `done` says where their values are, and
  /// is asked about leaves first, too. Values with other numbers share nothing with this one.
  using Done = std::function<std::optional<Term>(ir::ExprId)>;
  Term computed(ir::ExprId value, const Leaf &leaf, const Done &done, int number);

private:
  Term hostParam(Wish wish, Type type, bool isConst);
  void add(StmtNode node, std::string note = "");
  Body inside(const std::function<void()> &body);
  std::vector<ExprId> idsOf(const std::vector<Term> &terms);
  Term made(Expr expr) { return {module, module.make(std::move(expr))}; }
  VarId declare(Var var, const Term *value, std::string note = "");

  ExprId grid;
  std::vector<Body> bodies = {{}};
};

/// One struct being written; its members are declared in the order of the calls.
class StructBuilder {
public:
  StructBuilder(Module &module, Wish wish, std::string doc);
  /// Goes on with one.
  StructBuilder(Module &module, TypeId id) : module(module), id(id) {}

  struct Options {
    std::vector<Term> extents = {};
    std::optional<Term> start = {};
    int alignment = 0;
  };
  VarId member(Wish wish, Type type, std::string note = "");
  /// Another name for something that is longer there than the struct.
  VarId reference(Wish wish, Type type, bool isConst = false);
  /// Known when it is compiled, and the same in all of them.
  VarId constant(Wish wish, Type type, const Term &value);
  /// A parameter of the template.
  Term templateConstant(Wish wish, Type type);
  VarId member(Wish wish, Type type, const Options &options, std::string note = "");
  /// The members, all of one type, stand in one line.
  void together(const std::function<void()> &members, std::string note = "");
  Type type() const;
  Struct &node() { return std::get<Struct>(module.types[id]); }

private:
  Module &module;
  const TypeId id;
};

/// A type of the runtime with arguments; the second is declared by a name.
using TypeArgument = std::variant<Type, Term>;
using TypeWithParams = std::variant<Template, TypeId>;
Type instance(Module &module, TypeWithParams what, const std::vector<TypeArgument> &arguments);
Type namedInstance(Module &module, Wish wish, Template what,
                   const std::vector<TypeArgument> &arguments, std::string doc);

/// A constant that all functions of a module see.
Term moduleConstant(Module &module, Wish wish, Type type, const Term &value, std::string note = "");
Term moduleConstant(Module &module, Wish wish, std::int64_t value, std::string note);

/// Conditions on a cell: all or any of several, folded; nothing of none.
std::optional<Term> allOf(const std::vector<Term> &conditions);
std::optional<Term> anyOf(const std::vector<Term> &conditions);

} // namespace stencilc::kernel
