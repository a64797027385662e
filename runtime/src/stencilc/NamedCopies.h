/// \file Copies of fields and profiles with the extents that users see.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/Profiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Copies of fields and profiles between an engine and arrays of the user. On a staggered grid some
/// fields have fewer cells than the grid of the kernels. They are copied row by row.
class NamedCopies {
public:
  NamedCopies(const ProgramDescription &program, Engine &engine, const Profiles &profiles)
      : program(program), engine(engine), profiles(profiles) {}

  /// Copies a whole field at `level` (0 for t, -1 for t-1) from `cells` if `in`, otherwise to
  /// `cells`. `last` is the stream of the steps before.
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream last) const;
  /// Copies `count` cells of a field at `level`, from cell `first` in the field's own order. They
  /// are whole rows or lie in one row. `in` copies into the field.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream last) const;

  /// Returns the device address of a field at time t, or null if the device does not hold all of
  /// it.
  const void *newest(int field) const { return engine.newest(field); }

  /// Sets `field` to the index of the field `name`, and `box` to its extents in bytes. Fails if
  /// there is no such field or level.
  Status find(const char *name, int level, int &field, device::Box &box) const;

private:
  const ProgramDescription &program;
  Engine &engine;
  const Profiles &profiles;
};

} // namespace stencilc::inline STENCILC_SPACE
