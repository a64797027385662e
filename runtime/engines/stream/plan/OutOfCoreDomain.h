/// \file Sizes of an out-of-core domain: its planes in host memory or files, and their layout in
/// ring buffers on the device.
#pragma once

#include "runtime/core/device/Ring.h"
#include "runtime/engines/slabs/plan/Decomposition.h"
#include "runtime/engines/stream/plan/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if some planes shall stay in device memory between traversals (passes of all
/// planes). The schedule option `resident` is then above 0, or it is not set and the option
/// `method` is "resident".
bool keepsPlanes(const StreamDescription &stream);

/// Returns the numbers of time levels and buffers of all fields of the program, then of all local
/// values within a time step. Local values have no time levels and at most one buffer each, and
/// they are never copied to the host.
std::vector<TraversedField> usesOf(const ProgramDescription &program);

/// Sizes of planes in the ring buffers of one device, which hold a moving range of planes.
struct RingLayout {
  std::vector<RingPitch> pitches; // distance of planes, for each field
  int unit = 1;                   // rings have a multiple of this many planes

  std::uint64_t bytesOf(const FieldRing &ring) const {
    return std::uint64_t(ring.planes) * pitches[static_cast<std::size_t>(ring.field)].bytes;
  }
  std::uint64_t bytesOf(const std::vector<FieldRing> &rings) const;
};

struct OutOfCoreDomain {
  const ProgramDescription *program = nullptr;
  std::int64_t extents[3] = {1, 1, 1};
  std::vector<FieldMemory> fields;  // layouts only
  std::vector<TraversedField> uses; // of fields, then of local values within a step
  std::uint64_t ringUnit = 1;       // unit of ring buffer sizes, in bytes
  bool isGpu = false;               // copies go over a link
  int devices = 1;                  // length of the chain of devices
  bool hasChecksums = true;         // for planes in host memory

  // Division of the domain among processes. In all functions below, planes are those of one part,
  // numbered from its first one. Indices below 0 or beyond the part are planes of neighbours.
  Decomposition division;
  int part = 0; // kEachPart: the largest part, with two neighbours, for a plan that fits each

  static constexpr int kEachPart = -1;
  bool isShared() const { return division.parts > 1; }
  /// Returns the number of planes of the whole domain, which several processes may share.
  int wholePlanes() const { return static_cast<int>(extents[program->rank - 1]); }
  int planes() const {
    return !isShared()         ? wholePlanes()
           : part == kEachPart ? ceilDiv(wholePlanes(), division.parts)
                               : division.owned(part).count();
  }
  /// Returns the index, in the whole domain, of the first plane of this process.
  int firstPlane() const {
    return isShared() && part != kEachPart ? division.owned(part).begin : 0;
  }
  /// Returns true if another process has the planes beyond `side` of this process's planes.
  bool goesOn(SlabSide side) const {
    return isShared() && (part == kEachPart || division.neighbour(part, side) >= 0);
  }
  /// Converts plane `z`, counted from the first plane of this process, to its index in the whole
  /// domain. Planes of neighbours are allowed.
  int wholePlane(int z) const {
    const int all = wholePlanes(), plane = firstPlane() + z;
    return plane < 0 ? plane + all : plane >= all ? plane - all : plane;
  }
  /// Returns the plan `shape` of a traversal (pass of all planes), adapted to this process: its
  /// number of planes, and the sides on which another process has further planes. Returns `shape`
  /// unchanged if processes do not share the domain.
  TraversalShape shapeHere(TraversalShape shape) const;
  /// Returns the number of rows of a plane, which is 1 in a domain with two axes.
  int rows() const { return program->rank == 3 ? static_cast<int>(extents[1]) : 1; }
  std::uint64_t rowBytes(int field) const {
    return fields[static_cast<std::size_t>(field)].layout.rowPitch;
  }
  std::uint64_t planeBytes(int field) const { return rowBytes(field) * std::uint64_t(rows()); }
  /// Returns how many bytes a traversal (pass of all planes) copies to the device for each plane
  /// index: one plane of each field at each time level.
  double bytesIn() const;
  /// Returns how many bytes a traversal (pass of all planes) copies back from the device for each
  /// plane index: one plane of each updated field at each time level.
  double bytesOut() const;
  /// Returns the number of time steps in one launch, times the number of devices that planes pass
  /// through. The number of steps of a traversal (pass of all planes) should be a multiple of the
  /// result, so that each device has equal work.
  int stepsOfALaunchEach() const { return std::max(1, program->fusedSteps()) * devices; }
  double planeCells() const { return double(extents[0]) * rows(); }

  /// Returns the sizes of planes in the ring buffers of a device that hold `rowsOnDevice` rows of
  /// each plane.
  RingLayout ringLayout(int rowsOnDevice) const;
};

} // namespace stencilc::inline STENCILC_SPACE
