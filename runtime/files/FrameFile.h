/// \file A file of frames: planes of a field at several times, from which a movie is drawn. Cells
/// of large planes are averaged, so that frames have a limited size.
#pragma once

#include "runtime/files/OutputFile.h"
#include "stencilc/Description.h"
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Header of a file of frames. Each frame that follows is the number of its time step and `nx * ny`
/// values of type f64, x fastest.
struct FrameHead {
  char magic[16] = "stencilc frames";
  std::int64_t nx = 0, ny = 0; // values of a frame along its axes
  std::int64_t perValue = 1;   // cells per value along an axis
};

/// Computes the frames of a movie from the cells of a plane: each value is the mean of a square of
/// cells. The order of calls is resize(), then begin(), add() and end() for each frame.
class FrameMeans {
public:
  /// Sets the size of the planes to `nx` x `ny` cells. Squares of cells are averaged so that a
  /// frame has at most `most` values along each axis.
  void resize(std::int64_t nx, std::int64_t ny, std::int64_t most);
  const FrameHead &header() const { return head; }
  /// Begins a frame. The cells passed to add() are then the cells of this frame, in memory order.
  void begin() { position = 0, sums.assign(sums.size(), 0); }
  /// Adds the next `count` cells of the frame, which are of type `type`.
  void add(const void *cells, std::int64_t count, Scalar type);
  /// Ends a frame. Returns its values, x fastest. They are valid until the next call of begin().
  const std::vector<double> &end();

private:
  FrameHead head;
  std::int64_t cellsX = 0, cellsY = 0, position = 0;
  std::vector<double> sums;
};

/// Writer of a file of frames. The order of calls is open(), then begin(), add() and end() for each
/// frame, then finish() and commit(). Functions that return `bool` return false after setting
/// error().
class FrameOutput {
public:
  const std::string &error() const { return file.error(); }

  /// Makes this process write nothing, because another process writes the file (see OutputFile).
  void leaveToAnother() { file.leaveToAnother(); }
  /// Opens the file `path` for planes of `nx` x `ny` cells. Squares of cells are averaged so that a
  /// frame has at most `most` values along each axis. Returns false after setting error().
  bool open(const std::string &path, std::int64_t nx, std::int64_t ny, std::int64_t most);
  /// Begins a frame. The cells passed to add() are then the cells of this frame, in memory order.
  void begin() { means.begin(); }
  void add(const void *cells, std::int64_t count, Scalar type) { means.add(cells, count, type); }
  /// Ends a frame, which shows the fields after `step` time steps, and writes it. Returns false
  /// after setting error().
  bool end(std::int64_t step);
  bool finish() { return file.finish(); }
  bool commit() { return file.commit(); }

private:
  FrameMeans means;
  OutputFile file;
};

/// Frame of a movie: the number of its time step, and its values.
struct Frame {
  std::int64_t step = 0;
  std::vector<double> values;
};

/// Reader of a file of frames (planes of a field at several times, from which a movie is drawn).
class FrameInput {
public:
  /// Opens the file `path` and reads its header. Returns false if it is not a file of frames.
  bool open(const std::string &path);
  const FrameHead &header() const { return head; }
  /// Reads the next frame into `frame`. Returns false after the last frame.
  bool next(Frame &frame);
  void rewind();

private:
  struct Close {
    void operator()(std::FILE *f) const { std::fclose(f); }
  };
  FrameHead head;
  std::unique_ptr<std::FILE, Close> file;
};

} // namespace stencilc::inline STENCILC_SPACE
