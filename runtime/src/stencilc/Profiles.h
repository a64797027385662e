/// \file The profiles of a simulation: fields over some of the axes. They are small arrays in
/// device memory.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/FieldExtents.h"
#include "stencilc/FieldMemory.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The address and the pitches of a profile, in cells. It has the memory layout of a View, for any
/// cell type.
struct ProfilePlace {
  const void *cells;
  Int64 row, plane; // in cells
};

/// The memory of all profiles of a simulation.
class Profiles {
public:
  Profiles(const ProgramDescription &program, Device &device) : program(program), device(device) {}
  Profiles(const Profiles &) = delete;
  Profiles &operator=(const Profiles &) = delete;
  ~Profiles();

  /// Allocates all profiles, packed, and sets their initial values. `grid` is the grid of the
  /// kernels.
  Status start(const Grid &grid, const double *parameters);
  /// Sets all profiles to their initial values.
  Status reset(const double *parameters) const;
  /// Copies a profile from the caller's array if `in`, otherwise to it. `field` is its index among
  /// all fields and profiles.
  Status copy(int field, const device::Place &cells, bool in) const;
  /// Copies `count` cells of a profile, from cell `first`, from the packed array `cells` if `in`,
  /// otherwise to it.
  Status cells(int field, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in) const;
  device::Place place(int field) const;
  /// Returns the addresses of all profiles. The kernel arguments that are the same for all cells
  /// begin with them.
  const std::vector<ProfilePlace> &views() const { return all; }
  std::uint64_t bytes() const;

private:
  const FieldMemory &of(int field) const {
    return memory[static_cast<std::size_t>(field - program.fieldCount)];
  }

  const ProgramDescription &program;
  Device &device;
  Grid grid;
  std::vector<FieldMemory> memory;
  std::vector<ProfilePlace> all;
};

} // namespace stencilc::inline STENCILC_SPACE
