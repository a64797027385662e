/// \file How a domain is divided among devices: slabs along its last axis, and which planes each of
/// them holds. Geometry without memory.
///
///     part      0          1          2
///            |======|...              |       ===  planes of its own
///                ...|======|...               ...  halo: planes that a neighbour computes, and
///                       ...|=========|             sends before they are read
///
/// Parts differ by at most one plane. Where the domain repeats itself, the first part and the last
/// one are neighbours, and planes beyond an end stand for those at the other.
#pragma once

#include "stencilc/Grid.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Towards the first plane, or the last one.
enum class SlabSide : std::uint8_t { Low, High };

struct Decomposition {
  int planes = 1, parts = 1; // of the domain
  int halo = 0;              // planes that all launches between two exchanges reach together
  int margin = 0;            // planes beyond the halo that a launch may load, and nobody needs
  bool isPeriodic = false;

  /// The planes that a part computes.
  PlaneRange owned(int part) const;
  /// What it holds: with its halos, as far as there are planes.
  PlaneRange held(int part) const { return around(part, halo); }
  /// What it has memory for.
  PlaneRange stored(int part) const { return around(part, halo + margin); }
  /// The part that computes a plane of the domain.
  int partOf(int plane) const;
  /// -1: the domain ends there.
  int neighbour(int part, SlabSide side) const;
  /// What the neighbour on that side calls the planes of this part more than this part does.
  int shift(int part, SlabSide side) const;
  /// Planes before the first one, as kernels count: they never see an end of a domain that repeats
  /// itself.
  int pad() const { return isPeriodic ? halo + margin : 0; }

  /// Each part must have as many planes of its own as its neighbours need of it.
  static int mostParts(int planes, int halo) { return halo > 0 ? planes / halo : planes; }

private:
  PlaneRange around(int part, int more) const;
};

} // namespace stencilc::inline STENCILC_SPACE
