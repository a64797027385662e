/// \file The functions of the C interface that draw arrays of the caller as images in memory.
#include "interface/ErrorText.h"
#include "interface/LookJson.h"
#include "interface/stencilc.h"
#include "runtime/pictures/Movie.h"
#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>

using namespace stencilc;

namespace {

/// Returns an error message about the first of `count` slices that cannot be drawn, or an empty
/// text. `what` names a slice in messages.
std::string refuseSlices(const stencilc_slice *slices, int count, const std::string &what) {
  if (!slices || count < 1)
    return "there is no " + what + " to draw";
  for (int i = 0; i < count; ++i)
    if (const stencilc_slice &slice = slices[i]; !slice.cells || slice.nx < 1 || slice.ny < 1)
      return what + " " + std::to_string(i) + " has no cells: its array is " +
             (slice.cells ? std::to_string(slice.ny) + " rows of " + std::to_string(slice.nx)
                          : "NULL");
  return "";
}

PictureSlice viewOf(const stencilc_slice &slice) {
  return slice.is_f32 ? PictureSlice(static_cast<const float *>(slice.cells), slice.nx, slice.ny)
                      : PictureSlice(static_cast<const double *>(slice.cells), slice.nx, slice.ny);
}

/// Draws `slices` as a PNG image and stores its bytes in `file`. Returns an error message, or an
/// empty text.
std::string drawPicture(const stencilc_slice *slices, int count, int columns, const char *json,
                        std::string &file) {
  constexpr int kMost = 256; // bounds memory
  std::string why = refuseSlices(slices, count, "slice");
  if (why.empty() && count > kMost)
    why =
        "a picture has at most " + std::to_string(kMost) + " slices, not " + std::to_string(count);
  if (why.empty() && columns < 1)
    why = "'columns' is at least 1, not " + std::to_string(columns);
  interface::Look look;
  if (why.empty())
    why = readLook(json, {1, 8192}, look);
  if (why.empty() && look.options.look == PictureLook::Plain && count > 1)
    why = "'look' plain draws the cells of one slice, not of " + std::to_string(count);
  if (!why.empty())
    return why;
  PictureSheet sheet;
  for (int i = 0; i < count; ++i) {
    if (i % columns == 0)
      sheet.emplace_back();
    sheet.back().push_back(
        {viewOf(slices[i]), slices[i].title ? slices[i].title : "", look.across, look.up});
  }
  return encodePicture(sheet, look.options, file);
}

/// Draws `frames` as a GIF and stores its bytes in `file`. Returns an error message, or an empty
/// text.
std::string drawMovie(const stencilc_slice *frames, const int64_t *steps, int count,
                      const char *json, std::string &file) {
  constexpr int kPixels = 400; // default, as of --movie-size
  std::string why = refuseSlices(frames, count, "frame");
  for (int i = 1; why.empty() && i < count; ++i)
    if (frames[i].nx != frames[0].nx || frames[i].ny != frames[0].ny)
      why = "frame " + std::to_string(i) + " has " + std::to_string(frames[i].ny) + " rows of " +
            std::to_string(frames[i].nx) + ", and frame 0 has " + std::to_string(frames[0].ny) +
            " rows of " + std::to_string(frames[0].nx);
  interface::Look look;
  look.options.longest = kPixels;
  if (why.empty())
    why = readLook(json, {16, 4096}, look);
  if (!why.empty())
    return why;
  std::vector<PictureSlice> slices;
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < count; ++i) {
    slices.push_back(viewOf(frames[i]));
    numbers.push_back(steps ? steps[i] : i);
  }
  MovieOptions options;
  options.look = look.options;
  options.across = look.across;
  options.up = look.up;
  return encodeMovie(slices, numbers, options, file);
}

/// Calls `draw` with a text for the bytes of an image, and copies them to *image. `draw` returns an
/// error message, or an empty text. Returns a code of stencilc.h.
template <class Draw>
int toMemory(unsigned char **image, std::size_t *bytes, char **error, Draw draw) noexcept {
  if (error)
    *error = nullptr;
  if (!image || !bytes) {
    interface::tell(error, "there is no memory for the result: 'image' or 'bytes' is NULL");
    return STENCILC_INVALID;
  }
  *image = nullptr;
  *bytes = 0;
  const auto noMemory = [&] {
    interface::tell(error, interface::kNoMemory);
    return STENCILC_NO_MEMORY;
  };
  try {
    std::string file;
    if (const std::string why = draw(file); !why.empty()) {
      interface::tell(error, why.c_str());
      return STENCILC_INVALID;
    }
    if (auto *const copy = static_cast<unsigned char *>(std::malloc(file.size()))) {
      std::copy(file.begin(), file.end(), copy);
      *image = copy;
      *bytes = file.size();
      return STENCILC_OK;
    }
    return noMemory();
  } catch (const std::bad_alloc &) {
    return noMemory();
  } catch (const std::length_error &) { // an image that is larger than any memory
    return noMemory();
  }
}

} // namespace

extern "C" {

int stencilc_draw_picture(const stencilc_slice *slices, int count, int columns,
                          const char *look_json, unsigned char **image, size_t *bytes,
                          char **error) {
  return toMemory(image, bytes, error, [&](std::string &file) {
    return drawPicture(slices, count, columns, look_json, file);
  });
}

int stencilc_draw_movie(const stencilc_slice *frames, const int64_t *steps, int count,
                        const char *look_json, unsigned char **image, size_t *bytes, char **error) {
  return toMemory(image, bytes, error, [&](std::string &file) {
    return drawMovie(frames, steps, count, look_json, file);
  });
}

void stencilc_free_image(unsigned char *image) { std::free(image); }

} // extern "C"
