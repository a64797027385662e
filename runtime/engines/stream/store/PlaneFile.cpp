/// \file Reads and writes planes of files in blocks of equal size, with several threads.
#include "runtime/engines/stream/store/PlaneFile.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

Status PieceCarrier::open(std::uint64_t bytesOfPiece) {
  piece = bytesOfPiece;
  memory.reset(static_cast<unsigned char *>(std::aligned_alloc(kDirectUnit, bytes(piece))));
  return memory ? Status() : Status::outOfMemory("no host memory is left for files");
}

Status readPlanes(DirectFile &file, const PlaneLayout &layout, std::int64_t begin, std::int64_t end,
                  unsigned char *rows, PieceCarrier &carrier, PlaneSums *sums) {
  const std::uint64_t from = layout.start(begin), to = layout.start(end);
  const std::uint64_t low = from / kDirectUnit * kDirectUnit;
  const std::uint64_t high = (to + kDirectUnit - 1) / kDirectUnit * kDirectUnit;
  return carrier.carry(
      low, high, [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
        std::uint64_t got = 0;
        if (Status status = file.read(buffer, last - first, first, got); !status)
          return status;
        const std::uint64_t wantedFrom = std::max(first, from), wantedTo = std::min(last, to);
        if (first + got < wantedTo)
          return Status::invalid("'" + file.path() + "' is cut short; it was changed meanwhile");
        copyPacked<true>(buffer + (wantedFrom - first), rows, layout.rowBytes, layout.rowPitch,
                         wantedFrom - from, wantedTo - from);
        if (sums && wantedFrom < wantedTo)
          sums->add(layout, wantedFrom, buffer + (wantedFrom - first), wantedTo - wantedFrom);
        return Status();
      });
}

Status PlaneWriter::open(const std::string &path, const std::string &header,
                         const PlaneLayout &planeLayout, std::int64_t planes) {
  layout = planeLayout;
  sums = planes > 0 && PlaneSums::canSum(layout) ? std::make_unique<PlaneSums>(planes) : nullptr;
  written = 0;
  waiting.assign(header.begin(), header.end());
  return file.create(path);
}

Status PlaneWriter::write(unsigned char *rows, std::int64_t count, PieceCarrier &carrier) {
  const std::uint64_t from = written + waiting.size();
  const std::uint64_t to = from + static_cast<std::uint64_t>(count) * layout.planeBytes();
  const std::uint64_t whole = to / kDirectUnit * kDirectUnit;
  const auto fill = [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
    if (first < from) {
      const std::uint64_t old = std::min(last, from) - first;
      std::memcpy(buffer, waiting.data() + (first - written), old);
      buffer += old;
      first += old;
    }
    copyPacked<false>(buffer, rows, layout.rowBytes, layout.rowPitch, first - from, last - from);
    if (sums && first < last)
      sums->add(layout, first, buffer, last - first);
  };
  if (whole > written)
    if (Status status =
            carrier.carry(written, whole,
                          [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
                            fill(buffer, first, last);
                            return file.write(buffer, last - first, first);
                          });
        !status)
      return status;
  const std::uint64_t rest = std::max(whole, written);
  std::vector<unsigned char> tail(to - rest);
  if (!tail.empty())
    fill(tail.data(), rest, to);
  waiting = std::move(tail);
  written = rest;
  return {};
}

Status PlaneWriter::finish(PieceCarrier &carrier) {
  const std::uint64_t size = written + waiting.size();
  if (!waiting.empty()) {
    const std::uint64_t end = (size + kDirectUnit - 1) / kDirectUnit * kDirectUnit;
    if (Status status =
            carrier.carry(written, end,
                          [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
                            std::memset(buffer, 0, last - first);
                            if (first < size)
                              std::memcpy(buffer, waiting.data() + (first - written),
                                          std::min(size, last) - first);
                            return file.write(buffer, last - first, first);
                          });
        !status)
      return status;
  }
  Status status = file.finish(size);
  file.close();
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
