/// \file Adds expressions to the syntax tree under construction, and finds fields and axes in it.
#include "syntax/Foreign.h"
#include "syntax/parse/IndexParser.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::syntax {

ast::ExprId IndexParser::addExpr(llvm::SMRange range, ast::ExprNode node,
                                 llvm::ArrayRef<ast::ExprId> children) {
  unsigned height = 0;
  for (ast::ExprId child : children)
    height = std::max(height, exprHeights[child.index] + 1);
  if (height > kMaxHeight) {
    diags.report({previousEnd, previousEnd}, diag::ExpressionTooLong, kMaxHeight);
    current.reported = true;
    return {};
  }
  exprHeights.push_back(height);
  return stencil.exprs.add({std::move(node), range});
}

bool IndexParser::explainMember(Token &name) {
  advance(); // '.'
  const Token member = advance();
  const llvm::SMRange range{name.begin(), member.end()};
  const Owner owner = isField(name.text)  ? Owner::Field
                      : isAxis(name.text) ? Owner::Axis
                                          : Owner::Prefix;
  const MemberAdvice advice = adviceOnMember(owner, name.text, member.text);
  auto report = diags.report(range, diag::ForeignMember, textOf(range).str(), advice.text);
  if (!advice.replacement.empty())
    report.fixIt(range, advice.replacement);
  name = member;
  current.reported |= owner != Owner::Prefix;
  return owner == Owner::Prefix;
}

bool IndexParser::isField(llvm::StringRef name) const {
  return llvm::any_of(stencil.statements, [&](const ast::Statement &statement) {
    const auto *field = std::get_if<ast::FieldStatement>(&statement.node);
    return field && llvm::any_of(field->names, [&](const ast::FieldName &declared) {
             return declared.name.text == name;
           });
  });
}

bool IndexParser::isAxis(llvm::StringRef name) const {
  return llvm::any_of(stencil.axes, [&](const ast::Identifier &axis) { return axis.text == name; });
}

} // namespace stencilc::syntax
