/// \file Looks up local names: arguments of functions that are being expanded, and index variables.
#include "sema/names/Scopes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

std::optional<Local> findLocal(const Frame *frame, llvm::StringRef name) {
  for (; frame; frame = frame->caller) {
    if (!frame->call) {
      if (frame->index == name)
        return Local{frame};
      continue;
    }
    if (!frame->function)
      return std::nullopt;
    for (auto [argument, parameter] : llvm::enumerate(frame->function->parameters))
      if (parameter.text == name && argument < frame->call->arguments.size())
        return Local{frame, argument};
    return std::nullopt;
  }
  return std::nullopt;
}

IndexFrames::IndexFrames(const std::vector<IndexNumber> &indices) {
  for (const IndexNumber &index : indices)
    frames.push_back(Frame::ofIndex(index.name, index.number, innermost()));
}

void noteFrames(Diagnostics::Report &report, const Frame *frame) {
  for (; frame; frame = frame->caller)
    if (frame->call)
      report.note(frame->call->callee.range, diag::InCallOf, frame->call->callee.text);
    else
      report.note({}, diag::WhereIndexIs, frame->index, frame->number);
}

std::vector<const ast::Identifier *> namesIn(const ast::Stencil &stencil, ast::ExprId id) {
  std::vector<const ast::Identifier *> names;
  const auto add = [&](ast::ExprId part) {
    for (const ast::Identifier *name : namesIn(stencil, part))
      names.push_back(name);
  };
  const ast::ExprNode &node = stencil.exprs[id].node;
  if (const auto *name = std::get_if<ast::Name>(&node)) {
    names.push_back(&name->name);
  } else if (const auto *unary = std::get_if<ast::Unary>(&node)) {
    add(unary->operand);
  } else if (const auto *binary = std::get_if<ast::Binary>(&node)) {
    add(binary->lhs);
    add(binary->rhs);
  } else if (const auto *call = std::get_if<ast::Call>(&node)) {
    for (ast::ExprId argument : call->arguments)
      add(argument);
  }
  return names;
}

} // namespace stencilc::sema
