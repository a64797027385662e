/// \file Copies of the cells of a plane to the host, some rows at a time.
#include "runtime/files/FieldPlanes.h"
#include "runtime/files/FieldFiles.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Plane of a field whose cells are being copied to the host.
struct PlaneCopy {
  const Instance &instance;
  int field, age;
  const Grid grid;
  const std::int64_t size; // bytes of a cell
  std::string &error;
  const std::function<bool(std::int64_t, void *)> &work;

  bool take(std::int64_t first, std::int64_t count, void *cells) const {
    if (!instance.cellsOut(field, -age, first, count, cells))
      return true;
    error = instance.lastError();
    return false;
  }

  bool together(std::int64_t begin, std::int64_t end) const {
    return eachChunk(instance, field, begin, end, error,
                     [&](std::int64_t first, std::int64_t count, void *cells) {
                       return take(first, count, cells) && work(count, cells);
                     });
  }

  /// Passes the plane across the second axis at index `y`, one row of each xy plane, to the
  /// function `work`, row by row. Returns false if `work` returns false or a copy fails.
  bool rows(std::int64_t y) const {
    std::vector<unsigned char> row(static_cast<std::size_t>(grid.nx * size));
    for (std::int64_t z = 0; z < grid.nz; ++z)
      if (!take((z * grid.ny + y) * grid.nx, grid.nx, row.data()) || !work(grid.nx, row.data()))
        return false;
    return true;
  }

  /// Passes the plane across the first axis at index `x` to the function `work`, some cells at a
  /// time. Reads all cells of the field, because a copy of each single cell would take longer.
  /// Returns false if `work` returns false or a copy fails.
  bool picked(std::int64_t x) const {
    std::vector<unsigned char> found;
    return eachChunk(instance, field, 0, grid.cells(), error,
                     [&](std::int64_t first, std::int64_t count, unsigned char *cells) {
                       if (!take(first, count, cells))
                         return false;
                       found.clear();
                       const std::int64_t ahead = (x - first % grid.nx + grid.nx) % grid.nx;
                       for (std::int64_t i = ahead; i < count; i += grid.nx)
                         found.insert(found.end(), cells + i * size, cells + (i + 1) * size);
                       return work(static_cast<std::int64_t>(found.size()) / size, found.data());
                     });
  }
};

} // namespace

bool eachOfPlane(const Instance &instance, int field, int age, const FieldPlane &plane,
                 std::string &error, const std::function<bool(std::int64_t, void *)> &work) {
  const ProgramDescription &program = instance.description();
  const Grid grid = instance.gridOf(field);
  const PlaneCopy copy{
      instance, field, age, grid, static_cast<std::int64_t>(sizeOf(program.fields[field].storage)),
      error,    work};
  const int rank = program.rank - __builtin_popcount(program.fields[field].lacks);
  if (rank < 3)
    return copy.together(0, grid.cells());
  if (plane.across() == 0)
    return copy.picked(plane.cellOf(grid.nx));
  if (plane.across() == 1)
    return copy.rows(plane.cellOf(grid.ny));
  const std::int64_t cells = std::int64_t{grid.nx} * grid.ny;
  const std::int64_t begin = plane.cellOf(grid.nz) * cells;
  return copy.together(begin, begin + cells);
}

} // namespace stencilc::inline STENCILC_SPACE
