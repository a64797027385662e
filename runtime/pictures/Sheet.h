/// \file Rendering of a picture: rows of panels with axes and titles, and one colour bar.
#pragma once

#include "runtime/pictures/Canvas.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the colour scale that all panels of `sheet` share, chosen from the values in all panels.
/// `options` can give the range of the scale and, except for curves, the colour map.
PictureScale scaleOf(const PictureSheet &sheet, const PictureOptions &options);
/// Returns the colour scale that all frames of a movie share, chosen from `values`, which holds the
/// values of all frames. `options` can give the range of the scale and, except for curves, the
/// colour map.
PictureScale scaleOf(ScaleValues &values, const PictureSheet &sheet, const PictureOptions &options);

/// Returns the palette of the images that drawSheet() returns, whose pixels are indices into this
/// palette.
Palette paletteOf(const PictureSheet &sheet, const PictureOptions &options,
                  const PictureScale &scale);

/// Returns an image with the panels of `sheet`. Each panel must have at least one cell. If every
/// panel has a single row of cells, all are drawn as curves in one diagram. The image size depends
/// on the numbers of cells, axis labels, scale and options, but not on the values of cells. So all
/// frames of a movie have the same size.
Canvas drawSheet(const PictureSheet &sheet, const PictureScale &scale,
                 const PictureOptions &options);

} // namespace stencilc::inline STENCILC_SPACE
