/// \file Images in the format PNG, encoded with libpng.
#include "runtime/pictures/Png.h"

#include <png.h>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the colours of `palette` as bytes: red, green and blue for each colour.
static std::vector<unsigned char> bytesOf(const Palette &palette) {
  std::vector<unsigned char> colours;
  for (const std::uint32_t colour : palette.colours)
    for (const int shift : {16, 8, 0})
      colours.push_back(static_cast<unsigned char>(colour >> shift & 0xff));
  return colours;
}

std::string encodePng(const Canvas &canvas, const Palette &palette, std::string &file) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width());
  image.height = static_cast<png_uint_32>(canvas.height());
  image.format = PNG_FORMAT_RGB_COLORMAP;
  image.colormap_entries = 256;
  const std::vector<unsigned char> colours = bytesOf(palette);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  file.resize(size);
  if (!png_image_write_to_memory(&image, file.data(), &size, 0, canvas.row(0), 0, colours.data()))
    return std::string("the picture cannot be encoded: ") + image.message;
  file.resize(size);
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
