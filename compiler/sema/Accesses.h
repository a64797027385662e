/// \file Index lists: `[t+1/2, x-1]` as a displacement in space and time.
#pragma once

#include "sema/Unit.h"
#include "syntax/Ast.h"
#include <optional>
#include <tuple>

namespace stencilc::sema {

/// A part of a step less than a whole one, in lowest terms: 1/3 of `u[t+1/3]`.
struct Part {
  std::int64_t of = 0, by = 1;

  friend bool operator==(const Part &, const Part &) = default;
  friend bool operator<(const Part &a, const Part &b) { return a.of * b.by < b.of * a.by; }
};

/// The largest denominator of a moment.
inline constexpr std::int64_t kMostParts = 64;

/// In time: whole steps, a part of one, and the iteration of a 'repeat'.
struct Displacement {
  Offset offset;
  int time = 0;
  Part part = {};
  int iterate = 0;  // 1: the one found, p[k]; 2: the one to be computed, p[k+1]
  Offset half = {}; // 1 along an axis: half a cell more

  /// So many half cells.
  static Displacement ofHalves(const Offset &halves);
  Offset halves() const;

  friend Displacement operator+(const Displacement &a, const Displacement &b);
  friend bool operator==(const Displacement &, const Displacement &) = default;
  friend bool operator<(const Displacement &a, const Displacement &b) {
    return std::tie(a.offset, a.half, a.time, a.part.of, a.part.by, a.iterate) <
           std::tie(b.offset, b.half, b.time, b.part.of, b.part.by, b.iterate);
  }
};

/// The displacement an index list writes, in any order of axes. Reports unknown axes, axes named
/// twice and offsets beyond kMaxRadius. `frame` holds what offsets may mention.
std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts,
                                          const Frame *frame = nullptr);

} // namespace stencilc::sema
