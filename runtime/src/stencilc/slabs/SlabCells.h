/// \file Access to the cells of one part (the slab of one device) of a divided domain, with the
/// cell numbers of the whole domain.
#pragma once

#include "stencilc/slabs/SlabPart.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rows of a field in a caller's memory. Rows are numbered through all planes of the domain. Of
/// each row, `bytes` bytes from byte `begin` on are copied.
struct CallersRows {
  std::int64_t first = 0, count = 0;
  std::size_t begin = 0, bytes = 0;
  unsigned char *cells = nullptr;
  std::size_t pitch = 0; // bytes from row to row in the caller's memory

  /// Returns a description of `count` cells from cell `first` on, stored without gaps at `cells`.
  /// They must be whole rows of `nx` cells, or lie within one row.
  static CallersRows packed(std::int64_t first, std::int64_t count, std::int64_t nx,
                            std::size_t cellBytes, unsigned char *cells);
  /// The cells of one row of a program with one axis as rows of a cell each, which are its planes.
  CallersRows asCells(std::size_t cellBytes) const;
};

/// Copies those of `rows` that lie in `planes` into (`in` is true) or out of a buffer of a field in
/// `part`, the slab of one device. Plane z of the domain has index z + `shift` in the part. Waits
/// for the copy.
Status moveRows(const SlabPart &part, int field, int buffer, const CallersRows &rows,
                PlaneRange planes, std::int64_t rowsOfAPlane, int shift, bool in);

/// Sets all planes that a part (the slab of one device) stores, including halos, to their initial
/// values. `fields` has the layouts of the whole domain, which has `planes` planes.
Status fillPart(const ProgramDescription &program, const SlabPart &part,
                const std::vector<FieldMemory> &fields, int planes, const double *parameters);

} // namespace stencilc::inline STENCILC_SPACE
