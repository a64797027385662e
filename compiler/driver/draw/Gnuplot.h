/// \file Plots that the program gnuplot draws.
#pragma once

#include "support/Diagnostics.h"
#include <functional>
#include <string>

namespace stencilc::driver {

/// Returns true if gnuplot is installed. Otherwise reports that the plot `path` needs gnuplot, and
/// returns false. The hint of the report ends with the text `without`, which says what works
/// without gnuplot.
bool hasGnuplot(const std::string &path, llvm::StringRef without, Diagnostics &diags);

/// Returns `text` as a string in single quotes for a gnuplot script.
std::string gnuplotText(const std::string &text);
/// Returns `value` as text with up to nine significant digits, for a gnuplot script.
std::string gnuplotNumber(double value);

/// Draws the SVG or PNG file `path` with gnuplot. Writes the text `data` to a temporary file first.
/// The function `script` gets the names of that file and of the plot, and returns the gnuplot
/// script. The plot appears complete or not at all. Returns false after a reported error.
bool drawByGnuplot(
    const std::string &path, const std::string &data,
    const std::function<std::string(const std::string &data, const std::string &plot)> &script,
    Diagnostics &diags);

} // namespace stencilc::driver
