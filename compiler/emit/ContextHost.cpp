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
  Names scope = Names::ofCode(state.names.around);
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

Object initialContext(ContextState &state) {
  const ir::Program &program = state.program();
  Array fields;
  std::set<int> positions;
  bool usesParameters = false, usesGrid = false;
  for (ir::FieldId id : program.fields.ids()) {
    const ir::FieldDecl &field = program.fields[id];
    Object item{{"field", id.index},     {"name", field.name}, {"parameters", Array()},
                {"statements", Array()}, {"value", "0.0"},     {"usesIndex", false}};
    bool needsBlock = false; // declarations after a case label need braces
    if (field.init.valid()) {
      HostFunction host(state, {field.init});
      const Printed printed = host.printer.print(field.init);
      Array statements;
      appendStatements(statements, printed.statements);
      needsBlock = !statements.empty() || !host.params.empty() || host.usesIndex;
      item["statements"] = std::move(statements);
      item["value"] = printed.value;
      item["parameters"] = host.parameters();
      item["usesIndex"] = host.usesIndex;
      positions.insert(host.positions.begin(), host.positions.end());
      usesParameters |= !host.params.empty();
      usesGrid |= host.usesGrid;
    }
    item["needsBlock"] = needsBlock;
    fields.push_back(std::move(item));
  }
  return Object{{"fields", std::move(fields)},
                {"usesParameters", usesParameters},
                {"usesGrid", usesGrid},
                {"usesX", positions.count(0) > 0},
                {"usesY", positions.count(1) > 0},
                {"usesZ", positions.count(2) > 0},
                {"index", state.rank() == 1   ? "x"
                          : state.rank() == 2 ? "x + g.nx * y"
                                              : "x + g.nx * (y + g.ny * z)"}};
}

} // namespace stencilc::emit
