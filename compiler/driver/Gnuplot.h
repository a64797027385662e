/// \file Plots drawn by gnuplot, which is started for them.
#pragma once

#include "support/Diagnostics.h"
#include <functional>
#include <string>

namespace stencilc::driver {

/// Whether gnuplot is there. Reports that it is not, what draws `path` with it, and `without`: what
/// needs none.
bool hasGnuplot(const std::string &path, llvm::StringRef without, Diagnostics &diags);

/// Text between single quotes, and a number, as gnuplot reads them.
std::string gnuplotText(const std::string &text);
std::string gnuplotNumber(double value);

/// Draws `path`, an SVG or a PNG: `script` of a file with `data` and of the file to write. The plot
/// appears whole or not at all. False after a report.
bool drawByGnuplot(
    const std::string &path, const std::string &data,
    const std::function<std::string(const std::string &data, const std::string &plot)> &script,
    Diagnostics &diags);

} // namespace stencilc::driver
