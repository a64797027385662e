/// \file How lowerings write structs, and name types of the runtime.
#include "kernel/Build.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {

StructBuilder::StructBuilder(Module &module, Wish wish, std::string doc)
    : module(module), id(module.types.add(Struct{std::move(wish), std::move(doc), {}})) {}

VarId StructBuilder::member(Wish wish, Type type, std::string note) {
  return member(std::move(wish), type, Options(), std::move(note));
}

VarId StructBuilder::member(Wish wish, Type type, const Options &options, std::string note) {
  Var var{std::move(wish), type};
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

static Instance instanceOf(Module &module, Template what,
                           const std::vector<TypeArgument> &arguments) {
  Instance node{what, {}};
  for (const TypeArgument &argument : arguments)
    match(
        argument, [&](const Type &type) { node.arguments.push_back(type); },
        [&](const Term &term) { node.arguments.push_back(term.in(module)); });
  return node;
}

Type instance(Module &module, Template what, const std::vector<TypeArgument> &arguments) {
  return {.kind = Type::Named, .of = module.types.add(instanceOf(module, what, arguments))};
}

Type namedInstance(Module &module, Wish wish, Template what,
                   const std::vector<TypeArgument> &arguments, std::string doc) {
  Instance node = instanceOf(module, what, arguments);
  node.wish = std::move(wish);
  node.doc = std::move(doc);
  return {.kind = Type::Named, .of = module.types.add(std::move(node))};
}

} // namespace stencilc::kernel
