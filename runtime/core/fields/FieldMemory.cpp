/// \file Layout of the buffers of all fields in one allocation.
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/fields/Checked.h"
#include "runtime/core/fields/Layout.h"
#include "runtime/core/stepping/Partials.h"
#include "runtime/core/support/Text.h"
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// Fails if the program's boundary conditions or its number of axes do not allow a grid of
/// `extents` cells.
static Status checkExtents(const ProgramDescription &program, const std::int64_t (&extents)[3]) {
  for (int axis = 0; axis < program.rank; ++axis) {
    const char *name = program.axes[axis];
    const int more = program.wider >> axis & 1; // cells added to the user's grid
    const auto have = static_cast<long long>(extents[axis]) - more;
    const auto least = static_cast<long long>(program.minimumExtents[axis]) - more;
    if (have >= 1 && have < least)
      return Status::invalid(format("n%s=%lld is too small: %s needs at least %lld cells along %s "
                                    "under its boundaries",
                                    name, have, program.name, least, name));
  }
  for (int axis = program.rank; axis < 3; ++axis)
    if (extents[axis] != 1)
      return Status::invalid(format("%s has %d %s; the extents beyond must be 1", program.name,
                                    program.rank, program.rank == 1 ? "axis" : "axes"));
  return {};
}

/// Adds `more` bytes to `total`. Returns false if `more` is nullopt or the sum is too large for an
/// address.
static bool addBytes(std::uint64_t &total, std::optional<std::uint64_t> more) {
  const auto sum = more ? checkedSum({total, *more}) : more;
  if (!sum || *sum > static_cast<std::uint64_t>(INT64_MAX) - kBufferAlignment)
    return false;
  total = *sum;
  return true;
}

/// Returns the number of fields, including fields that are local to a time step.
static int countAll(const ProgramDescription &program) {
  return program.fieldCount + program.localCount;
}

/// Sets the properties of field number `i` except its addresses: its time levels and buffers. If
/// the field is local to a time step, sets the field whose memory it shares, or -1 if it has its
/// own. `storage` is set to the cell type.
static void describe(const ProgramDescription &program, int i, FieldMemory &field,
                     Scalar &storage) {
  if (i < program.fieldCount) {
    storage = program.fields[i].storage;
    field.levels = program.fields[i].levels;
    field.buffers = program.fields[i].buffers;
    return;
  }
  const LocalDescription &local = program.locals[i - program.fieldCount];
  storage = local.storage;
  field.heldBy = local.field == i ? -1 : local.field;
  field.heldLevel = local.level;
}

/// Returns the distance from row to row, in bytes, if the user has chosen none. It is the program's
/// own row pitch, if that is set. For vector loops on a CPU, which need aligned rows, it is
/// `rowBytes` rounded up to a cache line. Otherwise it is 0, the default of makeLayout(). More
/// padding costs time: a stencil of seven points lost 9% with 128 bytes after rows of 2048 bytes.
static std::uint64_t usualPitch(const ProgramDescription &program, std::uint64_t rowBytes) {
  if (program.rowPitch || program.alignedCell == 0)
    return program.rowPitch;
  return checkedRoundUp(rowBytes, kCacheLine).value_or(0);
}

/// Sets the offset of a field's buffers in the memory of all fields: after the first `total` bytes,
/// to which their size is added. Cell `aligned` of each row lies at the start of a cache line. For
/// this, buffers are shifted into the gap that follows each buffer. Returns false if the sizes
/// overflow.
static bool placeBuffers(FieldMemory &field, int aligned, std::uint64_t &total) {
  static_assert(kCacheLine <= kBufferStagger && kBufferAlignment % kCacheLine == 0);
  field.offset = total;
  if (field.heldBy >= 0)
    return true;
  const auto before = static_cast<std::uint64_t>(aligned) * field.layout.cellBytes;
  field.offset += (kCacheLine - before % kCacheLine) % kCacheLine;
  const auto pages = checkedRoundUp(field.layout.bytes, kPage);
  const auto buffer = pages ? checkedSum({*pages, kBufferStagger}) : pages;
  if (!buffer || !addBytes(total, checkedProduct({*buffer, std::uint64_t(field.buffers)})))
    return false;
  field.bufferBytes = *buffer;
  return true;
}

Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                  std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch) {
  Status status = checkExtents(program, extents);
  return status ? planPart(program, extents, fields, bytes, rowPitch) : status;
}

Status planPart(const ProgramDescription &program, const std::int64_t (&extents)[3],
                std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch) {
  constexpr const char *kTooLarge = "the fields together are larger than 64-bit addresses reach";
  fields.assign(static_cast<std::size_t>(countAll(program)), {});
  std::uint64_t total = 0;
  for (int i = 0; i < countAll(program); ++i) {
    FieldMemory &field = fields[static_cast<std::size_t>(i)];
    Scalar storage = Scalar::F64;
    describe(program, i, field, storage);
    const std::uint64_t rowBytes = static_cast<std::uint64_t>(extents[0]) * sizeOf(storage);
    if (Status status =
            makeLayout(extents, sizeOf(storage),
                       rowPitch ? rowPitch : usualPitch(program, rowBytes), field.layout);
        !status)
      return status;
    if (!placeBuffers(field, program.alignedCell, total))
      return Status::invalid(kTooLarge);
  }
  if (!addBytes(total, partialBytes(program, extents)))
    return Status::invalid(kTooLarge);
  bytes = total + kBufferAlignment - 1;
  return {};
}

double *placeFields(std::vector<FieldMemory> &fields, void *memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto skip = (kBufferAlignment - address % kBufferAlignment) % kBufferAlignment;
  for (FieldMemory &field : fields)
    field.memory = static_cast<unsigned char *>(memory) + skip + field.offset;
  const FieldMemory &last = fields.back();
  const std::uint64_t own = last.heldBy >= 0 ? 0 : std::uint64_t(last.buffers);
  const auto end = reinterpret_cast<std::uintptr_t>(last.memory + last.bufferBytes * own);
  // Aligned cells may shift the last field.
  return reinterpret_cast<double *>(end / kCacheLine * kCacheLine);
}

} // namespace stencilc::inline STENCILC_SPACE
