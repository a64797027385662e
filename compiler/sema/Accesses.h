/// \file Resolves index lists such as `[t+1/2, x-1]` to displacements in space and time.
#pragma once

#include "sema/Unit.h"
#include "syntax/Ast.h"
#include <optional>
#include <tuple>

namespace stencilc::sema {

/// Fraction of a time step in lowest terms, less than 1: the 1/3 of `u[t+1/3]`.
struct Part {
  std::int64_t of = 0, by = 1;

  friend bool operator==(const Part &, const Part &) = default;
  friend bool operator<(const Part &a, const Part &b) { return a.of * b.by < b.of * a.by; }
};

/// Largest denominator of a fraction of a time step, as in `u[t+1/64]`.
inline constexpr std::int64_t kMostParts = 64;

/// Displacement of a read from the updated cell: whole and half cells in space, whole time steps
/// and a fraction of one in time, and iterations of a `repeat`.
struct Displacement {
  Offset offset;
  int time = 0;
  Part part = {};
  int iterate = 0;  // 1: the preceding iterate p[k]; 2: the iterate being computed p[k+1]; 0: none
  Offset half = {}; // 1 along an axis: half a cell more than `offset`

  /// Returns the displacement by `halves` half cells along each axis. The member `halves()` is the
  /// inverse.
  static Displacement ofHalves(const Offset &halves);
  Offset halves() const;

  friend Displacement operator+(const Displacement &a, const Displacement &b);
  friend bool operator==(const Displacement &, const Displacement &) = default;
  friend bool operator<(const Displacement &a, const Displacement &b) {
    return std::tie(a.offset, a.half, a.time, a.part.of, a.part.by, a.iterate) <
           std::tie(b.offset, b.half, b.time, b.part.of, b.part.by, b.iterate);
  }
};

/// Returns the displacement that an index list denotes. Reports unknown axes, axes that are named
/// twice and offsets beyond kMaxRadius. Returns nullopt after such an error. `frame` has the values
/// of function arguments and index variables that offsets can use.
std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts,
                                          const Frame *frame = nullptr);

} // namespace stencilc::sema
