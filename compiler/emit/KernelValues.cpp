/// \file Printer of values of the program (IR expressions) in one body of a kernel.
#include "emit/KernelValues.h"
#include "ir/Walk.h"
#include "kernel/Walk.h"

namespace stencilc::emit {

using namespace kernel;

KernelValues::KernelValues(const Module &module, const Body &body) : module(module) {
  for (StmtId id : body)
    for (kernel::ExprId expr : exprsOf(module.stmts[id]))
      collect(expr);
}

void KernelValues::collect(kernel::ExprId id) {
  if (const auto *value = std::get_if<Computed>(&module.exprs[id])) {
    Shared &shared = byNumber[value->number];
    shared.roots.push_back(value->value);
    shared.places.insert(value->leaves.begin(), value->leaves.end());
    return;
  }
  for (kernel::ExprId operand : operandsOf(module.exprs[id]))
    collect(operand);
}

Printed KernelValues::print(const Computed &value, const ValueSite &site) {
  Shared &shared = byNumber.at(value.number);
  if (!shared.printer) {
    const auto place = [&shared, text = site.text](ir::ExprId id) -> std::optional<std::string> {
      const auto found = shared.places.find(id);
      return found == shared.places.end() ? std::nullopt : std::optional(text(found->second));
    };
    LeafText leaves;
    leaves.isHost = site.isHost;
    leaves.isOfCells = true;
    leaves.rare = value.rare.valid() ? site.text(value.rare) : "";
    leaves.place = place;
    leaves.known = [this, place](ir::ExprId id) {
      return ir::isLeaf((*module.program)[id].node) ? "" : place(id).value_or("");
    };
    shared.printer = std::make_unique<ExprPrinter>(*module.program, shared.roots, leaves,
                                                   site.scope, site.functions);
  }
  return shared.printer->print(value.value);
}

} // namespace stencilc::emit
