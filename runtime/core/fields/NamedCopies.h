/// \file Copies fields and profiles (values along some axes only) between the engine, which holds
/// the fields, and arrays of the user. Extents and cell indices are those that users see.
#pragma once

#include "runtime/core/fields/Profiles.h"
#include "runtime/core/stepping/Engine.h"

namespace stencilc::inline STENCILC_SPACE {

/// Copies fields and profiles (values along some axes only) between the engine, which holds the
/// fields, and arrays of the user. On a staggered grid, fields with fewer cells than kernels
/// compute are copied row by row.
class NamedCopies {
public:
  NamedCopies(const ProgramDescription &program, Engine &engine, const Profiles &profiles)
      : program(program), engine(engine), profiles(profiles) {}

  /// Copies a whole field at `level` (0 for t, -1 for t-1) from `cells` if `in`, otherwise to
  /// `cells`. `last` is the stream on which earlier time steps were enqueued.
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream last) const;
  /// Copies `count` cells of a field at `level` (0 for t, -1 for t-1): from the array `cells` if
  /// `in` is true, otherwise to it. `first` is the index of the first cell in the field, counted x
  /// fastest and without padding. The cells are whole rows, or lie in one row.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream last) const;

  /// Returns the device address of a field at time t, or null if the device does not hold the whole
  /// field.
  const void *newest(int field) const { return engine.newest(field); }

  /// Sets `field` to the index of the field `name`, and `box` to its numbers of planes and rows and
  /// its row length in bytes. Fails if there is no such field or time level.
  Status find(const char *name, int level, int &field, device::Box &box) const;

private:
  const ProgramDescription &program;
  Engine &engine;
  const Profiles &profiles;
};

} // namespace stencilc::inline STENCILC_SPACE
