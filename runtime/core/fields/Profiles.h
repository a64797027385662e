/// \file Profiles of a simulation, which are small arrays in device memory with values along some
/// of the axes only.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/fields/FieldMemory.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Address of a profile (values along some axes only), and the distances of its rows and planes in
/// cells. The struct has the memory layout of a View (pointer and distances in kernels), for any
/// cell type.
struct ProfilePlace {
  const void *cells;
  Int64 row, plane; // in cells
};

/// Memory of all profiles (values along some axes only) of a simulation.
class Profiles {
public:
  Profiles(const ProgramDescription &program, Device &device) : program(program), device(device) {}
  Profiles(const Profiles &) = delete;
  Profiles &operator=(const Profiles &) = delete;
  ~Profiles();

  /// Allocates all profiles (values along some axes only) without padding, and sets their initial
  /// values. `grid` has the numbers of cells that kernels compute along each axis.
  Status start(const Grid &grid, const double *parameters);
  /// Sets all profiles (values along some axes only) to their initial values.
  Status reset(const double *parameters) const;
  /// Copies a profile (values along some axes only) from the caller's array if `in`, otherwise to
  /// it. `field` is the index of the profile among all fields and profiles.
  Status copy(int field, const device::Place &cells, bool in) const;
  /// Copies `count` cells of a profile (values along some axes only). `first` is the index of the
  /// first one, counted x fastest. With `in` true they are copied from the array `cells`, otherwise
  /// to it. `cells` has no padding.
  Status cells(int field, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in) const;
  device::Place place(int field) const;
  /// Returns the addresses of all profiles (values along some axes only), which are the first
  /// kernel arguments.
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
