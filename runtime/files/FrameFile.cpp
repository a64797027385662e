/// \file Writes and reads files of frames (planes of a field at several times). Each value of a
/// frame is the mean of some cells.
#include "runtime/files/FrameFile.h"
#include "runtime/core/fields/CellTypes.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

void FrameMeans::resize(std::int64_t nx, std::int64_t ny, std::int64_t most) {
  cellsX = nx;
  cellsY = ny;
  head.perValue = (std::max(nx, ny) + most - 1) / most;
  head.nx = (nx + head.perValue - 1) / head.perValue;
  head.ny = (ny + head.perValue - 1) / head.perValue;
  sums.resize(static_cast<std::size_t>(head.nx * head.ny));
}

static double cellOf(const void *cells, std::int64_t index, Scalar type) {
  return withCell(
      type, [&]<class T>(T) { return static_cast<double>(static_cast<const T *>(cells)[index]); });
}

void FrameMeans::add(const void *cells, std::int64_t count, Scalar type) {
  for (std::int64_t i = 0; i < count; ++i, ++position) {
    const std::int64_t x = position % cellsX / head.perValue, y = position / cellsX / head.perValue;
    sums[static_cast<std::size_t>(y * head.nx + x)] += cellOf(cells, i, type);
  }
}

const std::vector<double> &FrameMeans::end() {
  const auto along = [&](std::int64_t index, std::int64_t cells) {
    return std::min((index + 1) * head.perValue, cells) - index * head.perValue;
  };
  for (std::int64_t y = 0; y < head.ny; ++y)
    for (std::int64_t x = 0; x < head.nx; ++x)
      sums[static_cast<std::size_t>(y * head.nx + x)] /=
          static_cast<double>(along(x, cellsX) * along(y, cellsY));
  return sums;
}

bool FrameOutput::open(const std::string &path, std::int64_t nx, std::int64_t ny,
                       std::int64_t most) {
  means.resize(nx, ny, most);
  return file.open(path, 0) && file.write(&means.header(), sizeof(FrameHead));
}

bool FrameOutput::end(std::int64_t step) {
  const std::vector<double> &values = means.end();
  return file.write(&step, sizeof step) &&
         file.write(values.data(), values.size() * sizeof(double));
}

bool FrameInput::open(const std::string &path) {
  file.reset(std::fopen(path.c_str(), "rb"));
  return file && std::fread(&head, sizeof head, 1, file.get()) == 1 &&
         std::memcmp(head.magic, FrameHead().magic, sizeof head.magic) == 0;
}

bool FrameInput::next(Frame &frame) {
  frame.values.resize(static_cast<std::size_t>(head.nx * head.ny));
  return std::fread(&frame.step, sizeof frame.step, 1, file.get()) == 1 &&
         std::fread(frame.values.data(), sizeof(double), frame.values.size(), file.get()) ==
             frame.values.size();
}

void FrameInput::rewind() { std::fseek(file.get(), sizeof head, SEEK_SET); }

} // namespace stencilc::inline STENCILC_SPACE
