/// \file Writes and reads temporary files to measure the rate of their disk.
#include "runtime/engines/stream/plan/DiskRate.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/engines/stream/store/PlaneFile.h"

namespace stencilc::inline STENCILC_SPACE {

void measureDisk(const std::string &folder, std::uint64_t bytes, DiskRates &rates) {
  PieceCarrier carriers[2];
  DirectFile files[2];
  for (int i = 0; i < 2; ++i) {
    const std::string path = folder + format("/.rate%d.%ld.tmp", i, long(getpid()));
    if (!files[i].create(path))
      return;
    unlink(path.c_str());
    if (!carriers[i].open(PieceCarrier::kLargest / 4))
      return;
  }
  bool good[2] = {true, true};
  const auto carry = [&](int i, bool writes, DirectFile &file) {
    good[i] = carriers[i]
                  .carry(0, bytes,
                         [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
                           std::uint64_t got = 0;
                           return writes ? file.write(buffer, last - first, first)
                                         : file.read(buffer, last - first, first, got);
                         })
                  .ok();
    if (writes)
      good[i] = good[i] && file.finish(bytes).ok();
  };
  carry(0, true, files[0]);
  rates.isDirect = files[0].isDirect();
  if (bytes < kLeastMeasured || !good[0])
    return;
  const double start = secondsNow();
  std::thread reader([&] { carry(0, false, files[0]); });
  carry(1, true, files[1]);
  reader.join();
  if (!good[0] || !good[1])
    return;
  rates.bytes = double(bytes) / (secondsNow() - start);
  rates.isMeasured = true;
}

} // namespace stencilc::inline STENCILC_SPACE
