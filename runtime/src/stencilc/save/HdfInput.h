/// \file An array of an HDF5 or netCDF-4 file, read as one of a .npy file is.
#pragma once

#include "stencilc/NpyHeader.h"
#include "stencilc/save/HdfObjects.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// What a path of a command line says: `FILE`, `FILE@STEP`, `FILE:VARIABLE`, `FILE:VARIABLE@STEP`.
struct HdfPath {
  std::string file, variable, step; // the last two may be empty
};
/// A file that is there by the whole path has neither variable nor step.
HdfPath parseHdfPath(const std::string &path);
/// Whether a path names an HDF5 file, or part of a file.
bool isHdfPath(const std::string &path);

/// Numbers are floating-point ones of up to 64 bits, or whole ones of up to 32: all are exact as
/// the type that header() says. Calls return false after setting error().
class HdfInput {
public:
  HdfInput() = default;
  HdfInput(const HdfInput &) = delete;
  HdfInput &operator=(const HdfInput &) = delete;
  ~HdfInput();

  const std::string &error() const { return message; }
  const NpyHeader &header() const { return head; }

  /// Opens a variable: that of the path, else the one called `owner`. Of a series it is the step of
  /// the path, or the last one.
  bool open(const std::string &path, const std::string &owner);
  /// The next `count` cells, from `position` on, as the header's type.
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
  hdf::Size place = 0;               // of the step in a series
  std::vector<unsigned char> buffer; // whole slices along the first axis
  std::int64_t begin = 0, end = 0;   // cells in it
};

} // namespace stencilc::inline STENCILC_SPACE
