/// \file The memory that the fields of a program need on a device, computed with the runtime's
/// layout.
#include "driver/run/DeviceMemory.h"
#include "driver/files/References.h"
#include "driver/machines/Machine.h"
#include "ir/Locals.h"
#include "ir/Named.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "plan/cost/Buffers.h"
#include "runtime/core/device/Device.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/stepping/Partials.h"
#include <limits>

namespace stencilc::driver {

/// Returns the descriptions of local fields, which exist only within a time step. Adds the memory
/// of each to `need`.
static std::vector<LocalDescription> localsOf(const analysis::Facts &facts, MemoryNeed &need) {
  std::vector<LocalDescription> locals;
  for (const auto &[id, place] : facts.dependence.locals) {
    const ir::FieldDecl &field = facts.program.fields[id];
    locals.push_back({scalarOf(field.storage), static_cast<int>(place.field.index), place.level});
    FieldNeed own{field.name, field.storage, 1, place.isStored && place.field == id, 0};
    own.isLocal = true;
    if (place.isStored && place.field != id)
      own.sharedWith =
          facts.program.fields[place.field].name + (facts.program.fields[place.field].isLocal ? ""
                                                    : place.level == 1 ? "[t+1]"
                                                                       : "[t]");
    need.fields.push_back(std::move(own));
  }
  return locals;
}

/// Adds the memory of profile number `number`, a field over some of the axes, to `need`. Its cells
/// are stored without padding.
static void addProfile(const ir::Program &program, std::uint32_t number, const Extents &grid,
                       MemoryNeed &need) {
  const ir::FieldId id{number};
  const ir::FieldDecl &field = ir::namedField(program, id);
  const Extents own = ir::namedExtents(program, id, grid);
  std::string axes;
  for (const int axis : ir::namedAxes(program, id))
    axes += (axes.empty() ? "" : ", ") + program.axes[axis];
  const std::uint64_t bytes = static_cast<std::uint64_t>(own[0] * own[1] * own[2]) *
                              static_cast<std::size_t>(ir::bytesOf(field.storage));
  need.fields.push_back({field.name + "(" + axes + ")", field.storage, 1, 1, bytes, false});
  need.total += bytes;
}

std::optional<MemoryNeed> memoryNeed(const analysis::Facts &facts, const plan::Plan &plan,
                                     const Extents &extents) {
  const ir::Program &program = facts.program;
  std::vector<FieldDescription> fields;
  MemoryNeed need;
  for (ir::FieldId id : ir::storedFields(program)) {
    const ir::FieldDecl &field = program.fields[id];
    const int buffers = plan::buffersOf(facts, plan, id);
    const bool isUpdated = ir::isUpdated(program, id);
    fields.push_back(
        {field.name.c_str(), scalarOf(field.storage), field.levels, buffers, isUpdated});
    need.fields.push_back({field.name, field.storage, field.levels, buffers, 0, isUpdated,
                           plan.isInPlace && isUpdated});
  }
  const std::size_t stored = fields.size();
  const std::vector<LocalDescription> locals = localsOf(facts, need);
  ProgramDescription description{};
  description.name = program.name.c_str();
  description.rank = program.rank();
  for (int axis = 0; axis < program.rank(); ++axis) {
    description.axes[axis] = program.axes[axis].c_str();
    description.minimumExtents[axis] = facts.footprint.minimumExtents[axis];
  }
  description.fields = fields.data();
  description.fieldCount = static_cast<int>(fields.size());
  description.locals = locals.data();
  description.localCount = static_cast<int>(locals.size());
  description.reductionCount = static_cast<int>(program.reductions.size());
  const Extents grid = ir::gridExtents(program, extents);
  const std::int64_t size[3] = {grid[0], grid[1], grid[2]};
  std::vector<FieldMemory> memory;
  if (!planFields(description, size, memory, need.total))
    return std::nullopt;
  need.reductions = partialBytes(description, size).value_or(0);
  for (std::size_t i = 0; i < memory.size(); ++i)
    need.fields[i].bufferBytes = memory[i].bufferBytes;
  for (std::size_t i = 0; i < program.profiles.size(); ++i)
    addProfile(program, static_cast<std::uint32_t>(stored + i), grid, need);
  return need;
}

std::int64_t largestCube(const analysis::Facts &facts, const plan::Plan &plan,
                         std::uint64_t bytes) {
  const auto fits = [&](std::int64_t n) {
    Extents extents;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      extents[axis] = axis < facts.program.rank() ? n : 1;
    const std::optional<MemoryNeed> need = memoryNeed(facts, plan, extents);
    return need && need->total <= bytes;
  };
  std::int64_t least = 1;
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    least = std::max<std::int64_t>(least, facts.footprint.minimumExtents[axis]);
  if (!fits(least))
    return 0;
  // The need grows with n in jumps, because rows are padded, but it never falls.
  std::int64_t low = least, high = std::numeric_limits<std::int32_t>::max();
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (fits(middle))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

MemoryCapacity cudaMemory(const plan::Target &target, bool mayBePresent) {
  if (const std::uint64_t bytes = mayBePresent ? cudaDeviceMemory() : 0;
      bytes > 0 && nativeCudaArch() == target.name)
    return {bytes, "this " + cudaDeviceName()};
  double bytes = target.memoryBytes;
  for (const machine::NamedMachine &published : machine::publishedMachines())
    if (bytes == 0 && published.machine.name == target.machine)
      bytes = published.machine.gpu->memoryBytes;
  return {static_cast<std::uint64_t>(bytes), "one " + target.machine};
}

MemoryCapacity hostMemory() {
  device::Info info;
  if (!hostDevice().query(info))
    return {};
  return {info.totalBytes, "this machine"};
}

} // namespace stencilc::driver
