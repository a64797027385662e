/// \file A file with the planes that a movie is drawn from, smaller than the grid where that is
/// large.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/OutputFile.h"
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// What a file of frames begins with; each frame is the number of its step and `nx * ny` values in
/// f64, x fastest.
struct FrameHead {
  char magic[16] = "stencilc frames";
  std::int64_t nx = 0, ny = 0; // of a frame
  std::int64_t perValue = 1;   // cells along an axis that one value is the mean of
};

/// A file of frames being written. See OutputFile for the order of calls and what is left after an
/// error; frames stand between open() and finish().
class FrameOutput {
public:
  const std::string &error() const { return file.error(); }

  /// See OutputFile.
  void leaveToAnother() { file.leaveToAnother(); }
  /// Planes of nx times ny cells, of which means are taken so that no more than `most` values are
  /// along an axis.
  bool open(const std::string &path, std::int64_t nx, std::int64_t ny, std::int64_t most);
  /// A frame begins; its cells follow in their order.
  void begin() { position = 0, sums.assign(sums.size(), 0); }
  void add(const void *cells, std::int64_t count, Scalar type);
  /// The frame is complete: the one after `step` steps.
  bool end(std::int64_t step);
  bool finish() { return file.finish(); }
  bool commit() { return file.commit(); }

private:
  FrameHead head;
  std::int64_t cellsX = 0, cellsY = 0, position = 0;
  std::vector<double> sums;
  OutputFile file;
};

/// A frame: the number of its step and its values.
struct Frame {
  std::int64_t step = 0;
  std::vector<double> values;
};

/// A file of frames being read.
class FrameInput {
public:
  /// False if it is no such file.
  bool open(const std::string &path);
  const FrameHead &header() const { return head; }
  /// False behind the last.
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
