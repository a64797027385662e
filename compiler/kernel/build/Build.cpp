/// \file Builders for the kernel tree: expressions, variables and statements.
#include "kernel/build/Build.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <set>

namespace stencilc::kernel {

// --- terms --------------------------------------------------------------------------------------

Term Term::operator[](const Term &index) const {
  return {*module, module->make(Element{expr, index.in(*module)})};
}

Term Term::cell(const std::vector<Term> &at) const {
  std::vector<ExprId> ids;
  for (const Term &coordinate : at)
    ids.push_back(coordinate.in(*module));
  return {*module, module->make(Cell{expr, std::move(ids)})};
}

Term Term::address() const { return {*module, module->make(Address{expr})}; }

Term Term::target() const { return {*module, module->make(Target{expr})}; }

Term Term::dot(const std::string &member) const {
  return {*module, module->make(Member{expr, member})};
}

Term Term::dot(VarId member) const { return {*module, module->make(MemberOf{expr, member})}; }

Term Term::invoke(const std::string &member, const std::vector<Term> &arguments,
                  const std::vector<Term> &sizes) const {
  std::vector<ExprId> ids, sizeIds;
  for (const Term &argument : arguments)
    ids.push_back(argument.in(*module));
  for (const Term &size : sizes)
    sizeIds.push_back(size.in(*module));
  return {*module, module->make(Member{expr, member, true, std::move(ids), std::move(sizeIds)})};
}

Term Term::uniform(ir::UniformId uniform) const {
  return {*module, module->make(UniformValue{expr, uniform})};
}

Term Term::profile(ir::ProfileId profile) const {
  return {*module, module->make(ProfileView{expr, profile})};
}

Term Term::records(ir::FieldId field) const {
  return {*module, module->make(RecordsOf{expr, field})};
}

Term Term::points(ir::PointsId points) const {
  return {*module, module->make(PointsTable{expr, points})};
}

/// Returns the module (kernel tree) of the first term that belongs to a module. Precondition: at
/// least one term is not a plain number.
static Module &homeOf(std::initializer_list<const Term *> terms) {
  for (const Term *term : terms)
    if (term->home())
      return *term->home();
  llvm_unreachable("no term of an expression is in a module");
}

static Term binary(Op op, const Term &lhs, const Term &rhs) {
  Module &home = homeOf({&lhs, &rhs});
  return {home, home.make(Binary{op, lhs.in(home), rhs.in(home)})};
}

Term operator+(const Term &lhs, const Term &rhs) { return binary(Op::Add, lhs, rhs); }
Term operator-(const Term &lhs, const Term &rhs) { return binary(Op::Subtract, lhs, rhs); }
Term operator*(const Term &lhs, const Term &rhs) { return binary(Op::Multiply, lhs, rhs); }
Term operator<(const Term &lhs, const Term &rhs) { return binary(Op::Less, lhs, rhs); }
Term operator>=(const Term &lhs, const Term &rhs) { return binary(Op::GreaterEqual, lhs, rhs); }
Term operator||(const Term &lhs, const Term &rhs) { return binary(Op::Or, lhs, rhs); }
Term operator&&(const Term &lhs, const Term &rhs) { return binary(Op::And, lhs, rhs); }

Term operator==(const Term &lhs, const Term &rhs) { return binary(Op::Equal, lhs, rhs); }
Term operator!=(const Term &lhs, const Term &rhs) { return binary(Op::NotEqual, lhs, rhs); }
Term operator/(const Term &lhs, const Term &rhs) { return binary(Op::Divide, lhs, rhs); }
Term operator<<(const Term &lhs, const Term &rhs) { return binary(Op::ShiftLeft, lhs, rhs); }
Term operator>>(const Term &lhs, const Term &rhs) { return binary(Op::ShiftRight, lhs, rhs); }
Term operator&(const Term &lhs, const Term &rhs) { return binary(Op::BitAnd, lhs, rhs); }
Term operator|(const Term &lhs, const Term &rhs) { return binary(Op::BitOr, lhs, rhs); }
Term operator^(const Term &lhs, const Term &rhs) { return binary(Op::BitXor, lhs, rhs); }

Term operator~(const Term &operand) {
  Module &home = homeOf({&operand});
  return {home, home.make(Complement{operand.in(home)})};
}

Term operator!(const Term &operand) {
  Module &home = homeOf({&operand});
  return {home, home.make(Not{operand.in(home)})};
}

Term select(const Term &condition, const Term &then, const Term &otherwise) {
  Module &home = homeOf({&condition});
  return {home, home.make(Select{condition.in(home), then.in(home), otherwise.in(home)})};
}

Term operator%(const Term &lhs, const Term &rhs) { return binary(Op::Remainder, lhs, rhs); }

// --- functions ----------------------------------------------------------------------------------

Builder::Builder(Module &module, Kind kind, NameHint hint, std::string doc)
    : module(module), id(module.functions.add(
                          Function{.kind = kind, .hint = std::move(hint), .doc = std::move(doc)})) {
}

Builder::~Builder() {
  assert(bodies.size() == 1 && "every body inside another one has ended");
  function().body = std::move(bodies.back());
  module.order.push_back(id);
}

FunctionId Builder::nested(Kind kind, NameHint hint, std::string doc,
                           const std::function<void()> &write) {
  const FunctionId made =
      module.functions.add(Function{.kind = kind, .hint = std::move(hint), .doc = std::move(doc)});
  const FunctionId outer = std::exchange(id, made);
  module.functions[made].body = inside(write);
  module.order.push_back(made);
  id = outer;
  return made;
}

Term Builder::param(NameHint hint, Type type, HostValue host, bool isReference) {
  const VarId var = module.vars.add(Var{std::move(hint), type, isReference, isReference});
  function().params.push_back({var, host});
  return {module, module.use(var)};
}

Term Builder::reference(NameHint hint, Type type, const std::vector<Term> &extents, bool isConst) {
  const VarId var =
      module.vars.add(Var{std::move(hint), type, isConst, true, false, idsOf(extents)});
  function().params.push_back({var, {}});
  return {module, module.use(var)};
}

Term Builder::gridParam(bool isReference) {
  const Term term = param("g", {Type::Grid}, HostGrid{}, isReference);
  grid = term.in(module);
  return term;
}

VarId Builder::declare(Var var, const Term *value, std::string note) {
  const ExprId start = value ? value->in(module) : ExprId();
  const VarId id = module.vars.add(std::move(var));
  if (module.vars[id].type == Type{Type::Grid})
    grid = module.use(id);
  add(Declare{{{id, start}}}, std::move(note));
  return id;
}

Term Builder::define(NameHint hint, Type type, const Term &value, std::string note) {
  return {module, module.use(declare(Var{std::move(hint), type, true}, &value, std::move(note)))};
}

Term Builder::variable(NameHint hint, Type type, const Term &value) {
  return {module, module.use(declare(Var{std::move(hint), type}, &value))};
}

Term Builder::place(NameHint hint, Type type) {
  return {module, module.use(declare(Var{std::move(hint), type}, nullptr))};
}

Term Builder::constant(NameHint hint, std::int64_t value, std::string note) {
  return constant(std::move(hint), number(value), std::move(note));
}

Term Builder::constant(NameHint hint, const Term &value, std::string note) {
  return {
      module,
      module.use(declare(
          Var{.hint = std::move(hint), .type = {Type::Int}, .isConst = true, .isCompileTime = true},
          &value, std::move(note)))};
}

Term Builder::sharedMemory(NameHint hint, Type type) {
  const Term memory = call(Primitive::SharedMemory, {}, {typeName(type)}).target();
  const Term term = alias(std::move(hint), type, memory);
  module.vars[std::get<Variable>(module.exprs[term.in(module)]).var].space = Space::Shared;
  return term;
}

void Builder::add(StmtNode node, std::string note) {
  const StmtId stmt = module.stmts.add({std::move(node), std::move(note)});
  bodies.back().push_back(stmt);
}

Body Builder::inside(const std::function<void()> &body) {
  bodies.emplace_back();
  body();
  Body done = std::move(bodies.back());
  bodies.pop_back();
  return done;
}

void Builder::assign(const Term &to, const Term &from, std::string note) {
  add(Assign{to.in(module), from.in(module)}, std::move(note));
}

void Builder::change(const Term &to, AssignOp how, const Term &by, std::string note) {
  add(Assign{to.in(module), by.in(module), how}, std::move(note));
}

void Builder::note(std::string text) { add(Note{std::move(text)}); }

Term Builder::array(NameHint hint, Type type, const std::vector<Term> &extents, std::string note) {
  return {module,
          module.use(declare(Var{std::move(hint), type, false, false, false, idsOf(extents)},
                             nullptr, std::move(note)))};
}

Term Builder::alias(NameHint hint, Type type, const Term &place, const std::vector<Term> &extents,
                    bool isConst) {
  return {module, module.use(declare(
                      Var{std::move(hint), type, isConst, true, false, idsOf(extents)}, &place))};
}

void Builder::declareAll(const std::vector<VarId> &vars) {
  Declare all;
  for (VarId var : vars)
    all.vars.push_back({var, {}});
  add(std::move(all));
}

Term Builder::constantParam(NameHint hint, Type type) {
  Var var{std::move(hint), type, true};
  var.space = Space::Constant;
  const VarId id = module.vars.add(std::move(var));
  function().params.push_back({id, {}});
  return {module, module.use(id)};
}

void Builder::together(const std::function<void()> &declarations) {
  Body made = inside(declarations);
  Declare all;
  for (StmtId id : made)
    llvm::append_range(all.vars, std::get<Declare>(module.stmts[id].node).vars);
  if (!all.vars.empty())
    add(std::move(all));
}

Term Builder::templateConstant(NameHint hint, Type type) {
  const VarId var = module.vars.add(Var{std::move(hint), type, true, false, true});
  function().constants.push_back(var);
  return {module, module.use(var)};
}

void Builder::forEach(NameHint hint, const Term &begin, const Term &end, Repeat repeat,
                      const std::function<void(Term)> &body, std::string note) {
  const VarId var = module.vars.add(Var{std::move(hint), {Type::Int}});
  const ExprId first = begin.in(module), last = end.in(module);
  Body done = inside([&] { body({module, module.use(var)}); });
  add(For{var, first, last, repeat, std::move(done)}, std::move(note));
}

void Builder::forEachBy(NameHint hint, const Term &begin, const Term &end, const Term &step,
                        Repeat repeat, const std::function<void(Term)> &body, std::string note) {
  forEach(std::move(hint), begin, end, repeat, body, std::move(note));
  std::get<For>(module.stmts[bodies.back().back()].node).step = step.in(module);
}

void Builder::forEachAtOnce(NameHint hint, const Term &begin, const Term &end, int atOnce,
                            const std::function<void(Term)> &body, std::string note) {
  forEach(std::move(hint), begin, end, Repeat::Rolled, body, std::move(note));
  std::get<For>(module.stmts[bodies.back().back()].node).atOnce = atOnce;
}

void Builder::repeatWhile(const Term &condition, Repeat repeat, const std::function<void()> &body) {
  Body done = inside(body);
  add(While{condition.in(module), repeat, std::move(done)});
}

void Builder::when(const Term &condition, const std::function<void()> &then, std::string note) {
  Body done = inside(then);
  add(If{condition.in(module), std::move(done), {}}, std::move(note));
}

void Builder::when(const Term &condition, const std::function<void()> &then,
                   const std::function<void()> &otherwise) {
  Body first = inside(then), second = inside(otherwise);
  add(If{condition.in(module), std::move(first), std::move(second)});
}

void Builder::whenConstant(const Term &condition, const std::function<void()> &then,
                           const std::function<void()> &otherwise) {
  Body first = inside(then), second = inside(otherwise);
  add(If{condition.in(module), std::move(first), std::move(second), true});
}

void Builder::run(const Term &call, std::string note) { add(Do{call.in(module)}, std::move(note)); }

void Builder::give(const Term &value, std::string note) {
  add(Return{value.in(module)}, std::move(note));
}

void Builder::leave(std::string note) { add(Return{}, std::move(note)); }
void Builder::next(std::string note) { add(Continue{}, std::move(note)); }
void Builder::leaveLoop() { add(Break{}); }

std::vector<ExprId> Builder::idsOf(const std::vector<Term> &terms) {
  std::vector<ExprId> ids;
  for (const Term &term : terms)
    ids.push_back(term.in(module));
  return ids;
}

Term Builder::thread(Builtin what, int axis) { return made(Thread{what, axis}); }
Term Builder::extent(int axis) { return made(Extent{grid, axis}); }
Term Builder::bound(Bound::Which which, int axis) { return made(Bound{which, grid, axis}); }

Term Builder::face(const Term &at, int axis, Side side, int width, bool isInside) {
  return made(Face{grid, at.in(module), axis, side, width, isInside});
}

Term Builder::call(Primitive primitive, const std::vector<Term> &arguments,
                   const std::vector<Term> &sizes) {
  return made(Call{primitive, idsOf(sizes), idsOf(arguments)});
}

Term Builder::call(FunctionId function, const std::vector<Term> &arguments,
                   const std::vector<Term> &sizes) {
  return made(Call{function, idsOf(sizes), idsOf(arguments)});
}

Term Builder::callOn(const Term &object, FunctionId function, const std::vector<Term> &arguments) {
  return made(Call{function, {}, idsOf(arguments), object.in(module)});
}

Term Builder::bracedOf(const std::vector<std::pair<VarId, Term>> &parts) {
  InitList node;
  for (const auto &[member, value] : parts) {
    node.vars.push_back(member);
    node.parts.push_back(value.in(module));
  }
  return made(std::move(node));
}

Term Builder::call(const Term &closure, const std::vector<Term> &arguments) {
  const auto &variable = std::get<Variable>(module.exprs[closure.in(module)]);
  return made(Call{variable.var, {}, idsOf(arguments)});
}

Term Builder::closure(const std::vector<NameHint> &params, Type type,
                      const std::function<void(const std::vector<Term> &)> &body, bool isConst) {
  std::vector<Var> vars;
  for (const NameHint &hint : params)
    vars.push_back(Var{hint, type, isConst});
  return closure({}, std::move(vars), [&](const auto &, const auto &terms) { body(terms); });
}

Term Builder::closure(std::vector<Var> constants, std::vector<Var> params,
                      const std::function<void(const std::vector<Term> &constants,
                                               const std::vector<Term> &params)> &body) {
  Closure node;
  const auto declared = [&](std::vector<Var> &vars, std::vector<VarId> &ids) {
    std::vector<Term> terms;
    for (Var &var : vars) {
      ids.push_back(module.vars.add(std::move(var)));
      terms.push_back({module, module.use(ids.back())});
    }
    return terms;
  };
  const std::vector<Term> known = declared(constants, node.constants),
                          given = declared(params, node.params);
  node.body = inside([&] { body(known, given); });
  return made(std::move(node));
}

Term Builder::computed(ir::ExprId value, const Leaf &leaf) {
  return computed(value, leaf, [](ir::ExprId) { return std::nullopt; }, 0);
}

Term Builder::computed(ir::ExprId value, const Leaf &leaf, const Done &done, int number) {
  Computed node{value, {}, number};
  std::set<ir::ExprId> seen;
  const std::function<void(ir::ExprId)> visit = [&](ir::ExprId id) {
    if (!seen.insert(id).second)
      return;
    std::optional<Term> place = done(id);
    if (!place && ir::isLeaf((*module.program)[id].node))
      place = leaf((*module.program)[id]);
    if (place)
      node.leaves.emplace(id, place->in(module));
    else
      ir::forEachOperand((*module.program)[id].node, visit);
  };
  visit(value);
  return made(std::move(node));
}

} // namespace stencilc::kernel
