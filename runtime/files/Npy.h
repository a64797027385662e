/// \file Reading and writing of NumPy's .npy files (format versions 1, 2 and 3) in C order, for all
/// cell types. NumPy has no bf16, which is stored as raw bytes.
///
/// A field with axes x, y, z (x contiguous) is an array of shape (nz, ny, nx), because C order
/// names the slowest axis first. Messages name the axis of each extent. Format:
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "runtime/files/NpyHeader.h"
#include "runtime/files/OutputFile.h"
#include "runtime/files/hdf/HdfInput.h"
#include "stencilc/Description.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Names and lengths of a field's axes, in the order of the .stencil file: the first axis (x) is
/// contiguous in memory.
struct NpyAxes {
  int rank = 0;
  const char *names[3] = {"x", "y", "z"};
  std::int64_t extents[3] = {1, 1, 1};
  bool isGrid = true; // has all axes and the extents of the grid

  std::int64_t cells() const { return extents[0] * extents[1] * extents[2]; }
  /// Returns the shape in C order with the names of the axes, such as "(nz=40, ny=30, nx=20)".
  std::string shape() const;
};

/// Reader of a .npy file. It reads in parts, so that a large field is not held in memory twice.
class NpyInput {
public:
  const std::string &error() const { return message; }
  const NpyHeader &header() const { return head; }

  /// Opens the file `path`, reads its header and does all checks that do not depend on the grid. In
  /// an HDF5 or netCDF-4 file, reads the array called `owner` unless the path names another.
  /// Returns false after setting error().
  bool open(const std::string &path, const std::string &owner = "");

  /// Opens a file without a header for the field `owner`. The file holds cells of type `scalar`,
  /// and `axes` has the numbers of cells along the axes. Returns false after setting error().
  bool openRaw(const std::string &path, Scalar scalar, const NpyAxes &axes,
               const std::string &owner);
  /// Returns true for a regular file in .npy or raw format. Returns false for pipes, devices, and
  /// arrays in HDF5 files.
  bool isRegular() const { return regular; }

  /// Makes the first cell the next one to be read. Returns false for a pipe that has been read.
  bool rewind();

  /// Returns true if the array has the shape of a field with `axes`. Otherwise returns false after
  /// setting error(), a message in which the field has the name `owner`.
  bool checkShape(const NpyAxes &axes, const std::string &owner);

  /// Reads the next `count` cells and converts them to the type `scalar` in `cells`. Returns false
  /// after setting error() if the file ends early or the type cannot represent a number.
  bool readCells(void *cells, std::int64_t count, Scalar scalar);
  /// Returns a message about the first NaN or infinity read so far, such as "holds nan at cell x=2,
  /// array index [2]". The message is empty if all cells read are finite.
  const std::string &firstNotFinite() const { return unusual; }

private:
  struct Close {
    void operator()(std::FILE *f) const { std::fclose(f); }
  };

  bool fail(const std::string &what);

  /// Converts `count` cells to another type. The first cell has index `position` in the array.
  /// Returns false after setting error() if a number cannot be represented.
  template <class From, class To>
  bool convert(const From *from, To *to, std::int64_t count, Scalar scalar);

  /// Returns a message about one value, such as "holds 1e40 at cell x=2, y=0, array index [0, 2]".
  std::string holds(std::int64_t index, double value) const;

  std::string name, message, unusual;
  /// Reads the next `count` cells into `raw`, in the type of the file. Returns false after setting
  /// error() if the file ends before.
  bool take(void *raw, std::int64_t count);

  std::unique_ptr<std::FILE, Close> file;
  std::unique_ptr<HdfInput> dataset; // used instead of `file` for HDF5 and netCDF-4
  NpyHeader head;
  NpyAxes grid;
  std::int64_t position = 0;
  bool regular = false;
};

/// Writer of a .npy file, which takes cells in memory order. The order of calls is open(),
/// writeCells() ..., finish(), commit(). Functions that return `bool`, except allFinite() and
/// adopt(), return false after setting error(). The file gets its name in commit().
class NpyOutput {
public:
  const std::string &error() const { return file.error(); }

  bool open(const std::string &path, Scalar type, const NpyAxes &axes);
  /// Makes this process write nothing, because another process writes the file (see OutputFile).
  void leaveToAnother() { file.leaveToAnother(); }
  /// Writes the next `count` cells, which have the type of the file. First gives all NaNs in
  /// `cells` the same bits. Returns false after setting error().
  bool writeCells(void *cells, std::int64_t count);
  /// Returns true if all cells written so far are finite.
  bool allFinite() const { return isFinite; }
  /// Uses the file `existing`, a .npy file with the same array, as output file through a hard link,
  /// so that no cells need to be written. Returns false if that is not possible, for example on
  /// another file system.
  bool adopt(const std::string &existing) { return !isRaw && file.adopt(existing); }
  bool finish() { return file.finish(); }
  bool commit() { return file.commit(); }

private:
  OutputFile file;
  Scalar scalar = Scalar::F64;
  bool isRaw = false, isFinite = true;
};

} // namespace stencilc::inline STENCILC_SPACE
