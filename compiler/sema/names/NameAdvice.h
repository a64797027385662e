/// \file Reports names that are not declared, with advice.
#pragma once

#include "sema/names/Builtins.h"
#include "sema/names/Symbols.h"

namespace stencilc::sema {

/// Kind of name that an expression needs at some position, such as a value or a function. It
/// decides which names error messages suggest.
enum class Role { Value, Function, Neighbourhood, Table, NeighbourhoodOrValue };
/// Returns the kinds of symbols that can be used where a name of this role is expected.
std::vector<SymbolKind> kindsFor(Role role);
/// Returns the kind of name that is expected as argument number `index` (from 0) of a call with
/// `count` arguments. `builtin` is the called function, or null for a function of the user.
Role roleOfArgument(const Builtin *builtin, std::size_t index, std::size_t count);
/// Returns advice on a function of C or NumPy that the language lacks. Returns an empty string for
/// other names.
std::string adviceOnCall(llvm::StringRef name);
/// Returns advice on a name such as `f3` that probably means the member `f[3]` of a group of
/// fields. Returns an empty string for all other names.
std::string adviceOnMember(const Symbols &symbols, llvm::StringRef name);

/// Kind of a name that is valid only in a part of the source: a function argument, an index
/// variable, or the member number of a group of fields.
enum class LocalKind { Argument, Index, Member };
/// A name that is valid only in a part of the source, with its kind.
struct LocalName {
  std::string name;
  LocalKind kind;
};
inline llvm::StringRef describe(LocalKind kind) {
  return kind == LocalKind::Argument ? "an argument of the function" : "an index";
}

/// Reports that the name of a `repeat` iteration, such as `k`, is used in an expression that needs
/// a value.
void reportIteration(const ast::Identifier &name, Diagnostics &diags);
/// Reports an undeclared name. The message has advice on the name if there is any. Otherwise it
/// suggests `nearest`, a similar name, unless this is empty.
void reportUndeclared(const Symbols &symbols, const ast::Identifier &name, Role role,
                      llvm::StringRef nearest, Diagnostics &diags);
/// Returns whether a name before '(' is a function. Function arguments and index variables of the
/// same name do not hide the function.
bool isFunction(const Symbols &symbols, const ast::Identifier &callee);
/// Reports a call of a name that is a function argument or an index variable. `what` describes the
/// name in the message.
void reportCall(const ast::Identifier &callee, llvm::StringRef what, Diagnostics &diags);
/// Reports an undeclared name in a position that needs a field.
void reportNoField(const Symbols &symbols, const ast::Identifier &name, Diagnostics &diags);

/// Returns whether the argument of a boundary is `cell` or `node`, the keywords of the boundary
/// `mirror`, and not a value. A misspelt keyword counts if it is the only argument.
bool isMirrorWord(const ast::Stencil &stencil, const Symbols &symbols,
                  const ast::BoundaryItem &item, ast::ExprId argument);

} // namespace stencilc::sema
