/// \file The context's part about reading fields beyond the grid: values of fixed faces, and
/// functions that read a displaced cell.
#include "emit/Context.h"
#include "emit/ExprPrinter.h"
#include "emit/Statements.h"
#include "kernel/Readers.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

Object fixedContext(ContextState &state, ir::ExprId value) {
  LeafText leaves;
  leaves.position = axisName;
  leaves.extent = [](int axis) { return std::string("g.n") + axisName(axis); };
  leaves.uniform = [&](ir::UniformId id) {
    return state.names.uniforms + "." + state.names.members[id.index];
  };
  Names scope = state.names.scope;
  ExprPrinter printer(state.program(), {value}, leaves, scope, state.functions);
  const Printed printed = printer.print(value);
  Array statements;
  appendStatements(statements, printed.statements);
  return Object{{"hasStatements", !statements.empty()},
                {"statements", std::move(statements)},
                {"value", printed.value}};
}

/// The faces beyond which single cells of the field are read, with the reach there.
static Reach readerReach(const ContextState &state, ir::FieldId field) {
  return kernel::readBeyond(state.facts, field,
                            [&](std::size_t pass) { return state.plan.passes[pass].bringsAll(); });
}

bool boundaryUsesUniforms(const ContextState &state, ir::FieldId field) {
  return kernel::Readers::usesUniforms(state.program(), field, readerReach(state, field));
}

/// What the function is called that reads a field anywhere.
static std::string readerOf(const ContextState &state, ir::FieldId field) {
  const kernel::Module &module = state.kernels.cells.module;
  const ModuleNames names = state.names.of(module);
  for (kernel::FunctionId id : module.order) {
    const kernel::Wish &wish = module.functions[id].wish;
    const auto *of = std::get_if<kernel::NameOfField>(&wish.of);
    if (of && of->field == field && wish.before == "read")
      return names.functions.at(id);
  }
  llvm_unreachable("a field that checks read has a reader");
}

Object accessorContext(ContextState &state, const analysis::Stream &stream, bool isFirst) {
  const std::string view = state.names.view(stream.field, stream.level);
  const std::string reader = readerOf(state, stream.field);
  return Object{
      {"name", view + "_at"}, {"view", view},
      {"reader", reader},     {"usesUniforms", boundaryUsesUniforms(state, stream.field)},
      {"first", isFirst},
  };
}

} // namespace stencilc::emit
