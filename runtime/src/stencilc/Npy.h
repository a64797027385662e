/// \file Reading and writing of NumPy's .npy files (format versions 1, 2 and 3) in C order, for all
/// cell types. NumPy has no bf16, which is stored as raw bytes.
///
/// A field with axes x, y, z (x contiguous) is an array of shape (nz, ny, nx), because C order
/// names the slowest axis first. Messages name the axis of each extent. Format:
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "stencilc/Description.h"
#include "stencilc/NpyHeader.h"
#include "stencilc/OutputFile.h"
#include "stencilc/save/HdfInput.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// The names and extents of a field's axes in the order of the source, in which the first is
/// contiguous.
struct NpyAxes {
  int rank = 0;
  const char *names[3] = {"x", "y", "z"};
  std::int64_t extents[3] = {1, 1, 1};
  bool isGrid = true; // has all axes and the extents of the grid

  std::int64_t cells() const { return extents[0] * extents[1] * extents[2]; }
  /// Returns the shape in C order with the names of the axes, such as "(nz=40, ny=30, nx=20)".
  std::string shape() const;
};

/// A reader of a .npy file. It reads in chunks, so that a large field is not held in memory twice.
class NpyInput {
public:
  const std::string &error() const { return message; }
  const NpyHeader &header() const { return head; }

  /// Reads the header and does all checks that do not depend on the grid. If `path` is an HDF5 or
  /// netCDF-4 file, reads an array in it, which is named `owner` unless the path names another
  /// (save/HdfInput.h). Returns false after setting error().
  bool open(const std::string &path, const std::string &owner = "");

  /// Opens a file without a header that holds cells of type `scalar` for the field `owner`, with
  /// the extents of `axes`. Returns false after setting error().
  bool openRaw(const std::string &path, Scalar scalar, const NpyAxes &axes,
               const std::string &owner);
  /// Returns true for a regular file in .npy or raw format. It is false for pipes, devices, and
  /// arrays in HDF5 files.
  bool isRegular() const { return regular; }

  /// Goes back to the first cell. Returns false for a pipe that has been read.
  bool rewind();

  /// Returns true if the array has the shape of a field with `axes`. Otherwise sets error(), in
  /// which `owner` is the name of the field.
  bool checkShape(const NpyAxes &axes, const std::string &owner);

  /// Reads the next `count` cells into `cells` and converts them to `scalar`. Returns false after
  /// setting error() if the file ends early or `scalar` cannot represent a number.
  bool readCells(void *cells, std::int64_t count, Scalar scalar);
  /// Returns a message about the first NaN or infinity read so far, such as "holds nan at cell x=2,
  /// array index [2]". It is empty if there was none.
  const std::string &firstNotFinite() const { return unusual; }

private:
  struct Close {
    void operator()(std::FILE *f) const { std::fclose(f); }
  };

  bool fail(const std::string &what);

  /// Converts `count` cells, the first of which has index `position` in the array. Returns false
  /// after setting error().
  template <class From, class To>
  bool convert(const From *from, To *to, std::int64_t count, Scalar scalar);

  /// Returns a message about one value, such as "holds 1e40 at cell x=2, y=0, array index [0, 2]".
  std::string holds(std::int64_t index, double value) const;

  std::string name, message, unusual;
  /// Reads the next `count` cells in the type of the file. Returns false after setting error().
  bool take(void *raw, std::int64_t count);

  std::unique_ptr<std::FILE, Close> file;
  std::unique_ptr<HdfInput> dataset; // used instead of `file` for HDF5 and netCDF-4
  NpyHeader head;
  NpyAxes grid;
  std::int64_t position = 0;
  bool regular = false;
};

/// A writer of a .npy file, which takes cells in memory order. OutputFile describes the order of
/// calls and the state after an error.
class NpyOutput {
public:
  const std::string &error() const { return file.error(); }

  bool open(const std::string &path, Scalar type, const NpyAxes &axes);
  /// Makes this process write nothing, because another process writes the file (see OutputFile).
  void leaveToAnother() { file.leaveToAnother(); }
  /// Writes the next `count` cells, which have the type of the file. All NaNs in `cells` and in the
  /// file get the same bits. Returns false after setting error().
  bool writeCells(void *cells, std::int64_t count);
  /// Returns whether all cells written so far are finite.
  bool allFinite() const { return isFinite; }
  /// Takes over the file `existing`, a .npy file with this array, instead of writing cells (see
  /// OutputFile::adopt). Returns false if that is not possible.
  bool adopt(const std::string &existing) { return !isRaw && file.adopt(existing); }
  bool finish() { return file.finish(); }
  bool commit() { return file.commit(); }

private:
  OutputFile file;
  Scalar scalar = Scalar::F64;
  bool isRaw = false, isFinite = true;
};

} // namespace stencilc::inline STENCILC_SPACE
