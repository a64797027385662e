/// \file Buffers of all fields placed one behind the other.
#include "stencilc/FieldMemory.h"
#include "stencilc/Checked.h"
#include "stencilc/Layout.h"
#include "stencilc/Partials.h"
#include "stencilc/Text.h"
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                  std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto have = static_cast<long long>(extents[axis]);
    if (axis >= program.rank) {
      if (have != 1)
        return Status::invalid(format("%s has %d %s; the extents beyond must be 1", program.name,
                                      program.rank, program.rank == 1 ? "axis" : "axes"));
      continue;
    }
    const char *name = program.axes[axis];
    const auto least = static_cast<long long>(program.minimumExtents[axis]);
    if (have >= 1 && have < least)
      return Status::invalid(format("n%s=%lld is too small: %s needs at least %lld cells along %s "
                                    "under its boundaries",
                                    name, have, program.name, least, name));
  }
  fields.assign(static_cast<std::size_t>(program.fieldCount), {});
  std::uint64_t total = 0;
  for (int i = 0; i < program.fieldCount; ++i) {
    const FieldDescription &description = program.fields[i];
    FieldMemory &field = fields[static_cast<std::size_t>(i)];
    if (Status status = makeLayout(extents, sizeOf(description.storage),
                                   rowPitch ? rowPitch : program.rowPitch, field.layout);
        !status)
      return status;
    field.levels = description.levels;
    field.buffers = description.buffers;
    field.offset = total;
    const auto pages = checkedRoundUp(field.layout.bytes, kPage);
    const auto buffer = pages ? checkedSum({*pages, kBufferStagger}) : pages;
    const auto all = buffer ? checkedProduct({*buffer, std::uint64_t(field.buffers)}) : buffer;
    const auto sum = all ? checkedSum({total, *all}) : all;
    if (!sum || *sum > static_cast<std::uint64_t>(INT64_MAX) - kBufferAlignment)
      return Status::invalid("the fields together are larger than 64-bit addresses reach");
    field.bufferBytes = *buffer;
    total = *sum;
  }
  const auto partials = partialBytes(program, extents);
  const auto all = partials ? checkedSum({total, *partials}) : partials;
  if (!all || *all > static_cast<std::uint64_t>(INT64_MAX) - kBufferAlignment)
    return Status::invalid("the fields together are larger than 64-bit addresses reach");
  bytes = *all + kBufferAlignment - 1;
  return {};
}

double *placeFields(std::vector<FieldMemory> &fields, void *memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto skip = (kBufferAlignment - address % kBufferAlignment) % kBufferAlignment;
  for (FieldMemory &field : fields)
    field.memory = static_cast<unsigned char *>(memory) + skip + field.offset;
  const FieldMemory &last = fields.back();
  return reinterpret_cast<double *>(last.memory + last.bufferBytes * std::uint64_t(last.buffers));
}

} // namespace stencilc::inline STENCILC_SPACE
