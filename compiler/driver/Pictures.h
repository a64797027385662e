/// \file `--picture`: which field is drawn, the slices a program leaves for it, and the PNG.
#pragma once

#include "driver/Options.h"
#include "driver/WorkFolder.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"
#include <memory>
#include <optional>
#include <string>

namespace stencilc::driver {

/// The field to draw and the temporary .npy files of its slices; the files go with this object.
struct PictureFiles {
  std::string field, before, after;
  std::unique_ptr<WorkFolder> folder;
};

/// `wanted`, or the first updated field.
std::optional<PictureFiles> preparePicture(const ir::Program &program, const std::string &wanted,
                                           Diagnostics &diags);

/// Draws the slices before and after the run side by side into options.picture.
bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 Diagnostics &diags);

} // namespace stencilc::driver
