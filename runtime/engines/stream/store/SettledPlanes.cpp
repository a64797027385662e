/// \file Gives all NaN in planes the same bits, and checks whether all NaN in a file have these
/// bits.
#include "runtime/engines/stream/store/SettledPlanes.h"
#include "runtime/core/fields/NotFinite.h"
#include "runtime/engines/stream/store/PlaneFile.h"
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

bool settlePlanes(unsigned char *rows, const PlaneLayout &layout, int planes, std::int64_t nx,
                  Scalar scalar) {
  bool all = true;
  for (std::int64_t row = 0; row < std::int64_t(layout.rows) * planes; ++row)
    all = settleNotFinite(rows + std::uint64_t(row) * layout.rowPitch, nx, scalar) && all;
  return all;
}

std::int64_t firstNotFiniteIn(const unsigned char *rows, const PlaneLayout &layout, int planes,
                              Scalar scalar) {
  return withCell(scalar, [&]<class T>(T) { return firstNotFinite<T>(layout, rows, planes); });
}

bool isFileSettled(const std::string &path, std::uint64_t offset, Scalar scalar, bool &areFinite) {
  std::vector<unsigned char> as(std::size_t{1} << 20), is;
  areFinite = true;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  bool good = file >= 0;
  for (auto at = static_cast<off_t>(offset); good;) {
    const ssize_t got = pread(file, as.data(), as.size(), at);
    good = got >= 0 && std::uint64_t(got) % sizeOf(scalar) == 0;
    if (got <= 0 || !good)
      break;
    is.assign(as.begin(), as.begin() + got);
    areFinite &=
        settleNotFinite(is.data(), std::int64_t(std::uint64_t(got) / sizeOf(scalar)), scalar);
    good = std::memcmp(is.data(), as.data(), is.size()) == 0;
    at += got;
  }
  if (file >= 0)
    ::close(file);
  return good;
}

} // namespace stencilc::inline STENCILC_SPACE
