/// \file Reads and writes .npy files in chunks.
#include "runtime/files/Npy.h"
#include "runtime/core/fields/NotFinite.h"
#include "runtime/core/support/Text.h"
#include <cmath>
#include <cstring>
#include <sys/stat.h>

namespace stencilc::inline STENCILC_SPACE {

std::string NpyAxes::shape() const {
  std::string text = "(";
  for (int axis = rank - 1; axis >= 0; --axis)
    text +=
        format("n%s=%lld%s", names[axis], static_cast<long long>(extents[axis]), axis ? ", " : ")");
  return text;
}

bool NpyInput::open(const std::string &path, const std::string &owner) {
  name = path;
  if (isHdfPath(path)) {
    dataset = std::make_unique<HdfInput>();
    const bool isOpen = dataset->open(path, owner);
    head = dataset->header();
    message = dataset->error();
    return isOpen;
  }
  file.reset(std::fopen(path.c_str(), "rbe"));
  if (!file)
    return fail(std::string("cannot be read: ") + std::strerror(errno));
  struct stat status;
  if (fstat(fileno(file.get()), &status) != 0 || S_ISDIR(status.st_mode))
    return fail("is a folder, not a .npy file");
  if (const std::string wrong = readNpyHeader(file.get(), head); !wrong.empty())
    return fail(wrong);
  regular = S_ISREG(status.st_mode);
  if (!regular)
    return true; // a pipe: readCells() will notice a premature end
  const auto have = static_cast<unsigned long long>(status.st_size) - head.dataOffset;
  const unsigned long long need = head.cells * sizeOf(head.scalar);
  if (have < need)
    return fail(format("is cut short: its header announces %llu bytes of numbers, it holds %llu; "
                       "copy or write it again",
                       need, have));
  if (have > need)
    return fail(format("holds %llu bytes more than its header announces; save one array per file",
                       have - need));
  return true;
}

bool NpyInput::openRaw(const std::string &path, Scalar scalar, const NpyAxes &axes,
                       const std::string &owner) {
  name = path;
  grid = axes;
  file.reset(std::fopen(path.c_str(), "rbe"));
  struct stat status;
  if (!file || fstat(fileno(file.get()), &status) != 0)
    return fail(std::string("cannot be read: ") + std::strerror(errno));
  head.scalar = scalar;
  head.rank = axes.rank;
  for (int i = 0; i < axes.rank; ++i)
    head.shape[i] = axes.extents[axes.rank - 1 - i];
  head.cells = static_cast<std::uint64_t>(axes.cells());
  regular = S_ISREG(status.st_mode);
  const auto have = static_cast<unsigned long long>(status.st_size);
  const unsigned long long need = head.cells * sizeOf(scalar);
  if (regular && have != need)
    return fail(format("holds %llu bytes; field '%s' needs %llu: cells of %s, shape %s", have,
                       owner.c_str(), need, nameOf(scalar), axes.shape().c_str()));
  return true;
}

bool NpyInput::rewind() {
  if (!dataset && position > 0 &&
      fseeko(file.get(), static_cast<off_t>(head.dataOffset), SEEK_SET) != 0)
    return fail("is a pipe and can be read only once; give a file");
  position = 0;
  return true;
}

bool NpyInput::checkShape(const NpyAxes &axes, const std::string &owner) {
  grid = axes;
  std::int64_t wanted[3]; // C order
  for (int i = 0; i < axes.rank; ++i)
    wanted[i] = axes.extents[axes.rank - 1 - i];
  if (head.rank != axes.rank)
    return fail(format("has %d dimension%s, shape %s; field '%s' needs %d: shape %s", head.rank,
                       head.rank == 1 ? "" : "s", head.shapeText().c_str(), owner.c_str(),
                       axes.rank, axes.shape().c_str()));
  bool equal = true, reversed = true;
  for (int i = 0; i < axes.rank; ++i) {
    equal &= head.shape[i] == wanted[i];
    reversed &= head.shape[i] == wanted[axes.rank - 1 - i];
  }
  if (equal)
    return true;
  NpyAxes found = axes;
  std::string sizes;
  for (int axis = 0; axis < axes.rank; ++axis) {
    found.extents[axis] = head.shape[axes.rank - 1 - axis];
    sizes += format("%s%lld", axis ? "," : "", static_cast<long long>(found.extents[axis]));
  }
  if (head.cells == 0)
    return fail("has shape " + found.shape() + " and so no cells; give an array of shape " +
                axes.shape() + " (C order, the contiguous axis last)");
  const std::string both = "has shape " + found.shape() + ", field '" + owner + "' has " +
                           axes.shape() + " (C order, the contiguous axis last)";
  if (!axes.isGrid)
    return fail(both + (reversed ? "; the axes are reversed: save numpy.ascontiguousarray(array.T)"
                                 : "; give an array of that shape"));
  return fail(
      both +
      (reversed ? "; the axes are reversed: save numpy.ascontiguousarray(array.T), or give --size="
                : "; give an array of that shape, or --size=") +
      sizes);
}

/// Rounds `value` to the type of `rounded`. Returns false if that type cannot represent it: a
/// finite value would become infinite, or exceeds an integer type, or is NaN for an integer type.
template <class To> static bool narrowTo(To &rounded, double value) {
  rounded = static_cast<To>(value);
  if constexpr (kIsWhole<To>)
    return std::fabs(static_cast<double>(rounded) - value) <= 0.5;
  else
    return isFiniteCell(rounded) || !std::isfinite(value);
}

template <class From, class To>
bool NpyInput::convert(const From *from, To *to, std::int64_t count, Scalar scalar) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = static_cast<double>(from[i]);
    if (!std::isfinite(value) && unusual.empty())
      unusual = holds(position + i, value);
    if (!narrowTo(to[i], value))
      return fail(holds(position + i, value) + "; a field stored as " + nameOf(scalar) +
                  " cannot hold this");
  }
  return true;
}

bool NpyInput::readCells(void *cells, std::int64_t count, Scalar scalar) {
  constexpr std::int64_t kChunk = 4096;
  double raw[kChunk]; // memory for values of any type
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t part = count - done < kChunk ? count - done : kChunk;
    if (!take(raw, part))
      return false;
    void *to = static_cast<char *>(cells) + done * static_cast<std::int64_t>(sizeOf(scalar));
    const bool isFine = withCell(head.scalar, [&]<class From>(From) {
      return withCell(scalar, [&]<class To>(To) {
        return convert(reinterpret_cast<const From *>(raw), static_cast<To *>(to), part, scalar);
      });
    });
    if (!isFine)
      return false;
    done += part;
    position += part;
  }
  return true;
}

bool NpyInput::take(void *raw, std::int64_t count) {
  if (dataset) {
    const bool fine = dataset->read(raw, position, count);
    message = fine ? message : dataset->error();
    return fine;
  }
  if (std::fread(raw, sizeOf(head.scalar), count, file.get()) == std::size_t(count))
    return true;
  return fail(std::ferror(file.get()) ? std::string("cannot be read: ") + std::strerror(errno)
                                      : "is cut short; copy or write it again");
}

bool NpyInput::fail(const std::string &what) {
  message = "'" + name + "' " + what;
  return false;
}

std::string NpyInput::holds(std::int64_t index, double value) const {
  std::string where, subscripts;
  std::int64_t rest = index;
  for (int axis = 0; axis < grid.rank; ++axis) {
    const auto at = static_cast<long long>(rest % grid.extents[axis]);
    rest /= grid.extents[axis];
    where += format("%s%s=%lld", axis ? ", " : "", grid.names[axis], at);
    subscripts = format("%lld", at) + (axis ? ", " : "") + subscripts;
  }
  return "holds " + realText(value, 6) + " at cell " + where + ", array index [" + subscripts + "]";
}

bool NpyOutput::open(const std::string &path, Scalar type, const NpyAxes &axes) {
  std::int64_t shape[3];
  for (int i = 0; i < axes.rank; ++i)
    shape[i] = axes.extents[axes.rank - 1 - i];
  isRaw = isRawFile(path);
  const std::string header = isRaw ? "" : npyHeaderText(type, axes.rank, shape);
  scalar = type;
  return file.open(path,
                   header.size() + static_cast<std::uint64_t>(axes.cells()) * sizeOf(scalar)) &&
         file.write(header.data(), header.size());
}

bool NpyOutput::writeCells(void *cells, std::int64_t count) {
  isFinite &= settleNotFinite(cells, count, scalar);
  return file.write(cells, static_cast<std::size_t>(count) * sizeOf(scalar));
}

} // namespace stencilc::inline STENCILC_SPACE
