/// \file Builders of the kernel tree for structs, types of the runtime, constants of a module, and
/// joined conditions.
#include "kernel/build/Build.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {

StructBuilder::StructBuilder(Module &module, NameHint hint, std::string doc)
    : module(module), id(module.types.add(Struct{std::move(hint), std::move(doc), {}})) {}

VarId StructBuilder::member(NameHint hint, Type type, std::string note) {
  return member(std::move(hint), type, Options(), std::move(note));
}

VarId StructBuilder::member(NameHint hint, Type type, const Options &options, std::string note) {
  Var var{std::move(hint), type};
  var.alignment = options.alignment;
  for (const Term &extent : options.extents)
    var.extents.push_back(extent.in(module));
  const VarId made = module.vars.add(std::move(var));
  const ExprId start = options.start ? options.start->in(module) : ExprId();
  node().members.push_back(module.stmts.add({Declare{{{made, start}}}, std::move(note)}));
  return made;
}

void StructBuilder::together(const std::function<void()> &members, std::string note) {
  const std::size_t first = node().members.size();
  members();
  Declare all;
  for (std::size_t at = first; at < node().members.size(); ++at)
    llvm::append_range(all.vars, std::get<Declare>(module.stmts[node().members[at]].node).vars);
  node().members.resize(first);
  node().members.push_back(module.stmts.add({std::move(all), std::move(note)}));
}

Type StructBuilder::type() const { return Type{.kind = Type::Named, .of = id}; }

VarId StructBuilder::reference(NameHint hint, Type type, bool isConst) {
  const VarId made = module.vars.add(Var{std::move(hint), type, isConst, true});
  node().members.push_back(module.stmts.add({Declare{{{made, {}}}}}));
  return made;
}

VarId StructBuilder::constant(NameHint hint, Type type, const Term &value) {
  const VarId made = member(std::move(hint), type, {.start = value});
  module.vars[made].isCompileTime = true;
  return made;
}

Term StructBuilder::templateConstant(NameHint hint, Type type) {
  const VarId made = module.vars.add(Var{std::move(hint), type, true, false, true});
  node().constants.push_back(made);
  return {module, module.use(made)};
}

static Instance instanceOf(Module &module, TypeWithParams what,
                           const std::vector<TypeArgument> &arguments) {
  Instance node{what, {}};
  for (const TypeArgument &argument : arguments)
    match(
        argument, [&](const Type &type) { node.arguments.push_back(type); },
        [&](const Term &term) { node.arguments.push_back(term.in(module)); });
  return node;
}

Type instance(Module &module, TypeWithParams what, const std::vector<TypeArgument> &arguments) {
  return {.kind = Type::Named, .of = module.types.add(instanceOf(module, what, arguments))};
}

Type namedInstance(Module &module, NameHint hint, Template what,
                   const std::vector<TypeArgument> &arguments, std::string doc) {
  Instance node = instanceOf(module, what, arguments);
  node.hint = std::move(hint);
  node.doc = std::move(doc);
  return {.kind = Type::Named, .of = module.types.add(std::move(node))};
}

static std::optional<Term> joined(Term (*join)(const Term &, const Term &),
                                  const std::vector<Term> &conditions) {
  std::optional<Term> all;
  for (const Term &condition : conditions)
    all = all ? join(*all, condition) : condition;
  return all;
}

Term moduleConstant(Module &module, NameHint hint, std::int64_t value, std::string note) {
  return moduleConstant(module, std::move(hint), {Type::Int}, {module, module.integer(value)},
                        std::move(note));
}

Term moduleConstant(Module &module, NameHint hint, Type type, const Term &value, std::string note) {
  const VarId var = module.vars.add(Var{std::move(hint), type, true, false, true});
  const ExprId start = value.in(module);
  module.constants.push_back(module.stmts.add({Declare{{{var, start}}}, std::move(note)}));
  return {module, module.use(var)};
}

std::optional<Term> allOf(const std::vector<Term> &conditions) {
  return joined([](const Term &lhs, const Term &rhs) { return lhs && rhs; }, conditions);
}
std::optional<Term> anyOf(const std::vector<Term> &conditions) {
  return joined([](const Term &lhs, const Term &rhs) { return lhs || rhs; }, conditions);
}

} // namespace stencilc::kernel
