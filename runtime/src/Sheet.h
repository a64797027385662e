/// \file Panels in rows with axes, titles and one colour bar, drawn into memory.
#pragma once

#include "Canvas.h"

namespace stencilc::inline STENCILC_SPACE {

/// The scale of all panels, or of `values` for panels like these, as the options say.
PictureScale scaleOf(const PictureSheet &sheet, const PictureOptions &options);
PictureScale scaleOf(ScaleValues &values, const PictureSheet &sheet, const PictureOptions &options);

/// The colours that drawSheet() numbers.
Palette paletteOf(const PictureSheet &sheet, const PictureOptions &options,
                  const PictureScale &scale);

/// Draws panels, none of them empty. Where each has one row they are curves in one panel. The size
/// depends on slices, labels of axes, scale and options alone, not on cells or titles of panels.
Canvas drawSheet(const PictureSheet &sheet, const PictureScale &scale,
                 const PictureOptions &options);

} // namespace stencilc::inline STENCILC_SPACE
