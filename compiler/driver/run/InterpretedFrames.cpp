/// \file Writes the frames of movies when the interpreter runs a program.
#include "driver/run/InterpretedFrames.h"

namespace stencilc::driver {

static ir::Grid cellsOf(const Movie &movie, const ir::Program &program, const ir::State &state) {
  const ir::FieldId field = movie.drawn.field;
  return planeOf(ir::namedArray(program, field, state.fields[field.index].front()),
                 movie.drawn.plane);
}

bool InterpretedFrames::fail(const FrameOutput &file, Diagnostics &diags) {
  diags.report(diag::CannotWriteFile, "the frames of a movie", file.error());
  return false;
}

bool InterpretedFrames::begin(const Drawings &drawings, const ir::Program &program,
                              const ir::State &state, Diagnostics &diags) {
  if (!drawings.movies)
    return true;
  for (const Movie &movie : drawings.movies->movies) {
    const Extents extents = cellsOf(movie, program, state).extents;
    const bool isFlat = ir::namedAxes(program, movie.drawn.field).size() > 1;
    if (!files.emplace_back().open(movie.frames, extents[0], isFlat ? extents[1] : 1,
                                   drawings.movies->size))
      return fail(files.back(), diags);
  }
  return take(drawings, program, state, diags);
}

bool InterpretedFrames::look(const Drawings &drawings, const ir::Program &program,
                             const ir::State &state, Diagnostics &diags) {
  const bool isDue = drawings.movies && state.steps % drawings.movies->every == 0;
  return !isDue || take(drawings, program, state, diags);
}

bool InterpretedFrames::take(const Drawings &drawings, const ir::Program &program,
                             const ir::State &state, Diagnostics &diags) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const ir::Grid grid = cellsOf(drawings.movies->movies[i], program, state);
    files[i].begin();
    files[i].add(grid.cells.data(), static_cast<std::int64_t>(grid.cells.size()), Scalar::F64);
    if (!files[i].end(state.steps))
      return fail(files[i], diags);
  }
  return true;
}

bool InterpretedFrames::finish(Diagnostics &diags) {
  for (FrameOutput &file : files)
    if (!file.finish() || !file.commit())
      return fail(file, diags);
  return true;
}

} // namespace stencilc::driver
