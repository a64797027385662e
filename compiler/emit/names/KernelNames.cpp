/// \file Collection of the names that the text of a kernel tree uses.
#include "emit/names/KernelNames.h"
#include "emit/Spelling.h"
#include "kernel/Walk.h"

namespace stencilc::emit {

using namespace kernel;

namespace {

/// Collector of the names in a kernel module that are not made from names of the program.
struct Collector {
  const Module &module;
  Words &words;

  void add(const NameHint &hint) {
    if (std::holds_alternative<std::monostate>(hint.of))
      words.insert(hint.before);
  }
  void add(VarId var) { add(module.vars[var].hint); }
  void add(StmtId id) {
    const StmtNode &node = module.stmts[id].node;
    if (const auto *declared = std::get_if<Declare>(&node))
      for (const auto &[var, value] : declared->vars)
        add(var);
    else if (const auto *loop = std::get_if<For>(&node))
      add(loop->var);
  }
  void add(const Function &function) {
    add(function.hint);
    for (VarId constant : function.constants)
      add(constant);
    for (const Param &param : function.params)
      add(param.var);
    forEachStmt(module, function.body, [&](StmtId id) { add(id); });
    forEachExprBelow(module, function.body, [&](kernel::ExprId id) {
      if (const auto *closure = std::get_if<Closure>(&module.exprs[id]))
        for (VarId param : closure->params)
          add(param);
    });
  }
};

} // namespace

void addNames(const Module &module, const Dialect &dialect, Words &words) {
  Collector names{module, words};
  for (StmtId id : module.constants)
    names.add(id);
  for (const TypeNode &type : module.types) {
    if (const auto *structure = std::get_if<Struct>(&type)) {
      names.add(structure->hint);
      for (VarId constant : structure->constants)
        names.add(constant);
      for (StmtId member : structure->members) // member functions use these names as they are
        names.add(member);
    } else if (const auto &named = std::get<Instance>(type).hint)
      names.add(*named);
  }
  for (FunctionId id : module.order)
    names.add(module.functions[id]);
  for (const std::string &function : callsOf(*module.program))
    words.insert(function);
  for (const char *spelling : {
#define TYPE(ID, SPELLING) SPELLING,
#include "kernel/Types.def"
#undef TYPE
           kView, kReadOnlyView, kNumbersName, dialect.words})
    addIdentifiers(spelling, words);
}

} // namespace stencilc::emit
