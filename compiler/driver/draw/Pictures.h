/// \file `--picture`: chooses planes of a field, and draws their values before and after a run as a
/// PNG.
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

/// Chooses the planes that --picture draws, of the field in --picture-field or else of the default
/// field (updated and, if possible, read by the first report). A field with three axes gets a plane
/// across each axis. It gets only one if the user names a plane or gives --picture-look=plain.
/// Returns `nullopt` after it has reported an error.
std::optional<PictureFiles> preparePicture(const Options &options, const ir::Program &program,
                                           Diagnostics &diags);

/// Draws the planes before and after a run of `steps` time steps into the PNG of --picture. Returns
/// false after it has reported an error.
bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 std::int64_t steps, Diagnostics &diags);

} // namespace stencilc::driver
