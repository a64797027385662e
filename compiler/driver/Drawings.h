/// \file What a run draws beside its results: a picture, movies, a plot of its reports.
#pragma once

#include "driver/Movies.h"
#include "driver/Pictures.h"
#include "driver/ReportsPlot.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::driver {

struct Drawings {
  std::optional<PictureFiles> picture;
  std::optional<MovieFiles> movies;
  std::optional<PlottedReports> plot;

  /// Leaves no plane to a pass over the domain, which is streamed.
  void chooseMiddle();
  /// Calls `set` with each plane that is drawn, and whether it is a movie's.
  void eachPlane(llvm::function_ref<void(DrawnPlane &, bool)> set);

  /// Where the run leaves its reports.
  const std::string &reportsFile(const Options &options) const {
    return plot ? plot->file : options.reports;
  }
};

/// What the options ask for, looked at before the run. Nothing after a report.
std::optional<Drawings> prepareDrawings(const Options &options, const ir::Program &program,
                                        Diagnostics &diags);

/// What a program is told so that it leaves what is drawn, but for its reports.
std::vector<std::string> drawingArguments(const Drawings &drawings, const ir::Program &program);

/// Draws all of it, behind a run of so many steps. False after a report.
bool draw(const Drawings &drawings, const ir::Program &program, const Options &options,
          std::int64_t steps, Diagnostics &diags);

} // namespace stencilc::driver
