/// \file Draws the reported values of a run as curves.
#include "driver/draw/ReportsPlot.h"
#include "driver/draw/Gnuplot.h"
#include "ir/Walk.h"
#include "runtime/core/support/Text.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace stencilc::driver {

std::optional<PlottedReports> preparePlot(const Options &options, const ir::Program &program,
                                          Diagnostics &diags) {
  if (program.reports.empty()) {
    diags.report(diag::NothingToPlot, options.draw.plot, program.name)
        .note({}, diag::Hint, "add a report: report most = max(u) every 10 steps;");
    return std::nullopt;
  }
  if (!hasGnuplot(options.draw.plot, "--reports=FILE.csv writes the numbers", diags))
    return std::nullopt;
  PlottedReports reports;
  reports.file = options.run.reports;
  if (!options.run.reports.empty())
    return reports;
  reports.folder = std::make_unique<WorkFolder>();
  if (!reports.folder->isThere(diags))
    return std::nullopt;
  reports.file = reports.folder->file("reports.csv");
  return reports;
}

std::vector<ReportCurve> readReportCurves(llvm::StringRef text,
                                          const std::vector<std::string> &names) {
  std::vector<ReportCurve> curves;
  for (const std::string &name : names)
    curves.push_back({name, {}});
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, false);
  for (const llvm::StringRef line : lines) {
    const char between = line.contains('\t') ? '\t' : ',';
    const auto [step, rest] = line.split(between);
    const auto [name, value] = rest.split(between);
    for (ReportCurve &curve : curves)
      if (std::int64_t number = 0; curve.name == name && !step.getAsInteger(10, number))
        curve.points.emplace_back(double(number), std::strtod(value.str().c_str(), nullptr));
  }
  return curves;
}

/// Returns the reductions that the expression `root` uses, such as `max(u)`.
static std::set<ir::ReductionId> reductionsOf(const ir::Program &program, ir::ExprId root) {
  std::set<ir::ReductionId> all;
  for (const ir::ExprId number : ir::reachableFrom(program, {root}))
    if (const auto *reduced = std::get_if<ir::Reduced>(&program[number].node))
      all.insert(reduced->reduction);
  return all;
}

/// Returns true if a rule of the program ends the run when the reported value is small, as
/// `until change < tolerance` does.
static bool isResidual(const ir::Program &program, const ir::Report &report) {
  const std::set<ir::ReductionId> its = reductionsOf(program, report.value);
  return llvm::any_of(program.rules, [&](const ir::Rule &rule) {
    const auto *compared = std::get_if<ir::Binary>(&program[rule.condition].node);
    const bool isBelow =
        compared && (compared->op == ir::BinaryOp::Less || compared->op == ir::BinaryOp::LessEqual);
    return isBelow && !its.empty() && reductionsOf(program, compared->lhs) == its;
  });
}

/// Returns true if a curve of reported values is drawn on a logarithmic scale. Its values must be
/// positive and not all equal. They must also be those of a stopping rule, or span a factor of 100
/// at least.
static bool isLogarithmic(const ReportCurve &curve) {
  constexpr double kDecades = 100;
  double low = HUGE_VAL, high = 0;
  for (const auto &[step, value] : curve.points)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  return low > 0 && high > low && (curve.isResidual || high >= kDecades * low);
}

std::string reportsScript(const std::string &title, const std::vector<ReportCurve> &curves,
                          const std::string &data, const std::string &plot, bool isSvg) {
  constexpr int kWidth = 900, kHeight = 260, kRest = 150; // pixels: curve; titles and labels
  const int count = static_cast<int>(curves.size()), height = kRest + count * kHeight;
  std::string text =
      format("set terminal %s size %d,%d noenhanced font '%s' background '#ffffff'\n",
             isSvg ? "svg dynamic rounded" : "pngcairo rounded", kWidth, height,
             isSvg ? "sans-serif,15" : "Sans,11") +
      "set output " + gnuplotText(plot) +
      "\nset encoding utf8\nset tics nomirror out\nset border 3 lc rgb '#555555' lw 1.2\n"
      "set grid xtics ytics lc rgb '#e0e0e0' lw 1\nset style data linespoints\nunset key\n" +
      format("set multiplot layout %d,1 title ", count) + gnuplotText(title) +
      "\nset lmargin at screen 0.17\nset rmargin at screen 0.96\n";
  double last = 0;
  for (const ReportCurve &curve : curves)
    last = std::max(last, curve.points.back().first);
  text += "set xrange [0:" + gnuplotNumber(last) + "]\n";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const bool isLast = i + 1 == curves.size();
    text += isLogarithmic(curves[i]) ? "set logscale y\nset format y '%g'\n"
                                     : "unset logscale y\nset format y '%g'\n";
    text += "set ylabel " + gnuplotText(curves[i].name) + "\n";
    if (isLast)
      text += "set xlabel 'step'\n";
    constexpr std::size_t kFew = 60; // curves of at most 60 points have markers
    text += "plot " + gnuplotText(data) +
            format(" index %zu using 1:2 with %s lw 2 pt 7 ps 0.5 lc rgb '#0072b2'\n", i,
                   curves[i].points.size() > kFew ? "lines" : "linespoints");
  }
  return text + "unset multiplot\n";
}

bool plotReports(const PlottedReports &reports, const ir::Program &program, const Options &options,
                 Diagnostics &diags) {
  std::vector<std::string> names;
  for (const ir::Report &report : program.reports)
    names.push_back(report.name);
  auto text = llvm::MemoryBuffer::getFile(reports.file);
  if (!text) {
    diags.report(diag::CannotReadFile, reports.file, text.getError().message());
    return false;
  }
  std::vector<ReportCurve> curves = readReportCurves((*text)->getBuffer(), names);
  for (std::size_t i = 0; i < curves.size(); ++i)
    curves[i].isResidual = isResidual(program, program.reports[i]);
  const bool hasCurve =
      llvm::any_of(curves, [](const ReportCurve &curve) { return curve.points.size() > 1; });
  // If some report has a curve, single points are not drawn.
  llvm::erase_if(
      curves, [&](const ReportCurve &curve) { return curve.points.size() < (hasCurve ? 2u : 1u); });
  if (curves.empty()) {
    diags.report(diag::NothingToPlot, options.draw.plot, program.name)
        .note({}, diag::Hint, "no report was due in this run: give more steps");
    return false;
  }
  std::string data;
  for (const ReportCurve &curve : curves) {
    for (const auto &[step, value] : curve.points)
      data += format("%.0f %.17g\n", step, value);
    data += "\n\n";
  }
  const bool isSvg = llvm::StringRef(options.draw.plot).ends_with_insensitive(".svg");
  const bool isDrawn = drawByGnuplot(
      options.draw.plot, data,
      [&](const std::string &file, const std::string &plot) {
        return reportsScript(program.name, curves, file, plot, isSvg);
      },
      diags);
  if (isDrawn && !options.run.quiet)
    llvm::errs() << "wrote " << options.draw.plot << "\n";
  return isDrawn;
}

} // namespace stencilc::driver
