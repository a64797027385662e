/// \file Pictures as PNG files, and slices read from .npy files.
#include "runtime/pictures/Picture.h"

#include "runtime/files/Npy.h"
#include "runtime/pictures/ImageFile.h"
#include "runtime/pictures/Panel.h"
#include "runtime/pictures/Png.h"
#include "runtime/pictures/Sheet.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

std::uint32_t pictureColour(const PictureScale &scale, double value) {
  return Palette(scale.map).colours[shadeOf(scale, value)];
}

std::string encodePicture(const PictureSheet &sheet, const PictureOptions &options,
                          std::string &file) {
  for (const auto &row : sheet)
    for (const PicturePanel &panel : row)
      if (panel.slice.nx < 1 || panel.slice.ny < 1)
        return "a picture needs at least one cell";
  const PictureScale scale = scaleOf(sheet, options);
  return encodePng(drawSheet(sheet, scale, options), paletteOf(sheet, options, scale), file);
}

std::string writePicture(const std::string &path, const PictureSheet &sheet,
                         const PictureOptions &options) {
  std::string file;
  const std::string error = encodePicture(sheet, options, file);
  return error.empty() ? writeImageFile(path, file) : "'" + path + "': " + error;
}

std::string loadSlice(const std::string &path, LoadedSlice &slice) {
  NpyInput file;
  if (!file.open(path))
    return file.error();
  const NpyHeader &header = file.header();
  if (header.rank < 1 || header.rank > 2 || header.cells == 0)
    return "'" + path + "' has shape " + header.shapeText() + "; a picture needs 1 or 2 dimensions";
  slice.nx = header.shape[header.rank - 1];
  slice.ny = header.rank == 2 ? header.shape[0] : 1;
  slice.cells.resize(header.cells);
  return file.readCells(slice.cells.data(), std::int64_t(header.cells), Scalar::F64) ? ""
                                                                                     : file.error();
}

} // namespace stencilc::inline STENCILC_SPACE
