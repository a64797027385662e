/// \file Fields from and to files, a chunk of rows at a time.
#include "stencilc/FieldFiles.h"

namespace stencilc::inline STENCILC_SPACE {

NpyAxes npyAxes(const ProgramDescription &program, const std::int64_t (&size)[3]) {
  NpyAxes axes;
  axes.rank = program.rank;
  for (int axis = 0; axis < program.rank; ++axis) {
    axes.names[axis] = program.axes[axis];
    axes.extents[axis] = size[axis];
  }
  return axes;
}

bool readField(Instance &instance, int field, const std::vector<int> &ages, NpyInput &file,
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

bool FieldOutput::open(const ProgramDescription &program, const std::int64_t (&size)[3],
                       const std::string &path) {
  NpyAxes axes = npyAxes(program, size);
  axes.rank = plane && axes.rank == 3 ? 2 : axes.rank;
  axes.extents[2] = axes.rank == 3 ? axes.extents[2] : 1;
  return file.open(path, program.fields[field].storage, axes);
}

bool FieldOutput::write(const Instance &instance, std::string &error) {
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

} // namespace stencilc::inline STENCILC_SPACE
