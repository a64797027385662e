/// \file The option `--movie`: the fields to draw, the frames that a run writes for them, and the
/// GIF files.
#pragma once

#include "driver/DrawnPlane.h"
#include "driver/WorkFolder.h"
#include <memory>

namespace stencilc::driver {

/// One movie of a run: the field or plane, the temporary file of its frames, and the GIF file.
struct Movie {
  DrawnPlane drawn;
  std::string frames, path;
};

/// The movies of a run. The destructor removes the temporary files of frames.
struct MovieFiles {
  std::vector<Movie> movies;
  std::int64_t every = 1; // time steps between two frames
  int size = 0;           // largest number of pixels along an axis of the field
  std::unique_ptr<WorkFolder> folder;
};

/// Parses the values of --movie, such as `FIELD=FILE.gif`, `FIELD[y]=FILE.gif` or `FILE.gif`.
/// Returns `nullopt` after a reported error.
std::optional<MovieFiles> prepareMovies(const Options &options, const ir::Program &program,
                                        Diagnostics &diags);
/// Returns the GIF files that --movie names, without checking its values.
std::vector<std::string> moviePaths(const Options &options);

/// Draws the GIF files from the frames that a run has written. Returns false after a reported
/// error.
bool drawMovies(const MovieFiles &files, const ir::Program &program, const Options &options,
                Diagnostics &diags);

} // namespace stencilc::driver
