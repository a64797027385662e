/// \file The drawings of a run: a picture, movies, and a plot of its reports.
#include "driver/draw/Drawings.h"

namespace stencilc::driver {

std::optional<Drawings> prepareDrawings(const Options &options, const ir::Program &program,
                                        Diagnostics &diags) {
  Drawings drawings;
  if (!options.draw.picture.empty() &&
      !(drawings.picture = preparePicture(options, program, diags)))
    return std::nullopt;
  if (!options.draw.movies.empty()) {
    if (options.run.repeat > 0) {
      diags.report(diag::MovieOfRepeatedRuns);
      return std::nullopt;
    }
    drawings.movies = prepareMovies(options, program, diags);
    if (!drawings.movies)
      return std::nullopt;
  }
  if (!options.draw.plot.empty() && !(drawings.plot = preparePlot(options, program, diags)))
    return std::nullopt;
  return drawings;
}

void Drawings::eachPlane(llvm::function_ref<void(DrawnPlane &, bool)> set) {
  if (picture)
    for (PicturedPlane &plane : picture->planes)
      set(plane.drawn, false);
  if (movies)
    for (Movie &movie : movies->movies)
      set(movie.drawn, true);
}

void Drawings::chooseMiddle() {
  if (picture)
    picture->keepFirst();
  eachPlane(
      [](DrawnPlane &drawn, bool) { drawn.plane.at = std::max<std::int64_t>(drawn.plane.at, -1); });
}

void addDrawings(const Drawings &drawings, const ir::Program &program, RunRequest &request) {
  if (drawings.picture)
    for (const PicturedPlane &plane : drawings.picture->planes) {
      const std::string name = toText(plane.drawn, program);
      request.startSliceFiles.push_back(name + "=" + plane.before);
      request.sliceFiles.push_back(name + "=" + plane.after);
    }
  if (!drawings.movies)
    return;
  for (const Movie &movie : drawings.movies->movies)
    request.frameFiles.push_back(toText(movie.drawn, program) + "=" + movie.frames);
  request.framesEvery = drawings.movies->every;
  request.framesSize = drawings.movies->size;
}

bool draw(const Drawings &drawings, const ir::Program &program, const Options &options,
          std::int64_t steps, Diagnostics &diags) {
  return (!drawings.picture || drawPicture(*drawings.picture, program, options, steps, diags)) &&
         (!drawings.movies || drawMovies(*drawings.movies, program, options, diags)) &&
         (!drawings.plot || plotReports(*drawings.plot, program, options, diags));
}

} // namespace stencilc::driver
