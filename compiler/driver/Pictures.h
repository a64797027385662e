/// \file `--picture`: which field is drawn, the slices a program leaves for it, and the PNG.
#pragma once

#include "driver/DrawnPlane.h"
#include "driver/WorkFolder.h"
#include <memory>

namespace stencilc::driver {

/// A plane to draw and the temporary .npy files of its cells.
struct PicturedPlane {
  DrawnPlane drawn;
  std::string before, after;
};

/// The planes of a picture; the files go with this object.
struct PictureFiles {
  std::vector<PicturedPlane> planes; // of one field; at least one
  std::unique_ptr<WorkFolder> folder;

  /// A streamed domain is not passed through for a picture: planes across the last axis lie
  /// together.
  void keepFirst() { planes.resize(1); }
};

/// The field that --picture-field names, or the first updated; of one with three axes planes across
/// each, unless one is named.
std::optional<PictureFiles> preparePicture(const Options &options, const ir::Program &program,
                                           Diagnostics &diags);

/// Draws the planes before and after the run into options.picture.
bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 std::int64_t steps, Diagnostics &diags);

} // namespace stencilc::driver
