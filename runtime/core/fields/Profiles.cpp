/// \file Memory and values of profiles (values along some axes only).
#include "runtime/core/fields/Profiles.h"
#include "runtime/core/fields/InitialValues.h"

namespace stencilc::inline STENCILC_SPACE {

/// Number of padding cells after a profile (values along some axes only). A thread computes up to
/// 16 cells of a row and reads the profile for all of them. It stores no results beyond the end of
/// the row.
static constexpr std::uint64_t kCellsBehind = 15;

Profiles::~Profiles() {
  for (const FieldMemory &profile : memory)
    device.release(profile.memory);
}

Status Profiles::start(const Grid &whole, const double *parameters) {
  grid = whole;
  for (int i = program.fieldCount; i < program.namedCount(); ++i) {
    FieldMemory profile;
    Layout &layout = profile.layout;
    layout.grid = fieldGrid(program, i, grid);
    layout.cellBytes = sizeOf(program.fields[i].storage);
    layout.rowPitch = layout.rowBytes();
    layout.planePitch = layout.rowPitch * static_cast<std::uint64_t>(layout.grid.ny);
    layout.bytes = layout.planePitch * static_cast<std::uint64_t>(layout.grid.nz) +
                   kCellsBehind * layout.cellBytes;
    void *cells = nullptr;
    if (Status status = device.allocate(layout.bytes, cells); !status)
      return status;
    if (Status status = device.fill(cells, 0, layout.bytes, nullptr); !status)
      return status;
    profile.memory = static_cast<unsigned char *>(cells);
    all.push_back({cells, layout.grid.nx, Int64{layout.grid.nx} * layout.grid.ny});
    memory.push_back(profile);
  }
  return reset(parameters);
}

Status Profiles::reset(const double *parameters) const {
  const InitialValues initial(program, parameters, device, grid);
  for (int i = program.fieldCount; i < program.namedCount(); ++i)
    if (Status status = initial.fill(i, of(i)); !status)
      return status;
  return {};
}

device::Place Profiles::place(int field) const {
  const FieldMemory &profile = of(field);
  return {profile.memory, profile.layout.rowPitch, profile.layout.planePitch};
}

Status Profiles::copy(int field, const device::Place &cells, bool in) const {
  const Layout &layout = of(field).layout;
  const device::Box box = {layout.rowBytes(), static_cast<std::size_t>(layout.grid.ny),
                           static_cast<std::size_t>(layout.grid.nz)};
  Status status = in ? device.copy(place(field), cells, box, nullptr)
                     : device.copy(cells, place(field), box, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

Status Profiles::cells(int field, std::int64_t first, std::int64_t count, unsigned char *cells,
                       bool in) const {
  const FieldMemory &profile = of(field);
  const std::size_t size = profile.layout.cellBytes;
  const std::size_t bytes = static_cast<std::size_t>(count) * size;
  const device::Place inside = {profile.memory + static_cast<std::size_t>(first) * size, bytes,
                                bytes};
  const device::Place outside = {cells, bytes, bytes};
  Status status = in ? device.copy(inside, outside, {bytes}, nullptr)
                     : device.copy(outside, inside, {bytes}, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

std::uint64_t Profiles::bytes() const {
  std::uint64_t total = 0;
  for (const FieldMemory &profile : memory)
    total += profile.layout.bytes;
  return total;
}

} // namespace stencilc::inline STENCILC_SPACE
