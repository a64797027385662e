/// \file `--movie`: chooses the fields to draw, and turns the frames that a run writes into GIFs.
#pragma once

#include "driver/draw/DrawnPlane.h"
#include "driver/process/WorkFolder.h"
#include <memory>

namespace stencilc::driver {

/// A movie of a run: the plane to draw, the temporary file of its frames, and the path of the GIF.
struct Movie {
  DrawnPlane drawn;
  std::string frames, path;
};

/// All movies of a run. Their temporary files of frames are removed with this object.
struct MovieFiles {
  std::vector<Movie> movies;
  std::int64_t every = 1; // time steps between two frames
  int size = 0;           // maximum pixels along an axis of the field
  std::unique_ptr<WorkFolder> folder;
};

/// Parses the values of --movie: `FIELD=FILE.gif`, `PLANE=FILE.gif`, or a file alone. Returns the
/// movies to draw, or `nullopt` after it has reported an error.
std::optional<MovieFiles> prepareMovies(const Options &options, const ir::Program &program,
                                        Diagnostics &diags);
/// Returns the files that --movie names. Ignores errors in its values.
std::vector<std::string> moviePaths(const Options &options);

/// Makes the GIF of each movie in `files` from the frames that a finished run has written.
/// `options` has labels and colours. Returns false after it has reported an error.
bool drawMovies(const MovieFiles &files, const ir::Program &program, const Options &options,
                Diagnostics &diags);

} // namespace stencilc::driver
