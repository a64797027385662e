/// \file `--picture`: chooses the planes of a field, and draws them as a PNG before and after a
/// run.
#pragma once

#include "driver/draw/DrawnPlane.h"
#include "driver/process/WorkFolder.h"
#include <memory>

namespace stencilc::driver {

/// A plane of a field to draw, and temporary .npy files of its values before and after the run.
struct PicturedPlane {
  DrawnPlane drawn;
  std::string before, after;
};

/// The planes that the picture of a run shows. Their temporary files are removed with this object.
struct PictureFiles {
  std::vector<PicturedPlane> planes; // at least one, all of the same field
  std::unique_ptr<WorkFolder> folder;

  /// Keeps only the first plane, which is across the last axis. An out-of-core run draws only this
  /// plane, because planes across other axes would need a pass over the whole domain.
  void keepFirst() { planes.resize(1); }
};

/// Chooses the planes that --picture draws. The field is that of --picture-field, or the first one
/// that the first report reads. A field with three axes gets a plane across each axis, unless one
/// plane is named or the look is "plain". Returns `nullopt` after it has reported an error.
std::optional<PictureFiles> preparePicture(const Options &options, const ir::Program &program,
                                           Diagnostics &diags);

/// Draws the planes before and after a run of `steps` time steps into the PNG of --picture. Returns
/// false after it has reported an error.
bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 std::int64_t steps, Diagnostics &diags);

} // namespace stencilc::driver
