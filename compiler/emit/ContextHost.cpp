/// \file The context's part about functions of the host: how uniforms are computed, and the initial
/// values of fields.
#include "emit/Context.h"
#include "emit/ExprPrinter.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Statements whose temporaries belong to one function; also notes which arguments it uses.
namespace {
struct HostFunction {
  HostFunction(ContextState &state, std::vector<ir::ExprId> roots)
      : state(state), scope(Names::ofCode()),
        printer(state.program(), std::move(roots), leaves(), scope, state.functions) {
    for (const std::string &name : state.names.parameters)
      scope.claim(name);
  }
  LeafText leaves() {
    LeafText text;
    text.isHost = true;
    text.param = [this](ir::ParamId id) {
      params.insert(id);
      return state.names.parameters[id.index];
    };
    text.extent = [this](int axis) {
      usesGrid = true;
      return std::string("g.n") + axisName(axis);
    };
    text.position = [this](int axis) {
      positions.insert(axis);
      return axisName(axis);
    };
    text.random = [this](std::uint64_t seed) {
      usesIndex = usesGrid = true;
      for (int axis = 0; axis < state.rank(); ++axis)
        positions.insert(axis);
      return "random01(" + std::to_string(seed) + ", index)";
    };
    return text;
  }
  /// `const double d = parameters[0];` for each parameter used.
  Array parameters() const {
    Array list;
    for (ir::ParamId id : params)
      list.push_back(Object{{"name", state.names.parameters[id.index]}, {"index", id.index}});
    return list;
  }

  ContextState &state;
  Names scope;
  std::set<ir::ParamId> params;
  std::set<int> positions;
  bool usesGrid = false, usesIndex = false;
  ExprPrinter printer;
};
} // namespace

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
  Names scope = Names::ofCode();
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
