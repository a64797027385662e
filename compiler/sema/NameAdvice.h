/// \file Advice on names that are not declared.
#pragma once

#include "sema/Builtins.h"
#include "sema/Symbols.h"

namespace stencilc::sema {

/// Kind of name that is expected at a place. It decides which names are suggested.
enum class Role { Value, Function, Neighbourhood, Table, NeighbourhoodOrValue };
/// Returns the kinds of symbols that can be used in this role.
std::vector<SymbolKind> kindsFor(Role role);
/// Returns the role of argument `index` of `count` in a call of `builtin`; null: of a user
/// function.
Role roleOfArgument(const Builtin *builtin, std::size_t index, std::size_t count);
/// Returns advice on a function of C or numpy, or an empty string for all other names.
std::string adviceOnCall(llvm::StringRef name);
/// Returns advice on `f3` as a member of the group `f`, or an empty string for all other names.
std::string adviceOnMember(const Symbols &symbols, llvm::StringRef name);

/// Kind of a name that is valid only in a part of the source.
enum class LocalKind { Argument, Index, Member };
/// A local name in scope.
struct LocalName {
  std::string name;
  LocalKind kind;
};
inline llvm::StringRef describe(LocalKind kind) {
  return kind == LocalKind::Argument ? "an argument of the function" : "an index";
}

/// Reports the name of a repeat's iteration where a value is expected.
void reportIteration(const ast::Identifier &name, Diagnostics &diags);
/// Reports an undeclared name with advice: known advice on the name, or the similar name `nearest`,
/// which may be empty.
void reportUndeclared(const Symbols &symbols, const ast::Identifier &name, Role role,
                      llvm::StringRef nearest, Diagnostics &diags);
/// Returns whether a name before '(' is a function. Arguments and indices do not hide functions.
bool isFunction(const Symbols &symbols, const ast::Identifier &callee);
/// Reports a call of an argument or an index. `what` describes it.
void reportCall(const ast::Identifier &callee, llvm::StringRef what, Diagnostics &diags);
/// Reports an undeclared name where a field is expected.
void reportNoField(const Symbols &symbols, const ast::Identifier &name, Diagnostics &diags);

/// Returns whether an argument of a boundary is a keyword of `mirror` rather than a value: `cell`,
/// `node`, or a misspelt one of these as the only argument.
bool isMirrorWord(const ast::Stencil &stencil, const Symbols &symbols,
                  const ast::BoundaryItem &item, ast::ExprId argument);

} // namespace stencilc::sema
