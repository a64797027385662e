/// \file The context's part about the program as a whole: names, fields, parameters, uniforms,
/// initial values.
#include "emit/Context.h"
#include "emit/ExprPrinter.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using ir::ScalarType;
using llvm::json::Array;
using llvm::json::Object;

static const char *scalarName(ScalarType type) { return type == ScalarType::F32 ? "F32" : "F64"; }

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
    ir::ExprId bare = uniform.value;
    if (const auto *rounded = std::get_if<ir::Convert>(&program[bare].node))
      bare = rounded->operand;
    const bool isPlain = std::holds_alternative<ir::Param>(program[bare].node);
    if (program[uniform.value].type != uniform.type)
      printed.value = std::string(typeName(uniform.type)) + "(" + printed.value + ")";
    members.push_back(Object{
        {"name", state.names.members[id.index]},
        {"type", typeName(uniform.type)},
        {"value", printed.value},
        {"comment",
         isPlain ? llvm::json::Value(false) : llvm::json::Value(Object{{"text", printed.value}})},
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

static Array fieldList(const ContextState &state) {
  Array fields;
  for (ir::FieldId id : state.program().fields.ids()) {
    const ir::FieldDecl &field = state.program().fields[id];
    const int buffers = state.facts.dependence.buffers.at(id);
    fields.push_back(Object{
        {"name", quoted(field.name)},
        {"plainName", field.name},
        {"type", typeName(field.storage)},
        {"scalar", scalarName(field.storage)},
        {"levels", field.levels},
        {"buffers", buffers},
        {"updated", buffers > 1},
        {"oldest", 1 - field.levels},
        {"severalLevels", field.levels > 1},
    });
  }
  return fields;
}

static Array parameterList(const ContextState &state) {
  const auto number = [](double value) { return printLiteral(value, ScalarType::F64); };
  Array parameters;
  for (const ir::ParamDecl &param : state.program().params) {
    Object item{{"name", quoted(param.name)},
                {"plainName", param.name},
                {"value", number(param.value)},
                {"range", false}};
    if (param.range)
      item["range"] =
          Object{{"low", number(param.range->first)}, {"high", number(param.range->second)}};
    parameters.push_back(std::move(item));
  }
  return parameters;
}

Object programContext(ContextState &state) {
  const ir::Program &program = state.program();
  const ProgramNames &names = state.names;
  std::vector<std::string> axes, extents, minimum, hint;
  for (int axis = 0; axis < state.rank(); ++axis) {
    axes.push_back(quoted(program.axes[axis]));
    minimum.push_back(std::to_string(state.facts.footprint.minimumExtents[axis]));
    if (program.sizeHint)
      hint.push_back(std::to_string((*program.sizeHint)[axis]));
  }
  std::string extentValues; // axes the program does not have hold 1
  for (int axis = 0; axis < kMaxAxes; ++axis)
    extentValues += (axis ? ", " : "") +
                    (axis < state.rank() ? "options->" + names.extents[axis] : std::string("1"));
  Object code{
      {"name", names.program},
      {"title", program.name},
      {"space", names.program + "_stencil"},
      {"guard", llvm::StringRef(names.program).upper() + "_H"},
      {"header", state.options.headerName},
      {"source", program.sourceName},
      {"sourceText", quoted(program.sourceName)},
      {"nameText", quoted(program.name)},
      {"main", state.options.withMain},
      {"rank", state.rank()},
      {"isRank1", state.rank() == 1},
      {"isRank2", state.rank() == 2},
      {"isRank3", state.rank() == 3},
      {"axes", llvm::join(axes, ", ")},
      {"extents", llvm::join(names.extents, ", ")},
      {"extentsComment", "cells along " + llvm::join(program.axes, ", ")},
      {"extentValues", extentValues},
      {"minimumExtents", llvm::join(minimum, ", ")},
      {"cell", state.cell()},
      {"cellText", "(" + state.cell() + ")"},
      {"cellPlusI", "x + i" + state.cell().substr(1)},
      {"cellDeclaration", state.cell("int ")},
      {"placesDeclaration", state.rank() == 3 ? ", int yAt, int zAt" : ", int yAt"},
      {"placesCell", state.rank() == 3 ? "x, yAt, zAt" : "x, yAt"},
      {"displacement", state.cell("d")},
      {"displacementDeclaration", state.cell("int d")},
      {"fields", fieldList(state)},
      {"fieldCount", program.fields.size()},
      {"hasParameters", !program.params.empty()},
      {"parameters", parameterList(state)},
      {"parameterCount", program.params.size()},
      {"bytes", state.facts.cost.bytes()},
      {"flops", state.facts.cost.operations.flops()},
      {"sizeHint", false},
      {"stepsHint", false},
  };
  if (program.sizeHint)
    code["sizeHint"] = Object{{"extents", llvm::join(hint, ", ")}};
  if (program.stepsHint)
    code["stepsHint"] = Object{{"steps", *program.stepsHint}};
  std::string shifted;
  for (int axis = 0; axis < state.rank(); ++axis)
    shifted += (axis ? ", " : "") + std::string(axisName(axis)) + " + d" + axisName(axis);
  code["displacedCell"] = shifted;
  return code;
}

} // namespace stencilc::emit
