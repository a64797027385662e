/// \file Rendering of a picture: rows of panels with axes and titles, and one colour bar.
#pragma once

#include "Canvas.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the colour scale that all panels of `sheet` share, for the values in all panels.
/// `options` may set the range and the colour map.
PictureScale scaleOf(const PictureSheet &sheet, const PictureOptions &options);
/// Returns the colour scale that all frames of a movie share. `values` holds the values of all
/// frames. `options` may set the range and the colour map.
PictureScale scaleOf(ScaleValues &values, const PictureSheet &sheet, const PictureOptions &options);

/// Returns the palette of the images that drawSheet() returns, whose pixels are indices into this
/// palette.
Palette paletteOf(const PictureSheet &sheet, const PictureOptions &options,
                  const PictureScale &scale);

/// Returns an image with the panels of `sheet`. Precondition: each panel has at least one cell. If
/// every panel has one row, all are drawn as curves in one panel. The image size depends only on
/// the sizes of the slices, axis labels, scale and options. All frames of a movie therefore have
/// the same size.
Canvas drawSheet(const PictureSheet &sheet, const PictureScale &scale,
                 const PictureOptions &options);

} // namespace stencilc::inline STENCILC_SPACE
