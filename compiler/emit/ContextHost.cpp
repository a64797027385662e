/// \file The context's part about functions of the host: how uniforms are computed, and the initial
/// values of fields.
#include "emit/Context.h"
#include "emit/HostFunction.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// What a uniform is, in terms of the parameters as the source names them; false for a parameter
/// itself, and where one line does not say it.
static llvm::json::Value formula(ContextState &state, ir::ExprId value) {
  if (const auto *rounded = std::get_if<ir::Convert>(&state.program()[value].node))
    value = rounded->operand;
  if (std::holds_alternative<ir::Param>(state.program()[value].node))
    return false;
  LeafText leaves;
  leaves.isHost = true;
  leaves.param = [&](ir::ParamId id) { return state.program().params[id].name; };
  leaves.extent = [&](int axis) { return "n" + state.program().axes[axis]; };
  Names scope(state.names.around.frame);
  std::set<std::string> functions; // called in a comment only
  ExprPrinter printer(state.program(), {value}, leaves, scope, functions);
  const Printed printed = printer.print(value);
  if (!printed.statements.empty())
    return false;
  return Object{{"text", printed.value}};
}

Object uniformsContext(ContextState &state) {
  const ir::Program &program = state.program();
  std::vector<ir::ExprId> roots;
  for (const ir::Uniform &uniform : program.uniforms)
    roots.push_back(uniform.value);
  HostFunction host(state, roots);
  Array members, statements;
  for (ir::UniformId id : program.uniforms.ids()) {
    const ir::Uniform &uniform = program.uniforms[id];
    Printed printed = host.printer.print(uniform.value);
    appendStatements(statements, printed.statements);
    if (program[uniform.value].type != uniform.type)
      printed.value = std::string(typeName(uniform.type)) + "(" + printed.value + ")";
    members.push_back(Object{
        {"name", state.names.members[id.index]},
        {"type", typeName(uniform.type)},
        {"value", printed.value},
        {"comment", formula(state, uniform.value)},
    });
  }
  return Object{{"used", !program.uniforms.empty()}, {"name", state.names.uniforms},
                {"members", std::move(members)},     {"statements", std::move(statements)},
                {"parameters", host.parameters()},   {"usesParameters", !host.params.empty()},
                {"usesGrid", host.usesGrid}};
}

namespace {

/// What the functions that give initial values look at, over all fields.
struct InitialUses {
  std::set<int> positions;
  bool parameters = false, grid = false;
};

/// One value of a field: how it is computed for a cell; zero without an expression.
Object initialItem(ContextState &state, ir::FieldId id, ir::ExprId value, InitialUses &uses) {
  Object item{{"field", id.index},     {"name", state.program().fields[id].name},
              {"parameters", Array()}, {"statements", Array()},
              {"value", "0.0"},        {"usesIndex", false}};
  bool needsBlock = false; // declarations after a case label need braces
  if (value.valid()) {
    HostFunction host(state, {value});
    const Printed printed = host.printer.print(value);
    Array statements;
    appendStatements(statements, printed.statements);
    needsBlock = !statements.empty() || !host.params.empty() || host.usesIndex;
    item["statements"] = std::move(statements);
    item["value"] = printed.value;
    item["parameters"] = host.parameters();
    item["usesIndex"] = host.usesIndex;
    uses.positions.insert(host.positions.begin(), host.positions.end());
    uses.parameters |= !host.params.empty();
    uses.grid |= host.usesGrid;
  }
  item["needsBlock"] = needsBlock;
  return item;
}

} // namespace

Object initialContext(ContextState &state) {
  const ir::Program &program = state.program();
  Array fields, older;
  InitialUses uses, olderUses; // olderValue() hands everything on and names all of it
  for (ir::FieldId id : program.fields.ids()) {
    const ir::FieldDecl &field = program.fields[id];
    fields.push_back(initialItem(state, id, field.init, uses));
    for (const ir::OlderInit &init : field.olderInits) {
      Object item = initialItem(state, id, init.value, olderUses);
      item["age"] = init.age;
      item["file"] = init.file.empty() ? "nullptr" : quoted(init.file);
      older.push_back(std::move(item));
    }
  }
  const bool hasOlder = !older.empty();
  return Object{{"fields", std::move(fields)},
                {"older", std::move(older)},
                {"hasOlder", hasOlder},
                {"usesParameters", uses.parameters},
                {"usesGrid", uses.grid},
                {"usesX", uses.positions.count(0) > 0},
                {"usesY", uses.positions.count(1) > 0},
                {"usesZ", uses.positions.count(2) > 0},
                {"index", state.rank() == 1   ? "x"
                          : state.rank() == 2 ? "x + g.nx * y"
                                              : "x + g.nx * (y + g.ny * z)"}};
}

} // namespace stencilc::emit
