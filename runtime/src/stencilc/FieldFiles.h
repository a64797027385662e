/// \file Fields from and to .npy files, in chunks, so that the host never holds a whole field.
#pragma once

#include "stencilc/FieldPlanes.h"
#include "stencilc/Instance.h"
#include "stencilc/Npy.h"

namespace stencilc::inline STENCILC_SPACE {

/// The axes and extents of a field, where the grid has `size` cells, as users speak of it.
NpyAxes npyAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3]);
/// The axes of a plane of a field with three; all axes of another.
NpyAxes npyPlaneAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                     const FieldPlane &plane);

/// The most that the host holds of a field at a time.
inline constexpr std::int64_t kFileChunkBytes = std::int64_t{32} << 20;

/// Moves cells [begin, end) of a field through `buffer` of `bytes`: work(first, count, buffer) for
/// each chunk, which is made of whole rows or lies in one row. Stops at the first false.
template <class Work>
bool eachChunkIn(unsigned char *buffer, std::int64_t bytes, const Instance &instance, int field,
                 std::int64_t begin, std::int64_t end, const Work &work) {
  const std::int64_t nx = instance.gridOf(field).nx;
  const auto size = static_cast<std::int64_t>(sizeOf(instance.description().fields[field].storage));
  const std::int64_t most = bytes / size, chunk = nx <= most ? most / nx * nx : most;
  for (std::int64_t first = begin; first < end;) {
    std::int64_t count = chunk < end - first ? chunk : end - first;
    if (nx > most && count > nx - first % nx)
      count = nx - first % nx; // do not run over the end of a row that is longer than a chunk
    if (!work(first, count, buffer))
      return false;
    first += count;
  }
  return true;
}

/// Moves cells through a buffer of its own, which is no larger than they are.
template <class Work>
bool eachChunk(const Instance &instance, int field, std::int64_t begin, std::int64_t end,
               std::string &error, const Work &work) {
  const Scalar storage = instance.description().fields[field].storage;
  const std::int64_t all = (end - begin) * static_cast<std::int64_t>(sizeOf(storage));
  const std::int64_t bytes = all < kFileChunkBytes ? all : kFileChunkBytes;
  const std::unique_ptr<unsigned char[]> buffer(new (std::nothrow) unsigned char[bytes]);
  if (!buffer) {
    error = "no host memory is left for " + formatBytes(double(bytes));
    return false;
  }
  return eachChunkIn(buffer.get(), bytes, instance, field, begin, end, work);
}

/// Sets a field at t-age for all of `ages` from an open file; false after setting `error`.
bool readField(Instance &instance, int field, const std::vector<int> &ages, NpyInput &file,
               std::string &error);

/// Why a field has no such plane; empty if it has.
std::string checkPlane(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                       const FieldPlane &plane);

/// A file that will hold a field at t-age, or a plane of it if it has three axes.
struct FieldOutput {
  int field = 0, age = 0;
  bool isPlane = false;
  FieldPlane plane = {};
  bool finite = true; // false once a cell was NaN or infinite
  NpyOutput file;

  bool open(const ProgramDescription &program, const std::int64_t (&size)[3],
            const std::string &path);

  /// Writes the cells as they are now; false after setting `error`.
  bool write(const Instance &instance, std::string &error);
};

} // namespace stencilc::inline STENCILC_SPACE
