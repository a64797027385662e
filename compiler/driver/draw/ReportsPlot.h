/// \file `--plot` of a run: draws its reported values over the time steps, with gnuplot.
#pragma once

#include "driver/cli/Options.h"
#include "driver/process/WorkFolder.h"
#include "ir/Program.h"
#include <memory>
#include <optional>
#include <vector>

namespace stencilc::driver {

/// File with the reported values of a run: the one of --reports, or a temporary one that is removed
/// with this object.
struct PlottedReports {
  std::string file;
  std::unique_ptr<WorkFolder> folder;
};

/// Checks before a run that --plot is possible: the program reports values, and gnuplot is
/// installed. Returns `nullopt` after it has reported an error.
std::optional<PlottedReports> preparePlot(const Options &options, const ir::Program &program,
                                          Diagnostics &diags);

/// Draws the reported values of a finished run into the file of --plot, one panel for each report.
/// Returns false after it has reported an error.
bool plotReports(const PlottedReports &reports, const ir::Program &program, const Options &options,
                 Diagnostics &diags);

/// One reported value of a run over time: pairs of time step and value.
struct ReportCurve {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool isResidual = false; // an `until` rule ends the run when it is small
};
/// Reads the `text` of a file that --reports wrote, separated by commas or tabs. Returns the curve
/// of each report in `names`, in this order.
std::vector<ReportCurve> readReportCurves(llvm::StringRef text,
                                          const std::vector<std::string> &names);
/// Returns the gnuplot script that draws `curves` into the file `plot`. It reads the points from
/// the file `data`, which has one block of lines for each curve.
std::string reportsScript(const std::string &title, const std::vector<ReportCurve> &curves,
                          const std::string &data, const std::string &plot, bool isSvg);

} // namespace stencilc::driver
