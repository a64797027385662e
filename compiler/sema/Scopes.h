/// \file Local names: arguments of functions that are being expanded, and indices of loops and sums
/// with their values.
#pragma once

#include "sema/Accesses.h"
#include "sema/Values.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <deque>
#include <map>
#include <optional>
#include <tuple>

namespace stencilc::sema {

/// A function being expanded, a table being applied, or an index with its value. Arguments of a
/// function are lowered where the body uses them, at the displacement of that use, so `f[x+1]`
/// works for any argument.
struct Frame {
  const ast::FunctionStatement *function = nullptr; // null: an index or a table
  const ast::Call *call = nullptr;                  // null: an index
  /// The frame in which the arguments are evaluated; for an index, the enclosing frame. Null at the
  /// outermost level.
  const Frame *caller = nullptr;
  llvm::StringRef index = {};
  std::int64_t number = 0;
  /// Arguments lowered so far, by argument number, displacement and purpose.
  mutable std::map<std::tuple<std::size_t, Displacement, Purpose>, std::optional<Value>> lowered =
      {};

  /// Returns the frame of a coefficient of the table that `call` applies. Local names of the place
  /// of use are not visible in it.
  static Frame ofTable(const ast::Call &call, const Frame *around) {
    return {nullptr, &call, around};
  }
  static Frame ofIndex(llvm::StringRef name, std::int64_t number, const Frame *around) {
    return {nullptr, nullptr, around, name, number};
  }
};

/// Meaning of a name in a frame: argument number `argument` of a call, or an index.
struct Local {
  const Frame *frame;
  std::size_t argument = 0;

  bool isIndex() const { return !frame->function; }
  /// Returns the expression of the argument, which is evaluated in `frame->caller`.
  ast::ExprId value() const { return frame->call->arguments[argument]; }
};
/// Returns the meaning of `name` in `frame` or the frames around it, up to the enclosing function,
/// or nullopt.
std::optional<Local> findLocal(const Frame *frame, llvm::StringRef name);

/// The indices of the loops around an update, as frames. The frames live as long as this object.
class IndexFrames {
public:
  explicit IndexFrames(const std::vector<IndexNumber> &indices);
  IndexFrames(const IndexFrames &) = delete;
  IndexFrames &operator=(const IndexFrames &) = delete;

  const Frame *innermost() const { return frames.empty() ? nullptr : &frames.back(); }

private:
  std::deque<Frame> frames;
};

/// Returns the names in an expression of names, operators and calls.
std::vector<const ast::Identifier *> namesIn(const ast::Stencil &stencil, ast::ExprId id);

/// Adds a note for each enclosing call and index value to a report.
void noteFrames(Diagnostics::Report &report, const Frame *frame);

} // namespace stencilc::sema
