/// \file Plots that the program gnuplot draws.
#pragma once

#include "support/Diagnostics.h"
#include <functional>
#include <string>

namespace stencilc::driver {

/// Returns true if gnuplot is installed. If not, reports that the plot `path` needs it, with a hint
/// that ends with `without`, the name of an alternative.
bool hasGnuplot(const std::string &path, llvm::StringRef without, Diagnostics &diags);

/// Returns `text` as a string in single quotes for a gnuplot script.
std::string gnuplotText(const std::string &text);
/// Returns `value` with nine digits, for a gnuplot script.
std::string gnuplotNumber(double value);

/// Draws the SVG or PNG file `path` with gnuplot. `script` returns the gnuplot script, given the
/// names of a file with `data` and of the file to write. The plot appears complete or not at all.
/// Returns false after a reported error.
bool drawByGnuplot(
    const std::string &path, const std::string &data,
    const std::function<std::string(const std::string &data, const std::string &plot)> &script,
    Diagnostics &diags);

} // namespace stencilc::driver
