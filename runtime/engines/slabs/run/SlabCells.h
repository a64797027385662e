/// \file Access to the cells of one part (the slab of one device) of a divided domain. Cells are
/// addressed by their indices in the whole domain.
#pragma once

#include "runtime/engines/slabs/run/SlabPart.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rows of a field in the memory of a caller. `first` is the index of the first row, counted
/// through all planes of the domain. `bytes` bytes of each row are copied, from byte `begin` of the
/// row on.
struct CallersRows {
  std::int64_t first = 0, count = 0;
  std::size_t begin = 0, bytes = 0;
  unsigned char *cells = nullptr;
  std::size_t pitch = 0; // bytes from row to row in the caller's memory

  /// Describes `count` cells that lie without gaps at `cells` in the caller's memory. `first` is
  /// the number of the first cell, counted through the whole domain. Precondition: the cells are
  /// whole rows of `nx` cells, or all lie in one row.
  static CallersRows packed(std::int64_t first, std::int64_t count, std::int64_t nx,
                            std::size_t cellBytes, unsigned char *cells);
  /// Returns the same cells as rows of one cell each. Used for programs with one axis, whose planes
  /// are single cells.
  CallersRows asCells(std::size_t cellBytes) const;
};

/// Copies `count` rows of `bytes` bytes each from `from` to `to`, with one copy operation if rows
/// follow each other without gaps on both sides. One of the two places may be host memory.
Status copyRows(Device &device, const device::Place &to, const device::ConstPlace &from,
                std::size_t bytes, std::size_t count);

/// Copies the rows that lie in `planes` between the caller's memory and a buffer of a field in
/// `part`, the slab of one device. With `in` true it copies to the buffer. Plane z of the domain is
/// plane z + `shift` of the part, and `planes` has indices of the part. Waits for the copy.
Status moveRows(const SlabPart &part, int field, int buffer, const CallersRows &rows,
                PlaneRange planes, std::int64_t rowsOfAPlane, int shift, bool in);

/// Sets all planes that `part` (the slab of one device) stores, halos included, to their initial
/// values. `fields` has the layouts of the whole domain, and `planes` is its number of planes.
Status fillPart(const ProgramDescription &program, const SlabPart &part,
                const std::vector<FieldMemory> &fields, int planes, const double *parameters);

} // namespace stencilc::inline STENCILC_SPACE
