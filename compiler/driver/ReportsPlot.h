/// \file `--plot` of a run: what it reports against the steps, drawn by gnuplot.
#pragma once

#include "driver/Options.h"
#include "driver/WorkFolder.h"
#include "ir/Program.h"
#include <memory>
#include <optional>
#include <vector>

namespace stencilc::driver {

/// The file with the reports of a run: that of --reports, or one that goes with this object.
struct PlottedReports {
  std::string file;
  std::unique_ptr<WorkFolder> folder;
};

/// What a plot needs, looked at before the run: reports, and gnuplot.
std::optional<PlottedReports> preparePlot(const Options &options, const ir::Program &program,
                                          Diagnostics &diags);

/// Draws what the run has reported into options.plot, a curve for each report, one above the other.
bool plotReports(const PlottedReports &reports, const ir::Program &program, const Options &options,
                 Diagnostics &diags);

/// The values of a report, by steps.
struct ReportCurve {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool isResidual = false; // a rule ends the run when it is small
};
/// Reads a file of --reports, with commas or tabs, in the order of `names`.
std::vector<ReportCurve> readReportCurves(llvm::StringRef text,
                                          const std::vector<std::string> &names);
/// Commands for gnuplot; `data` has a block for each curve.
std::string reportsScript(const std::string &title, const std::vector<ReportCurve> &curves,
                          const std::string &data, const std::string &plot, bool isSvg);

} // namespace stencilc::driver
