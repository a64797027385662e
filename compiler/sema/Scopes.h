/// \file Names that mean something at one place of an expression only: the arguments of functions
/// that are expanded there, and the indices of loops and sums with their numbers.
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

/// A function being expanded, a table being applied, or an index that has a number. The arguments
/// of a function are lowered where the body mentions them, shifted as the body says, so `f[x+1]`
/// works for any argument.
struct Frame {
  const ast::FunctionStatement *function = nullptr; // null: an index, or a table
  const ast::Call *call = nullptr;                  // null: an index
  /// In which the arguments have their meaning; for an index, what is around it. Null outside.
  const Frame *caller = nullptr;
  llvm::StringRef index = {};
  std::int64_t number = 0;
  /// Arguments lowered so far, by number, displacement and purpose.
  mutable std::map<std::tuple<std::size_t, Displacement, Purpose>, std::optional<Value>> lowered =
      {};

  /// A coefficient of the table that `call` applies: no name of where it is applied is known in it.
  static Frame ofTable(const ast::Call &call, const Frame *around) {
    return {nullptr, &call, around};
  }
  static Frame ofIndex(llvm::StringRef name, std::int64_t number, const Frame *around) {
    return {nullptr, nullptr, around, name, number};
  }
};

/// What a name is in a frame: argument number `argument` of a call, or an index.
struct Local {
  const Frame *frame;
  std::size_t argument = 0;

  bool isIndex() const { return !frame->function; }
  /// The expression that the argument stands for, which has its meaning in `frame->caller`.
  ast::ExprId value() const { return frame->call->arguments[argument]; }
};
/// The meaning of `name` in `frame`, out to the function around and no further.
std::optional<Local> findLocal(const Frame *frame, llvm::StringRef name);

/// The indices around an update, as frames; the frames live as long as this.
class IndexFrames {
public:
  explicit IndexFrames(const std::vector<IndexNumber> &indices);
  IndexFrames(const IndexFrames &) = delete;
  IndexFrames &operator=(const IndexFrames &) = delete;

  const Frame *innermost() const { return frames.empty() ? nullptr : &frames.back(); }

private:
  std::deque<Frame> frames;
};

/// The names in a number of cells: an expression of names, operators and calls.
std::vector<const ast::Identifier *> namesIn(const ast::Stencil &stencil, ast::ExprId id);

/// Says for which call and which numbers of the indices a message is true.
void noteFrames(Diagnostics::Report &report, const Frame *frame);

} // namespace stencilc::sema
