/// \file Turns the frames that a run writes into GIFs.
#include "driver/draw/Movies.h"
#include "runtime/core/support/Text.h"
#include "runtime/pictures/Movie.h"
#include "llvm/Support/Process.h"

namespace stencilc::driver {

std::vector<std::string> moviePaths(const Options &options) {
  std::vector<std::string> paths;
  for (const std::string &text : options.draw.movies)
    paths.push_back(drawingParts(text).second.str());
  return paths;
}

std::optional<MovieFiles> prepareMovies(const Options &options, const ir::Program &program,
                                        Diagnostics &diags) {
  constexpr std::int64_t kFrames = 60; // default number of frames: three seconds
  constexpr int kPixels = 400;
  MovieFiles files;
  const std::int64_t steps = options.run.steps.value_or(program.stepsHint.value_or(100));
  files.every = options.draw.movieEvery > 0
                    ? options.draw.movieEvery
                    : std::max<std::int64_t>(1, (steps + kFrames - 1) / kFrames);
  files.size = options.draw.movieSize > 0 ? options.draw.movieSize : kPixels;
  files.folder = std::make_unique<WorkFolder>();
  if (!files.folder->isThere(diags))
    return std::nullopt;
  for (const std::string &text : options.draw.movies) {
    const auto [field, path] = drawingParts(text);
    if (path.empty()) {
      diags.report(diag::BadAssignment,
                   "'" + text + "' names no file; write --movie FIELD=FILE.gif");
      return std::nullopt;
    }
    const auto drawn = parseDrawnPlane(field.str(), program, diags);
    if (!drawn)
      return std::nullopt;
    const std::string name = "frames" + std::to_string(files.movies.size());
    files.movies.push_back({*drawn, files.folder->file(name), path.str()});
  }
  return files;
}

bool drawMovies(const MovieFiles &files, const ir::Program &program, const Options &options,
                Diagnostics &diags) {
  const bool isShown = !options.run.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  for (const Movie &movie : files.movies) {
    MovieOptions look;
    look.look = pictureLook(options, program, movie.drawn.field);
    if (hasPlanes(program, movie.drawn.field))
      look.look.title += ", " + planeText(movie.drawn, program);
    look.look.longest = files.size;
    const std::vector<int> axes = axesOf(movie.drawn, program);
    look.across = pictureAxis(options, program, axes[0]);
    if (axes.size() > 1)
      look.up = pictureAxis(options, program, axes[1]);
    if (isShown)
      look.drawn = [&](std::int64_t frames) {
        llvm::errs() << "\rdrawing " << movie.path << ": frame " << frames << " ";
      };
    MovieFacts facts;
    const std::string error = writeMovie(movie.path, movie.frames, look, facts);
    if (isShown)
      llvm::errs() << "\r\033[K";
    if (!error.empty()) {
      diags.report(diag::CannotWriteFile, movie.path, error);
      return false;
    }
    if (!options.run.quiet)
      llvm::errs() << "wrote " << movie.path
                   << format(": %lld frames, %lld steps apart, %d x %d pixels, ",
                             static_cast<long long>(facts.frames),
                             static_cast<long long>(files.every), facts.width, facts.height)
                   << formatBytes(static_cast<double>(facts.bytes)) << "\n";
  }
  return true;
}

} // namespace stencilc::driver
