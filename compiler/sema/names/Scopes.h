/// \file Scopes of local names: arguments of functions that are being expanded, and index variables
/// of loops and sums with their values.
#pragma once

#include "sema/Accesses.h"
#include "sema/values/Values.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <deque>
#include <map>
#include <optional>
#include <tuple>

namespace stencilc::sema {

/// Scope of local names: a function call that is being expanded, a use of a coefficient table, or
/// an index variable with its value. An argument is lowered where the function body uses it, at the
/// displacement of that use. For a parameter `a`, the body can thus contain `a[x+1]`, whatever the
/// caller passes.
struct Frame {
  const ast::FunctionStatement *function = nullptr; // null: an index or a table
  const ast::Call *call = nullptr;                  // null: an index
  /// Scope in which the arguments of a function call are evaluated. For an index variable it is the
  /// enclosing scope. It is null at the outermost level.
  const Frame *caller = nullptr;
  llvm::StringRef index = {};
  std::int64_t number = 0;
  /// Cache of lowered arguments of the call, by argument number, displacement and purpose.
  mutable std::map<std::tuple<std::size_t, Displacement, Purpose>, std::optional<Value>> lowered =
      {};

  /// Returns the scope in which the coefficients of the table in `call` are lowered. Local names
  /// that are visible at the call are not visible in this scope. `around` is the scope of the call.
  static Frame ofTable(const ast::Call &call, const Frame *around) {
    return {nullptr, &call, around};
  }
  static Frame ofIndex(llvm::StringRef name, std::int64_t number, const Frame *around) {
    return {nullptr, nullptr, around, name, number};
  }
};

/// Meaning of a local name in a scope. It is argument number `argument` of the function call whose
/// scope is `frame`, or the index variable of `frame`.
struct Local {
  const Frame *frame;
  std::size_t argument = 0;

  bool isIndex() const { return !frame->function; }
  /// Returns the expression that the caller passed as the argument. Its names are looked up in the
  /// scope `frame->caller`.
  ast::ExprId value() const { return frame->call->arguments[argument]; }
};
/// Returns the meaning of the local name `name` in the scope `frame` or a scope around it, up to
/// the enclosing function call. Returns nullopt if no such name is visible.
std::optional<Local> findLocal(const Frame *frame, llvm::StringRef name);

/// Scopes of the index variables of the loops around an update. They exist as long as this object.
class IndexFrames {
public:
  explicit IndexFrames(const std::vector<IndexNumber> &indices);
  IndexFrames(const IndexFrames &) = delete;
  IndexFrames &operator=(const IndexFrames &) = delete;

  const Frame *innermost() const { return frames.empty() ? nullptr : &frames.back(); }

private:
  std::deque<Frame> frames;
};

/// Returns the plain names in the expression `id`, in operands of its operators and in arguments of
/// its calls. Indexed names such as `u` in `u[x-1]` and names of called functions are not included.
std::vector<const ast::Identifier *> namesIn(const ast::Stencil &stencil, ast::ExprId id);

/// Adds notes to `report` for the scope `frame` and those around it: one for each function call
/// that is being expanded, and one for each index variable, with its value.
void noteFrames(Diagnostics::Report &report, const Frame *frame);

} // namespace stencilc::sema
