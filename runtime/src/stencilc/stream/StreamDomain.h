/// \file A domain that is streamed: its planes on the host, and how they lie in rings.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/stream/Ring.h"
#include "stencilc/stream/StreamShape.h"

namespace stencilc::inline STENCILC_SPACE {

/// Whether planes are to stay on the device that the host may have memory for.
inline bool keepsPlanes(const StreamDescription &stream) {
  return stream.residentPercent > 0 ||
         (stream.residentPercent < 0 && std::string_view(stream.method) == "resident");
}

/// How planes of some height lie in rings.
struct RingLayout {
  std::vector<RingPitch> pitches; // field by field
  int unit = 1;                   // planes of a ring are a multiple of this
};

struct StreamDomain {
  const ProgramDescription *program = nullptr;
  std::int64_t extents[3] = {1, 1, 1};
  std::vector<FieldMemory> fields; // layouts only
  std::vector<StreamField> uses;
  std::uint64_t ringUnit = 1; // bytes that the size of a ring is a multiple of
  bool isGpu = false;         // copies go over a link
  bool hasChecksums = true;   // of planes on the host

  int planes() const { return static_cast<int>(extents[program->rank - 1]); }
  /// Of a plane. With two axes a plane is a row.
  int rows() const { return program->rank == 3 ? static_cast<int>(extents[1]) : 1; }
  std::uint64_t rowBytes(int field) const {
    return fields[static_cast<std::size_t>(field)].layout.rowPitch;
  }
  std::uint64_t planeBytes(int field) const { return rowBytes(field) * std::uint64_t(rows()); }
  /// Bytes of one plane of all that is copied in, and out.
  double bytesIn() const {
    double bytes = 0;
    for (int i = 0; i < program->fieldCount; ++i)
      bytes += double(planeBytes(i)) * uses[i].levels;
    return bytes;
  }
  double bytesOut() const {
    double bytes = 0;
    for (int i = 0; i < program->fieldCount; ++i)
      bytes += uses[i].isUpdated ? double(planeBytes(i)) * uses[i].levels : 0;
    return bytes;
  }
  double planeCells() const { return double(extents[0]) * rows(); }

  /// Rings of so many rows of each plane.
  RingLayout ringLayout(int rowsOnDevice) const {
    RingLayout layout;
    for (int i = 0; i < program->fieldCount; ++i) {
      layout.pitches.push_back(ringPitch(rowBytes(i) * std::uint64_t(rowsOnDevice), ringUnit));
      layout.unit = std::lcm(layout.unit, layout.pitches.back().planes);
    }
    return layout;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
