/// \file A domain that is streamed: its planes on the host, and how they lie in rings.
#pragma once

#include "stencilc/slabs/Decomposition.h"
#include "stencilc/stream/Ring.h"
#include "stencilc/stream/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

/// Whether planes are to stay on the device that the host may have memory for.
bool keepsPlanes(const StreamDescription &stream);

/// The use of the program's fields, and behind them of values within a step: these have a buffer of
/// their own or none, and no level that is copied.
std::vector<TraversedField> usesOf(const ProgramDescription &program);

/// How planes of some height lie in rings.
struct RingLayout {
  std::vector<RingPitch> pitches; // field by field
  int unit = 1;                   // planes of a ring are a multiple of this

  std::uint64_t bytesOf(const FieldRing &ring) const {
    return std::uint64_t(ring.planes) * pitches[static_cast<std::size_t>(ring.field)].bytes;
  }
  std::uint64_t bytesOf(const std::vector<FieldRing> &rings) const;
};

struct OutOfCoreDomain {
  const ProgramDescription *program = nullptr;
  std::int64_t extents[3] = {1, 1, 1};
  std::vector<FieldMemory> fields;  // layouts only
  std::vector<TraversedField> uses; // of fields, and of values within a step behind them
  std::uint64_t ringUnit = 1;       // bytes that the size of a ring is a multiple of
  bool isGpu = false;               // copies go over a link
  int devices = 1;                  // that planes go through, one after the other
  bool hasChecksums = true;         // of planes on the host

  // Where processes share it: how, and which part is meant. Of all that follows, planes are those
  // of the part, counted from its first one, and numbers below 0 or beyond them are of neighbours.
  Decomposition division;
  int part = 0; // kEachPart: the largest, with a neighbour on either side: a plan for each

  static constexpr int kEachPart = -1;
  bool isShared() const { return division.parts > 1; }
  /// Planes of all parts.
  int wholePlanes() const { return static_cast<int>(extents[program->rank - 1]); }
  int planes() const {
    return !isShared()         ? wholePlanes()
           : part == kEachPart ? ceilDiv(wholePlanes(), division.parts)
                               : division.owned(part).count();
  }
  /// The number of the part's first plane among those of all.
  int firstPlane() const {
    return isShared() && part != kEachPart ? division.owned(part).begin : 0;
  }
  /// Whether a neighbour's planes follow on that side.
  bool goesOn(SlabSide side) const {
    return isShared() && (part == kEachPart || division.neighbour(part, side) >= 0);
  }
  /// The number among those of all of a plane of the part, or of its neighbours.
  int wholePlane(int z) const {
    const int all = wholePlanes(), plane = firstPlane() + z;
    return plane < 0 ? plane + all : plane >= all ? plane - all : plane;
  }
  /// A traversal that was planned for each part, of this one.
  TraversalShape shapeHere(TraversalShape shape) const;
  /// Rows of a plane. With two axes a plane is a row.
  int rows() const { return program->rank == 3 ? static_cast<int>(extents[1]) : 1; }
  std::uint64_t rowBytes(int field) const {
    return fields[static_cast<std::size_t>(field)].layout.rowPitch;
  }
  std::uint64_t planeBytes(int field) const { return rowBytes(field) * std::uint64_t(rows()); }
  /// Bytes of one plane of all that is copied in, and out.
  double bytesIn() const;
  double bytesOut() const;
  /// Steps of a traversal are a multiple of this, where they can: as many launches on each device.
  int stepsOfALaunchEach() const { return std::max(1, program->fusedSteps()) * devices; }
  double planeCells() const { return double(extents[0]) * rows(); }

  /// Rings of so many rows of each plane.
  RingLayout ringLayout(int rowsOnDevice) const;
};

} // namespace stencilc::inline STENCILC_SPACE
