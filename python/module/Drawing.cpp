/// \file Drawing of arrays as pictures and movies, by functions of the C interface.
#include "Drawing.h"
#include "Handles.h"

namespace nb = nanobind;

namespace stencilc::python {

namespace {

/// Returns descriptions of `planes` for the C interface. A plane without a title has a null title.
/// The descriptions refer to the memory of both arguments.
std::vector<stencilc_slice> slicesOf(const std::vector<Plane> &planes,
                                     const std::vector<std::string> &titles) {
  std::vector<stencilc_slice> slices;
  for (std::size_t i = 0; i < planes.size(); ++i)
    slices.push_back({planes[i].data(), 0, static_cast<std::int64_t>(planes[i].shape(1)),
                      static_cast<std::int64_t>(planes[i].shape(0)),
                      i < titles.size() ? titles[i].c_str() : nullptr});
  return slices;
}

/// Calls `draw(&image, &bytes, &error)` without the interpreter lock. Returns the bytes of the
/// image. Raises ValueError with the text of the error if the call fails.
template <class Draw> nb::bytes image(Draw draw) {
  unsigned char *made = nullptr;
  std::size_t bytes = 0;
  char *error = nullptr;
  int code;
  {
    const nb::gil_scoped_release unlocked;
    code = draw(&made, &bytes, &error);
  }
  const Text reason(error);
  const std::unique_ptr<unsigned char, void (*)(unsigned char *)> owner(made, stencilc_free_image);
  if (code != STENCILC_OK)
    throw nb::value_error(reason ? reason.get() : "the picture could not be drawn");
  return nb::bytes(reinterpret_cast<const char *>(made), bytes);
}

} // namespace

nb::bytes drawPicture(const std::vector<Plane> &planes, const std::vector<std::string> &titles,
                      int columns, const std::string &look) {
  const std::vector<stencilc_slice> slices = slicesOf(planes, titles);
  return image([&](unsigned char **made, std::size_t *bytes, char **error) {
    return stencilc_draw_picture(slices.data(), static_cast<int>(slices.size()), columns,
                                 look.c_str(), made, bytes, error);
  });
}

nb::bytes drawMovie(const std::vector<Plane> &frames, const std::vector<std::int64_t> &steps,
                    const std::string &look) {
  const std::vector<stencilc_slice> slices = slicesOf(frames, {});
  return image([&](unsigned char **made, std::size_t *bytes, char **error) {
    return stencilc_draw_movie(slices.data(), steps.data(), static_cast<int>(slices.size()),
                               look.c_str(), made, bytes, error);
  });
}

} // namespace stencilc::python
