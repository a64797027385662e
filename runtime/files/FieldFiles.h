/// \file Reading and writing of fields in .npy files, in chunks, so that the host never holds a
/// whole field.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FieldPlanes.h"
#include "runtime/files/Npy.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the names and lengths of the axes of a field as users see them. `size` is the grid size
/// that the user has chosen.
NpyAxes npyAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3]);
/// Returns the names and lengths of the two axes of a plane of a field with three axes. For other
/// fields, returns all axes of the field.
NpyAxes npyPlaneAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                     const FieldPlane &plane);

/// Largest part of a field, in bytes, that the host holds at a time.
inline constexpr std::int64_t kFileChunkBytes = std::int64_t{32} << 20;

/// Divides cells [begin, end) of a field into chunks that fit into `buffer` of `bytes` bytes: whole
/// rows, or a part of one row. Calls work(first, count, buffer) for each chunk of `count` cells,
/// where `first` counts from the field's first cell. Stops and returns false if `work` returns
/// false.
template <class Work>
bool eachChunkIn(unsigned char *buffer, std::int64_t bytes, const Instance &instance, int field,
                 std::int64_t begin, std::int64_t end, const Work &work) {
  const std::int64_t nx = instance.gridOf(field).nx;
  const auto size = static_cast<std::int64_t>(sizeOf(instance.description().fields[field].storage));
  const std::int64_t most = bytes / size, chunk = nx <= most ? most / nx * nx : most;
  for (std::int64_t first = begin; first < end;) {
    std::int64_t count = chunk < end - first ? chunk : end - first;
    if (nx > most && count > nx - first % nx)
      // a chunk of a row that is too long for the buffer must end with the row
      count = nx - first % nx;
    if (!work(first, count, buffer))
      return false;
    first += count;
  }
  return true;
}

/// Divides cells [begin, end) of a field into chunks of at most kFileChunkBytes bytes: whole rows,
/// or a part of one row. Calls work(first, count, buffer) for each, where `first` counts from the
/// field's first cell and `buffer` has space for the chunk. Returns false if `work` does, or after
/// setting `error` if there is no memory for the buffer.
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

/// Reads the next cells of an open file and copies them to a field, at time t-age for each age in
/// `ages`. Returns false after setting `error`.
bool readField(Instance &instance, int field, const std::vector<int> &ages, NpyInput &file,
               std::string &error);

/// Returns an error message if the field does not have the plane `plane`, otherwise an empty text.
std::string checkPlane(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                       const FieldPlane &plane);

/// An output file for a field at time t-`age`, or for one plane of a field with three axes.
struct FieldOutput {
  int field = 0, age = 0;
  bool isPlane = false;
  FieldPlane plane = {};
  bool finite = true; // false once a cell was NaN or infinite
  NpyOutput file;

  bool open(const ProgramDescription &program, const std::int64_t (&size)[3],
            const std::string &path);

  /// Writes the cells of the field, or of the plane, as they are in `instance`. Returns false after
  /// setting `error`.
  bool write(const Instance &instance, std::string &error);
};

} // namespace stencilc::inline STENCILC_SPACE
