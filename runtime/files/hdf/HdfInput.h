/// \file Reader of an array in an HDF5 or netCDF-4 file, with the interface of the reader of .npy
/// files.
#pragma once

#include "runtime/files/NpyHeader.h"
#include "runtime/files/hdf/HdfObjects.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Parts of a path on the command line: `FILE`, `FILE@STEP`, `FILE:VARIABLE` or
/// `FILE:VARIABLE@STEP`.
struct HdfPath {
  std::string file, variable, step; // `variable` and `step` may be empty
};
/// Splits a path such as `FILE:VARIABLE@STEP` into file, variable and step. If a file with the
/// whole name exists, or no part of the path names a file, the whole path is the file.
HdfPath parseHdfPath(const std::string &path);
/// Returns true if `path` names an HDF5 or netCDF file, alone or followed by a variable or a step
/// of that file.
bool isHdfPath(const std::string &path);

/// One array of an HDF5 or netCDF-4 file. Its elements are floats of at most 64 bits or integers of
/// at most 32 bits. The element type in header(), `f32` or `f64`, represents all of them exactly.
/// Functions return false after setting error().
class HdfInput {
public:
  HdfInput() = default;
  HdfInput(const HdfInput &) = delete;
  HdfInput &operator=(const HdfInput &) = delete;
  ~HdfInput();

  const std::string &error() const { return message; }
  const NpyHeader &header() const { return head; }

  /// Opens the variable that `path` names, or variable `owner` if it names none. In a saved series
  /// it selects the step that `path` names, or the last step. Returns false after setting error().
  bool open(const std::string &path, const std::string &owner);
  /// Reads `count` cells, starting with cell index `position`, into `cells`, converted to the
  /// header's element type. Returns false after setting error().
  bool read(void *cells, std::int64_t position, std::int64_t count);

private:
  bool fail(const std::string &what);
  bool openDataset(const std::string &variable);
  bool takeType(const std::string &variable);
  bool readSteps(const std::vector<hdf::Size> &extents, std::vector<std::int64_t> &steps);
  bool takeStep(const HdfPath &path);
  bool load(std::int64_t block);

  std::string name, message;
  const hdf::Library *library = nullptr;
  hdf::Handle file, dataset;
  NpyHeader head;
  bool isSeries = false;
  hdf::Size place = 0;               // index of the chosen step in a series
  std::vector<unsigned char> buffer; // whole slices of the array along its first axis
  std::int64_t begin = 0, end = 0;   // range of cell indices in `buffer`
};

} // namespace stencilc::inline STENCILC_SPACE
