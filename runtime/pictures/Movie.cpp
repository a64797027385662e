/// \file Movies from files of frames: each frame becomes an image of an animated GIF.
#include "runtime/pictures/Movie.h"

#include "runtime/files/FrameFile.h"
#include "runtime/pictures/Gif.h"
#include "runtime/pictures/Sheet.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the axis for a frame in which each value is the mean of `perValue` cells. `axis` is the
/// axis of the cells: the coordinate of the first cell and the distance between cells.
static PictureAxis coarser(PictureAxis axis, std::int64_t perValue) {
  axis.first += axis.step * static_cast<double>(perValue - 1) / 2;
  axis.step *= static_cast<double>(perValue);
  return axis;
}

/// Collects the values of all frames in `input`, from which the colour scale is chosen. Afterwards
/// `input` will read its first frame again.
static ScaleValues valuesOf(FrameInput &input) {
  ScaleValues values;
  Frame frame;
  while (input.next(frame))
    for (const double value : frame.values)
      values.add(value);
  input.rewind();
  return values;
}

std::string writeMovie(const std::string &path, const std::string &frames,
                       const MovieOptions &options, MovieFacts &facts) {
  facts = {};
  FrameInput input;
  if (!input.open(frames))
    return "'" + frames + "' holds no frames";
  const FrameHead &head = input.header();
  Frame frame, next;
  ScaleValues values = valuesOf(input);
  const double *const none = nullptr;
  PictureSheet sheet = {{{PictureSlice(none, head.nx, head.ny)}}};
  const PictureScale scale = scaleOf(values, sheet, options.look);
  const PictureAxis across = coarser(options.across, head.perValue),
                    up = coarser(options.up, head.perValue);
  Gif gif;
  bool isMore = input.next(frame);
  while (isMore) {
    isMore = input.next(next);
    sheet = {{{PictureSlice(frame.values.data(), head.nx, head.ny),
               "step " + std::to_string(frame.step), across, up}}};
    const Canvas canvas = drawSheet(sheet, scale, options.look);
    if (facts.frames == 0)
      if (std::string error =
              gif.begin(canvas.width(), canvas.height(), paletteOf(sheet, options.look, scale));
          !error.empty())
        return error;
    constexpr int kShown = 5, kLast = 100; // hundredths of a second
    if (std::string error = gif.add(canvas, isMore ? kShown : kLast); !error.empty())
      return error;
    facts.width = canvas.width();
    facts.height = canvas.height();
    if (++facts.frames; options.drawn)
      options.drawn(facts.frames);
    std::swap(frame, next);
  }
  if (facts.frames == 0)
    return "'" + frames + "' holds no frames";
  const std::string error = gif.write(path);
  facts.bytes = gif.bytes();
  return error;
}

} // namespace stencilc::inline STENCILC_SPACE
