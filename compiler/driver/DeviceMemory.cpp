/// \file How much memory the fields of a program need on the device, as the runtime lays them out.
#include "driver/DeviceMemory.h"
#include "stencilc/FieldMemory.h"

namespace stencilc::driver {

std::optional<std::uint64_t> deviceBytes(const analysis::Facts &facts, const Extents &extents) {
  const ir::Program &program = facts.program;
  std::vector<FieldDescription> fields;
  for (ir::FieldId id : program.fields.ids()) {
    const ir::FieldDecl &field = program.fields[id];
    const int buffers = facts.dependence.buffers.at(id);
    fields.push_back({field.name.c_str(),
                      field.storage == ir::ScalarType::F32 ? Scalar::F32 : Scalar::F64,
                      field.levels, buffers, buffers > 1});
  }
  ProgramDescription description{};
  description.name = program.name.c_str();
  description.rank = program.rank();
  for (int axis = 0; axis < program.rank(); ++axis) {
    description.axes[axis] = program.axes[axis].c_str();
    description.minimumExtents[axis] = facts.footprint.minimumExtents[axis];
  }
  description.fields = fields.data();
  description.fieldCount = static_cast<int>(fields.size());
  description.reductionCount = static_cast<int>(program.reductions.size());
  const std::int64_t size[3] = {extents[0], extents[1], extents[2]};
  std::vector<FieldMemory> memory;
  std::uint64_t bytes = 0;
  if (!planFields(description, size, memory, bytes))
    return std::nullopt;
  return bytes;
}

} // namespace stencilc::driver
