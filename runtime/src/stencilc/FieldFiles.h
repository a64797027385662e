/// \file Fields from and to .npy files, in chunks, so that the host never holds a whole field.
#pragma once

#include "stencilc/Instance.h"
#include "stencilc/Npy.h"

namespace stencilc::inline STENCILC_SPACE {

inline NpyAxes npyAxes(const ProgramDescription &program, const std::int64_t (&size)[3]) {
  NpyAxes axes;
  axes.rank = program.rank;
  for (int axis = 0; axis < program.rank; ++axis) {
    axes.names[axis] = program.axes[axis];
    axes.extents[axis] = size[axis];
  }
  return axes;
}

/// The most that the host holds of a field at a time.
inline constexpr std::int64_t kFileChunkBytes = std::int64_t{32} << 20;

/// Moves cells [begin, end) of a field through a host buffer: work(first, count, buffer) for each
/// chunk, which is made of whole rows or lies in one row. Stops at the first false.
template <class Work>
bool eachChunk(const Instance &instance, int field, std::int64_t begin, std::int64_t end,
               std::string &error, const Work &work) {
  const std::int64_t nx = instance.grid().nx;
  const auto size = static_cast<std::int64_t>(sizeOf(instance.description().fields[field].storage));
  const std::int64_t most = kFileChunkBytes / size;
  const std::int64_t chunk = nx <= most ? most / nx * nx : most;
  const std::int64_t buffered = chunk < end - begin ? chunk : end - begin;
  const std::unique_ptr<unsigned char[]> buffer(new (std::nothrow) unsigned char[buffered * size]);
  if (!buffer) {
    error = "no host memory is left for " + formatBytes(double(buffered) * double(size));
    return false;
  }
  for (std::int64_t first = begin; first < end;) {
    std::int64_t count = chunk < end - first ? chunk : end - first;
    if (nx > most && count > nx - first % nx)
      count = nx - first % nx; // do not run over the end of a row that is longer than a chunk
    if (!work(first, count, buffer.get()))
      return false;
    first += count;
  }
  return true;
}

/// Sets a field at t-age for all of `ages` from an open file; false after setting `error`.
inline bool readField(Instance &instance, int field, const std::vector<int> &ages, NpyInput &file,
                      std::string &error) {
  const FieldDescription &description = instance.description().fields[field];
  return eachChunk(instance, field, 0, instance.grid().cells(), error,
                   [&](std::int64_t first, std::int64_t count, void *cells) {
                     if (!file.readCells(cells, count, description.storage)) {
                       error = file.error();
                       return false;
                     }
                     for (const int age : ages)
                       if (instance.cellsIn(field, -age, first, count, cells)) {
                         error = instance.lastError();
                         return false;
                       }
                     return true;
                   });
}

/// A file that will hold a field at t-age, or its middle plane along the third axis.
struct FieldOutput {
  int field = 0, age = 0;
  bool plane = false;
  bool finite = true; // false once a cell was NaN or infinite
  NpyOutput file;

  bool open(const ProgramDescription &program, const std::int64_t (&size)[3],
            const std::string &path) {
    NpyAxes axes = npyAxes(program, size);
    axes.rank = plane && axes.rank == 3 ? 2 : axes.rank;
    axes.extents[2] = axes.rank == 3 ? axes.extents[2] : 1;
    return file.open(path, program.fields[field].storage, axes);
  }

  /// Writes the cells as they are now; false after setting `error`.
  bool write(const Instance &instance, std::string &error) {
    DomainFiles *const files = instance.itsEngine().files();
    const bool isStart = !files || instance.stepsDone() + files->resumedAt() == 0;
    if (!isStart && files)
      if (const Status status = files->verify(field, age); !status) {
        error = status.message();
        return false;
      }
    if (!isStart && !plane && files->isSettled(field, age, finite) &&
        file.adopt(files->fileOf(field, age)))
      return true;
    const Grid &grid = instance.grid();
    const std::int64_t planeCells = std::int64_t{grid.nx} * grid.ny;
    const std::int64_t begin = plane ? grid.nz / 2 * planeCells : 0;
    const std::int64_t end = plane ? begin + planeCells : grid.cells();
    return eachChunk(instance, field, begin, end, error,
                     [&](std::int64_t first, std::int64_t count, void *cells) {
                       if (instance.cellsOut(field, -age, first, count, cells)) {
                         error = instance.lastError();
                         return false;
                       }
                       if (!file.writeCells(cells, count)) {
                         error = file.error();
                         return false;
                       }
                       finite = file.allFinite();
                       return true;
                     });
  }
};

} // namespace stencilc::inline STENCILC_SPACE
