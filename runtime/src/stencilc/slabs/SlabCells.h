/// \file Cells of a part as callers see them: rows of one array, whoever has its planes.
#pragma once

#include "stencilc/slabs/SlabPart.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rows of a field in memory of a caller's: `bytes` bytes of each from byte `begin` on. Rows are
/// counted through all planes.
struct CallersRows {
  std::int64_t first = 0, count = 0;
  std::size_t begin = 0, bytes = 0;
  unsigned char *cells = nullptr;
  std::size_t pitch = 0; // bytes from one row to the next there

  /// `count` cells from cell `first` on, whole rows of `nx` or in one row, packed in `cells`.
  static CallersRows packed(std::int64_t first, std::int64_t count, std::int64_t nx,
                            std::size_t cellBytes, unsigned char *cells);
};

/// Copies those of `rows` that lie in `planes` of a part, which calls the planes `shift` more than
/// the domain does, to or from a buffer of a field; waits.
Status moveRows(const SlabPart &part, int field, int buffer, const CallersRows &rows,
                PlaneRange planes, std::int64_t rowsOfAPlane, int shift, bool in);

/// Sets all planes that a part stores, halos too, to their initial values; `fields` has the layouts
/// of the whole domain, of so many planes.
Status fillPart(const ProgramDescription &program, const SlabPart &part,
                const std::vector<FieldMemory> &fields, int planes, const double *parameters);

} // namespace stencilc::inline STENCILC_SPACE
