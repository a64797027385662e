/// \file Copies of fields and profiles as users have them, by their numbers.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/Profiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Fields with fewer cells than the grid of kernels are copied row by row.
class NamedCopies {
public:
  NamedCopies(const ProgramDescription &program, Engine &engine, const Profiles &profiles)
      : program(program), engine(engine), profiles(profiles) {}

  /// A whole field at `level`; `last` is the stream of the steps before.
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream last) const;
  /// Copies `count` cells from cell `first` in the field's own order: whole rows or in one row.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream last) const;

  /// The cells of a field at t, of which the device has all (Engine::newest).
  const void *newest(int field) const { return engine.newest(field); }

  /// The field called so and its extents in bytes, or why it has no such level.
  Status find(const char *name, int level, int &field, device::Box &box) const;

private:
  const ProgramDescription &program;
  Engine &engine;
  const Profiles &profiles;
};

} // namespace stencilc::inline STENCILC_SPACE
