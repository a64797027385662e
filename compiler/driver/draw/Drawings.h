/// \file The drawings of a run: a picture, movies, and a plot of its reports.
#pragma once

#include "driver/draw/Movies.h"
#include "driver/draw/Pictures.h"
#include "driver/draw/ReportsPlot.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::driver {

/// The picture, the movies and the plot that the user asks for in a run.
struct Drawings {
  std::optional<PictureFiles> picture;
  std::optional<MovieFiles> movies;
  std::optional<PlottedReports> plot;

  /// Keeps only one plane of the picture. In pictures and movies, replaces each "best" plane (the
  /// one in which values vary most) by the middle plane. Called for out-of-core runs (domain larger
  /// than the device memory), where a search would need a pass over the domain.
  void chooseMiddle();
  /// Calls `set` with each plane that is drawn. The second argument is true for planes of movies.
  void eachPlane(llvm::function_ref<void(DrawnPlane &, bool)> set);

  /// Returns the file to which the run writes its reports: the file of --reports, or a temporary
  /// one for a plot without --reports. The name is empty if there is neither a plot nor --reports.
  const std::string &reportsFile(const Options &options) const {
    return plot ? plot->file : options.run.reports;
  }
};

/// Checks the options for pictures, movies and plots before a run. Returns the drawings, or
/// `nullopt` after a reported error.
std::optional<Drawings> prepareDrawings(const Options &options, const ir::Program &program,
                                        Diagnostics &diags);

/// Adds to `request`, the request of a compiled program, the files to which the run writes planes
/// for pictures and movies. A plot is drawn from the file of reports, which is not added here.
void addDrawings(const Drawings &drawings, const ir::Program &program, RunRequest &request);

/// Draws everything after a run of `steps` time steps. Returns false after a reported error.
bool draw(const Drawings &drawings, const ir::Program &program, const Options &options,
          std::int64_t steps, Diagnostics &diags);

} // namespace stencilc::driver
