/// \file Draws the roofline as an SVG with gnuplot.
#pragma once

#include "driver/explain/RooflinePicture.h"
#include "support/Diagnostics.h"
#include <string>

namespace stencilc::driver {

/// Returns the gnuplot script that draws `picture`. `data` is the path of the file of points
/// (`rooflineData`), `svg` the path of the file to write.
std::string rooflineScript(const RooflinePicture &picture, const std::string &data,
                           const std::string &svg);
/// Returns the data file for gnuplot. Each line is a point: intensity in instructions per byte,
/// predicted and measured rate in GLUP/s (`?` if not measured), and the label in quotes.
std::string rooflineData(const RooflinePicture &picture);

/// Draws `picture` into the SVG file `path`. After a failure no partial file is left. Returns false
/// after it has reported an error.
bool plotRoofline(const RooflinePicture &picture, const std::string &path, Diagnostics &diags);

} // namespace stencilc::driver
