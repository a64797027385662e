/// \file What to suggest in place of a name that is not declared.
#pragma once

#include "sema/Builtins.h"
#include "sema/Symbols.h"

namespace stencilc::sema {

/// What a name may stand for at a place; decides which names are suggested when it is unknown.
enum class Role { Value, Function, Neighbourhood, Table, NeighbourhoodOrValue };
/// The kinds of names that may stand in a place of this role.
std::vector<SymbolKind> kindsFor(Role role);
/// What a name may stand for that is argument `index` of `count` in a call; null: of a user's
/// function.
Role roleOfArgument(const Builtin *builtin, std::size_t index, std::size_t count);
/// What to write instead of a function of C or numpy; empty for all others.
std::string adviceOnCall(llvm::StringRef name);
/// What to write instead of `f3` for a member of the group `f`; empty for all other names.
std::string adviceOnMember(const Symbols &symbols, llvm::StringRef name);

/// A name that means something at one place of the source only.
enum class LocalKind { Argument, Index, Member };
struct LocalName {
  std::string name;
  LocalKind kind;
};
inline llvm::StringRef describe(LocalKind kind) {
  return kind == LocalKind::Argument ? "an argument of the function" : "an index";
}

/// Reports that the name of a repeat's iterations stands for no value.
void reportIteration(const ast::Identifier &name, Diagnostics &diags);
/// Reports a name that is not declared, with what to write instead: what is known of it, or the
/// `nearest` name that is, which may be empty.
void reportUndeclared(const Symbols &symbols, const ast::Identifier &name, Role role,
                      llvm::StringRef nearest, Diagnostics &diags);
/// Whether a name before '(' is a function. An argument or an index of that name does not hide it.
bool isFunction(const Symbols &symbols, const ast::Identifier &callee);
/// Reports the call of an argument or of an index, `what`.
void reportCall(const ast::Identifier &callee, llvm::StringRef what, Diagnostics &diags);
/// Reports a name that should be that of a field and is not declared.
void reportNoField(const Symbols &symbols, const ast::Identifier &name, Diagnostics &diags);

/// Whether an argument of a boundary is a word and no value: `cell` and `node` of a mirror, and
/// whatever alone was meant for one.
bool isMirrorWord(const ast::Stencil &stencil, const Symbols &symbols,
                  const ast::BoundaryItem &item, ast::ExprId argument);

} // namespace stencilc::sema
