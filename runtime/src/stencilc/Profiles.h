/// \file The profiles of an instance: fields over some of the axes, small arrays that stay on the
/// device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/FieldExtents.h"
#include "stencilc/FieldMemory.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// What a View of a profile holds, whatever its cells are.
struct ProfilePlace {
  const void *cells;
  Int64 row, plane; // in cells
};

class Profiles {
public:
  Profiles(const ProgramDescription &program, Device &device) : program(program), device(device) {}
  Profiles(const Profiles &) = delete;
  Profiles &operator=(const Profiles &) = delete;
  ~Profiles();

  /// Gives each its memory, packed, and its initial values; `grid` is that of kernels.
  Status start(const Grid &grid, const double *parameters);
  /// Sets all to their initial values.
  Status reset(const double *parameters) const;
  /// Copies a profile, by its number among fields, to or from an array of the caller's.
  Status copy(int field, const device::Place &cells, bool in) const;
  /// Copies `count` cells from cell `first` to or from packed memory.
  Status cells(int field, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in) const;
  device::Place place(int field) const;
  /// What the struct of the uniforms begins with.
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
