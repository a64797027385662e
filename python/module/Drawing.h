/// \file Drawing of arrays as pictures and movies, by functions of the C interface.
#pragma once

#include "Arrays.h"
#include <string>

namespace stencilc::python {

/// Contiguous f64 array of shape (ny, nx) in host memory.
using Plane =
    nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// Draws planes side by side, in `columns` columns, and returns the bytes of a PNG file. Plane i
/// has the title `titles[i]`. `look` has options in JSON, as stencilc_draw_picture() describes.
/// Raises ValueError with the reason if the picture cannot be drawn.
nanobind::bytes drawPicture(const std::vector<Plane> &planes,
                            const std::vector<std::string> &titles, int columns,
                            const std::string &look);

/// Draws planes of equal shape as the frames of a movie, and returns the bytes of a GIF file.
/// Frame i has the title "step N" with N = `steps[i]`. `look` has options in JSON, as
/// stencilc_draw_movie() describes. Raises ValueError with the reason if the movie cannot be drawn.
nanobind::bytes drawMovie(const std::vector<Plane> &frames, const std::vector<std::int64_t> &steps,
                          const std::string &look);

} // namespace stencilc::python
