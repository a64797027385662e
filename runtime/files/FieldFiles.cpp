/// \file Reading and writing of fields in files, a chunk of rows at a time.
#include "runtime/files/FieldFiles.h"

namespace stencilc::inline STENCILC_SPACE {

NpyAxes npyAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3]) {
  NpyAxes axes;
  const FieldDescription &described = program.fields[field];
  axes.rank = 0;
  axes.isGrid = described.lacks == 0;
  for (int axis = 0; axis < program.rank; ++axis) {
    if (described.lacks >> axis & 1)
      continue;
    axes.names[axes.rank] = program.axes[axis];
    axes.extents[axes.rank++] =
        size[axis] + (program.wider >> axis & 1) - (described.shorter >> axis & 1);
    axes.isGrid &= axes.extents[axes.rank - 1] == size[axis];
  }
  return axes;
}

NpyAxes npyPlaneAxes(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                     const FieldPlane &plane) {
  NpyAxes axes = npyAxes(program, field, size);
  if (axes.rank < 3)
    return axes;
  for (int axis = plane.across(); axis < 2; ++axis) {
    axes.names[axis] = axes.names[axis + 1];
    axes.extents[axis] = axes.extents[axis + 1];
  }
  axes.extents[2] = 1;
  axes.rank = 2;
  return axes;
}

std::string checkPlane(const ProgramDescription &program, int field, const std::int64_t (&size)[3],
                       const FieldPlane &plane) {
  const NpyAxes axes = npyAxes(program, field, size);
  if (axes.rank < 3 || plane.at < axes.extents[plane.across()])
    return "";
  const char *const name = axes.names[plane.across()];
  return format("there is no plane %s = %lld of '%s': %s has the cells 0 to %lld", name,
                static_cast<long long>(plane.at), program.fields[field].name, name,
                static_cast<long long>(axes.extents[plane.across()]) - 1);
}

bool readField(Instance &instance, int field, const std::vector<int> &ages, NpyInput &file,
               std::string &error) {
  const FieldDescription &description = instance.description().fields[field];
  return eachChunk(instance, field, 0, instance.gridOf(field).cells(), error,
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
  const NpyAxes axes = npyAxes(program, field, size);
  isPlane = isPlane && axes.rank == 3;
  return file.open(path, program.fields[field].storage,
                   isPlane ? npyPlaneAxes(program, field, size, plane) : axes);
}

bool FieldOutput::write(const Instance &instance, std::string &error) {
  const ProgramDescription &program = instance.description();
  DomainFiles *const files = instance.itsEngine().files();
  const bool isStart = !files || instance.stepsDone() + files->resumedAt() == 0;
  if (!isStart && files && isWholeGrid(program, field))
    if (const Status status = files->verify(field, age); !status) {
      error = status.message();
      return false;
    }
  if (!isStart && files && !isPlane && isWholeGrid(program, field) &&
      files->isSettled(field, age, finite) && file.adopt(files->fileOf(field, age)))
    return true;
  const auto put = [&](std::int64_t count, void *cells) {
    if (!file.writeCells(cells, count)) {
      error = file.error();
      return false;
    }
    finite = file.allFinite();
    return true;
  };
  if (isPlane)
    return eachOfPlane(instance, field, age, plane, error, put);
  return eachChunk(instance, field, 0, instance.gridOf(field).cells(), error,
                   [&](std::int64_t first, std::int64_t count, void *cells) {
                     if (instance.cellsOut(field, -age, first, count, cells)) {
                       error = instance.lastError();
                       return false;
                     }
                     return put(count, cells);
                   });
}

} // namespace stencilc::inline STENCILC_SPACE
