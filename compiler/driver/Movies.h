/// \file `--movie`: which fields are drawn, the frames a program leaves for them, and the GIFs.
#pragma once

#include "driver/DrawnPlane.h"
#include "driver/WorkFolder.h"
#include <memory>

namespace stencilc::driver {

/// A field to draw, the temporary file of its frames, and the GIF.
struct Movie {
  DrawnPlane drawn;
  std::string frames, path;
};

/// The movies of a run; the files of frames go with this object.
struct MovieFiles {
  std::vector<Movie> movies;
  std::int64_t every = 1; // steps from one frame to the next
  int size = 0;           // the most pixels along an axis of the field
  std::unique_ptr<WorkFolder> folder;
};

/// Reads what --movie says, `FIELD=FILE.gif`, a plane instead of a field, or a file alone.
std::optional<MovieFiles> prepareMovies(const Options &options, const ir::Program &program,
                                        Diagnostics &diags);
/// The files that --movie names, whatever else is right or wrong with it.
std::vector<std::string> moviePaths(const Options &options);

/// Draws the frames that a run has left.
bool drawMovies(const MovieFiles &files, const ir::Program &program, const Options &options,
                Diagnostics &diags);

} // namespace stencilc::driver
