/// \file Where the buffers of all fields lie in one block of memory.
#pragma once

#include "stencilc/Checked.h"
#include "stencilc/Description.h"
#include "stencilc/Layout.h"
#include "stencilc/Partials.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Where buffers begin, counted from the first; at least what any vector access needs.
inline constexpr std::uint64_t kBufferAlignment = 256;
/// How much further a buffer begins than a page after the one before: CPUs that compare the lower
/// 12 bits of addresses take a load from one buffer for the store to the same cell of another.
inline constexpr std::uint64_t kPage = 4096, kBufferStagger = 9 * kBufferAlignment;

/// Lays out all fields of `program` on a grid of `extents` cells. `bytes` is what they need
/// together, with reductions and what it takes to align memory that begins anywhere. `rowPitch` as
/// for makeLayout, for all fields; 0 is what the program says. Allocates no cells.
inline Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                         std::vector<FieldMemory> &fields, std::uint64_t &bytes,
                         std::uint64_t rowPitch = 0) {
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

/// Points the fields to their parts of `memory`, which has as many bytes as planFields() said.
/// Returns the memory behind them, for reductions.
inline double *placeFields(std::vector<FieldMemory> &fields, void *memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto skip = (kBufferAlignment - address % kBufferAlignment) % kBufferAlignment;
  for (FieldMemory &field : fields)
    field.memory = static_cast<unsigned char *>(memory) + skip + field.offset;
  const FieldMemory &last = fields.back();
  return reinterpret_cast<double *>(last.memory + last.bufferBytes * std::uint64_t(last.buffers));
}

} // namespace stencilc::inline STENCILC_SPACE
