/// \file The roofline as an SVG, drawn by gnuplot.
#pragma once

#include "driver/RooflinePicture.h"
#include "support/Diagnostics.h"
#include <string>

namespace stencilc::driver {

/// What gnuplot is asked to do: `data` is its file of points, `svg` the file to write.
std::string rooflineScript(const RooflinePicture &picture, const std::string &data,
                           const std::string &svg);
/// A line for each point: intensity, predicted rate, measured rate or `?`, in quotes its label.
std::string rooflineData(const RooflinePicture &picture);

/// Draws `picture` into `path`, which appears whole or not at all. False after a report.
bool plotRoofline(const RooflinePicture &picture, const std::string &path, Diagnostics &diags);

} // namespace stencilc::driver
