/// \file Movies as animated GIFs, encoded with giflib.
#include "runtime/pictures/Gif.h"

#include <algorithm>
#include <gif_lib.h>

namespace stencilc::inline STENCILC_SPACE {

Gif::Gif() = default;

Gif::~Gif() {
  int ignored = 0;
  if (gif)
    EGifCloseFile(gif, &ignored);
}

std::string Gif::failure() const {
  const char *const why = GifErrorString(gif ? gif->Error : E_GIF_ERR_NOT_ENOUGH_MEM);
  return std::string("the movie cannot be encoded: ") + (why ? why : "giflib does not say why");
}

std::string Gif::begin(int width, int height, const Palette &palette) {
  const auto append = [](GifFileType *to, const GifByteType *bytes, int count) {
    static_cast<std::string *>(to->UserData)
        ->append(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(count));
    return count;
  };
  int error = 0;
  gif = EGifOpen(&file, append, &error);
  if (!gif)
    return failure();
  EGifSetGifVersion(gif, true); // version 89a, which has delays
  GifColorType colours[256];
  std::transform(palette.colours.begin(), palette.colours.end(), colours, [](std::uint32_t c) {
    return GifColorType{static_cast<GifByteType>(c >> 16), static_cast<GifByteType>(c >> 8 & 0xff),
                        static_cast<GifByteType>(c & 0xff)};
  });
  ColorMapObject *const map = GifMakeMapObject(256, colours);
  const bool hasScreen =
      map && EGifPutScreenDesc(gif, width, height, 8, Palette::kPaper, map) != GIF_ERROR;
  GifFreeMapObject(map);
  constexpr char kLoop[] = "NETSCAPE2.0"; // the extension that repeats a movie
  // Data of the extension: block 1, then the number of repetitions, 0 for no end.
  constexpr unsigned char kForever[] = {1, 0, 0};
  const bool hasLoop = hasScreen &&
                       EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
                       EGifPutExtensionBlock(gif, sizeof kLoop - 1, kLoop) != GIF_ERROR &&
                       EGifPutExtensionBlock(gif, sizeof kForever, kForever) != GIF_ERROR &&
                       EGifPutExtensionTrailer(gif) != GIF_ERROR;
  return hasLoop ? "" : failure();
}

std::string Gif::add(const Canvas &canvas, int hundredths) {
  int left = canvas.width(), right = -1, top = canvas.height(), bottom = -1;
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 0; x < canvas.width(); ++x)
      if (!last || last->at(x, y) != canvas.at(x, y)) {
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
      }
  if (right < 0)
    left = right = top = bottom = 0; // no pixel has changed: store one
  GraphicsControlBlock control = {};
  control.DisposalMode = DISPOSE_DO_NOT;
  control.DelayTime = hundredths;
  control.TransparentColor = NO_TRANSPARENT_COLOR;
  GifByteType bytes[4];
  const std::size_t size = EGifGCBToExtension(&control, bytes);
  if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(size), bytes) == GIF_ERROR)
    return failure();
  if (std::string error = putImage(canvas, left, top, right, bottom); !error.empty())
    return error;
  last = std::make_unique<Canvas>(canvas);
  return "";
}

std::string Gif::putImage(const Canvas &canvas, int left, int top, int right, int bottom) {
  const int width = right - left + 1;
  if (EGifPutImageDesc(gif, left, top, width, bottom - top + 1, false, nullptr) == GIF_ERROR)
    return failure();
  std::vector<GifPixelType> line(static_cast<std::size_t>(width));
  for (int y = top; y <= bottom; ++y) {
    std::copy_n(canvas.row(y) + left, width, line.begin()); // giflib modifies the row
    if (EGifPutLine(gif, line.data(), width) == GIF_ERROR)
      return failure();
  }
  return "";
}

std::string Gif::end(std::string &bytes) {
  int error = 0;
  GifFileType *const open = gif;
  gif = nullptr;
  if (EGifCloseFile(open, &error) == GIF_ERROR)
    return failure();
  bytes = std::move(file);
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
