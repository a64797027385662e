/// \file Draws frames, from a file or from memory, as the images of an animated GIF.
#include "runtime/pictures/Movie.h"

#include "runtime/files/FrameFile.h"
#include "runtime/pictures/Gif.h"
#include "runtime/pictures/ImageFile.h"
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

namespace {

/// Frames from which a movie is drawn: their size, and functions that read them. They are read
/// twice, for the colour scale and for the images.
struct MovieFrames {
  FrameHead head = {};
  std::function<bool(Frame &)> next = {}; // reads the next frame; false after the last one
  std::function<void()> rewind = {};
};

} // namespace

/// Collects the values of all frames, from which the colour scale is chosen. Afterwards the first
/// frame will be read again.
static ScaleValues valuesOf(const MovieFrames &frames) {
  ScaleValues values;
  Frame frame;
  while (frames.next(frame))
    for (const double value : frame.values)
      values.add(value);
  frames.rewind();
  return values;
}

/// Draws `frames` as an animated GIF and stores its bytes in `file`. Returns an error message, or
/// an empty text. Without frames, `facts.frames` is 0 and `file` stays empty.
static std::string encodeFrames(const MovieFrames &frames, const MovieOptions &options,
                                MovieFacts &facts, std::string &file) {
  facts = {};
  const FrameHead &head = frames.head;
  Frame frame, next;
  ScaleValues values = valuesOf(frames);
  const double *const none = nullptr;
  PictureSheet sheet = {{{PictureSlice(none, head.nx, head.ny)}}};
  const PictureScale scale = scaleOf(values, sheet, options.look);
  const PictureAxis across = coarser(options.across, head.perValue),
                    up = coarser(options.up, head.perValue);
  Gif gif;
  bool isMore = frames.next(frame);
  while (isMore) {
    isMore = frames.next(next);
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
    return "";
  std::string error = gif.end(file);
  facts.bytes = file.size();
  return error;
}

std::string encodeMovie(const std::vector<PictureSlice> &slices,
                        const std::vector<std::int64_t> &steps, const MovieOptions &options,
                        std::string &file) {
  if (slices.empty() || slices.front().nx < 1 || slices.front().ny < 1)
    return "a movie needs at least one frame with at least one cell";
  const PictureSlice &first = slices.front();
  FrameMeans means;
  means.resize(first.nx, first.ny, options.look.longest);
  std::size_t at = 0;
  const auto next = [&](Frame &frame) {
    if (at == slices.size())
      return false;
    const PictureSlice &slice = slices[at];
    means.begin();
    if (slice.f64)
      means.add(slice.f64, slice.nx * slice.ny, Scalar::F64);
    else
      means.add(slice.f32, slice.nx * slice.ny, Scalar::F32);
    frame.values = means.end();
    frame.step = steps[at++];
    return true;
  };
  MovieFacts facts;
  return encodeFrames({means.header(), next, [&] { at = 0; }}, options, facts, file);
}

std::string writeMovie(const std::string &path, const std::string &frames,
                       const MovieOptions &options, MovieFacts &facts) {
  facts = {};
  FrameInput input;
  if (!input.open(frames))
    return "'" + frames + "' holds no frames";
  std::string file;
  const auto next = [&](Frame &frame) { return input.next(frame); };
  std::string error =
      encodeFrames({input.header(), next, [&] { input.rewind(); }}, options, facts, file);
  if (!error.empty())
    return error;
  return facts.frames == 0 ? "'" + frames + "' holds no frames" : writeImageFile(path, file);
}

} // namespace stencilc::inline STENCILC_SPACE
