/// \file Access to the cells of one part of a divided domain, with the cell numbers of the whole
/// domain.
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

  /// Returns `count` cells from cell `first` on, stored without gaps at `cells`. They must be whole
  /// rows of `nx` cells, or within one row.
  static CallersRows packed(std::int64_t first, std::int64_t count, std::int64_t nx,
                            std::size_t cellBytes, unsigned char *cells);
  /// The cells of one row of a program with one axis as rows of a cell each, which are its planes.
  CallersRows asCells(std::size_t cellBytes) const;
};

/// Copies `count` rows of `bytes` bytes each, in one call if they are contiguous on both sides.
Status copyRows(Device &device, const device::Place &to, const device::ConstPlace &from,
                std::size_t bytes, std::size_t count);

/// Copies `rows` to (`in`) or from a buffer of a field in a part, as far as they are in `planes`.
/// Plane z of the domain has index z + `shift` in the part. Waits for the copy.
Status moveRows(const SlabPart &part, int field, int buffer, const CallersRows &rows,
                PlaneRange planes, std::int64_t rowsOfAPlane, int shift, bool in);

/// Sets all planes that a part stores, including halos, to their initial values. `fields` has the
/// layouts of the whole domain, which has `planes` planes.
Status fillPart(const ProgramDescription &program, const SlabPart &part,
                const std::vector<FieldMemory> &fields, int planes, const double *parameters);

} // namespace stencilc::inline STENCILC_SPACE
