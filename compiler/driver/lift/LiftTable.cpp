/// \file Compares two .npy files bit by bit, for `stencilc lift --check`.
#include "driver/lift/LiftTable.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

namespace stencilc::driver {

namespace {

/// Returns the cells of an .npy file without its header, and sets `size` to the bytes of a cell.
/// The result is empty unless the file holds exactly `cells` cells of 4 or 8 bytes.
llvm::StringRef cellsOf(const llvm::MemoryBuffer &file, std::size_t cells, std::size_t &size) {
  const llvm::StringRef text = file.getBuffer();
  if (text.size() < 10 || !text.starts_with("\x93NUMPY"))
    return {};
  const std::size_t begin =
      10 + static_cast<unsigned char>(text[8]) + 256u * static_cast<unsigned char>(text[9]);
  size = cells == 0 || text.size() < begin ? 0 : (text.size() - begin) / cells;
  return (size == 4 || size == 8) && text.size() == begin + cells * size ? text.substr(begin)
                                                                         : llvm::StringRef();
}

double valueAt(const char *cell, std::size_t size) {
  float narrow;
  double wide;
  if (size == sizeof narrow)
    return std::memcpy(&narrow, cell, sizeof narrow), narrow;
  return std::memcpy(&wide, cell, sizeof wide), wide;
}

/// Returns the coordinates of cell number `cell` (in C order) as text: "x = 1, y = 2".
std::string placeText(std::size_t cell, const std::vector<std::int64_t> &extents) {
  static const char *const axes[] = {"x", "y", "z"};
  std::string text;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const std::size_t extent = static_cast<std::size_t>(extents[axis]);
    text += (axis ? ", " : "") + std::string(axes[axis]) + " = " + std::to_string(cell % extent);
    cell /= extent;
  }
  return text;
}

std::string differenceText(const char *ofC, const char *ours, std::size_t size) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const int digits = size == 4 ? 9 : 17;
  out << "C has " << llvm::format("%.*g", digits, valueAt(ofC, size)) << ", the stencil "
      << llvm::format("%.*g", digits, valueAt(ours, size));
  return text;
}

} // namespace

std::optional<Comparison> compareCells(const std::string &ofC, const std::string &ours,
                                       const std::vector<std::int64_t> &extents) {
  const auto a = llvm::MemoryBuffer::getFile(ofC), b = llvm::MemoryBuffer::getFile(ours);
  if (!a || !b)
    return std::nullopt;
  Comparison result;
  result.cells = 1;
  for (std::int64_t extent : extents)
    result.cells *= static_cast<std::size_t>(extent);
  std::size_t size = 0, otherSize = 0;
  const llvm::StringRef left = cellsOf(**a, result.cells, size),
                        right = cellsOf(**b, result.cells, otherSize);
  if (left.empty() || size != otherSize)
    return std::nullopt;
  std::optional<double> seen;
  for (std::size_t i = 0; i < result.cells; ++i) {
    const char *x = left.data() + i * size, *y = right.data() + i * size;
    const double value = valueAt(x, size);
    if (std::isnan(value) && std::isnan(valueAt(y, size))) {
      ++result.notNumbers;
      continue;
    }
    result.hasVariety |= seen && *seen != value;
    seen = value;
    if (std::memcmp(x, y, size) != 0 && result.different++ == 0)
      result.first = placeText(i, extents) + ": " + differenceText(x, y, size);
  }
  return result;
}

} // namespace stencilc::driver
