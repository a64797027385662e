/// \file Index lists: `[t+1, x-1]` as a displacement in space and time.
#pragma once

#include "sema/Unit.h"
#include "syntax/Ast.h"
#include <optional>

namespace stencilc::sema {

struct Displacement {
  Offset offset;
  int time = 0;

  friend Displacement operator+(const Displacement &a, const Displacement &b) {
    return {a.offset + b.offset, a.time + b.time};
  }
  friend auto operator<=>(const Displacement &, const Displacement &) = default;
};

/// The displacement an index list writes, in any order of axes. Reports unknown axes, axes named
/// twice and offsets beyond kMaxRadius. `frame` holds what offsets may mention.
std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts,
                                          const Frame *frame = nullptr);

} // namespace stencilc::sema
