/// \file Reading and writing NumPy's .npy files (format versions 1, 2 and 3), C order: all types of
/// cells, of which bf16, for which NumPy has no name, is raw bytes.
///
/// A field with axes x, y, z (x contiguous) is an array of shape (nz, ny, nx): C order names the
/// slowest axis first. Every message says which extent is which.
/// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "stencilc/Description.h"
#include "stencilc/NpyHeader.h"
#include "stencilc/OutputFile.h"
#include "stencilc/save/HdfInput.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Names and sizes of a field's axes, in the order of the source: the first is contiguous.
struct NpyAxes {
  int rank = 0;
  const char *names[3] = {"x", "y", "z"};
  std::int64_t extents[3] = {1, 1, 1};
  bool isGrid = true; // all axes of the grid, with its extents

  std::int64_t cells() const { return extents[0] * extents[1] * extents[2]; }
  /// "(nz=40, ny=30, nx=20)", the shape in C order.
  std::string shape() const;
};

/// A .npy file being read, cell after cell, so that no second copy of a large field is held.
class NpyInput {
public:
  const std::string &error() const { return message; }
  const NpyHeader &header() const { return head; }

  /// Reads the header and checks everything that does not depend on the grid. A path of an HDF5 or
  /// netCDF-4 file is an array in it, called like `owner` unless the path says another
  /// (save/HdfInput.h).
  bool open(const std::string &path, const std::string &owner = "");

  /// Opens a file without a header: cells of type `scalar`, those of `owner`.
  bool openRaw(const std::string &path, Scalar scalar, const NpyAxes &axes,
               const std::string &owner);
  /// Not a pipe.
  bool isRegular() const { return regular; }

  /// Goes back to the first cell.
  bool rewind();

  /// True if the array has the shape of a field with `axes`; `owner` names the field in messages.
  bool checkShape(const NpyAxes &axes, const std::string &owner);

  /// The next `count` cells, converted to `scalar`. A number that `scalar` cannot hold is refused.
  bool readCells(void *cells, std::int64_t count, Scalar scalar);
  /// The first NaN or infinity that was read, for people: "holds nan at cell x=2, array index [2]".
  const std::string &firstNotFinite() const { return unusual; }

private:
  struct Close {
    void operator()(std::FILE *f) const { std::fclose(f); }
  };

  bool fail(const std::string &what);

  /// Cells from `position` on.
  template <class From, class To>
  bool convert(const From *from, To *to, std::int64_t count, Scalar scalar);

  /// "holds 1e40 at cell x=2, y=0, array index [0, 2]"; without the cell where the axes have no
  /// names here.
  std::string holds(std::int64_t index, double value) const;

  std::string name, message, unusual;
  /// Reads cells as they are stored.
  bool take(void *raw, std::int64_t count);

  std::unique_ptr<std::FILE, Close> file;
  std::unique_ptr<HdfInput> dataset; // in its place
  NpyHeader head;
  NpyAxes grid;
  std::int64_t position = 0;
  bool regular = false;
};

/// A .npy file being written, cell after cell, in the order of memory. See OutputFile for the order
/// of calls and what is left after an error.
class NpyOutput {
public:
  const std::string &error() const { return file.error(); }

  bool open(const std::string &path, Scalar type, const NpyAxes &axes);
  /// See OutputFile.
  void leaveToAnother() { file.leaveToAnother(); }
  /// `cells` in the file's type. NaN among them get their one bit pattern, there and in the file.
  bool writeCells(void *cells, std::int64_t count);
  /// Whether no cell written so far was NaN or infinite.
  bool allFinite() const { return isFinite; }
  /// See OutputFile::adopt; `existing` is a .npy file with this array.
  bool adopt(const std::string &existing) { return !isRaw && file.adopt(existing); }
  bool finish() { return file.finish(); }
  bool commit() { return file.commit(); }

private:
  OutputFile file;
  Scalar scalar = Scalar::F64;
  bool isRaw = false, isFinite = true;
};

} // namespace stencilc::inline STENCILC_SPACE
