/// \file Division of a domain among devices: slabs along its last axis, and the planes that each of
/// them stores. It describes geometry and holds no memory.
///
///     part      0          1          2
///            |======|...              |       ===  the part's own planes, which it computes
///                ...|======|...               ...  halo: planes that a neighbour computes and
///                       ...|=========|             sends before the part reads them
///
/// The numbers of planes of two parts differ by at most one. In a periodic domain the first and the
/// last part are neighbours, and planes beyond one end are copies of those at the other end.
#pragma once

#include "stencilc/Grid.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// End of a part (the slab of one device) along the divided axis: Low towards the domain's first
/// plane, High towards its last one.
enum class SlabSide : std::uint8_t { Low, High };

struct Decomposition {
  int planes = 1, parts = 1; // of the domain
  int halo = 0;              // planes that all launches between two exchanges read beyond a part
  int margin = 0; // stored planes beyond the halo, which launches may load but do not use
  bool isPeriodic = false;

  /// Returns the planes that a part (the slab of one device) computes.
  PlaneRange owned(int part) const;
  /// Returns the planes of which a part (the slab of one device) has valid values: the planes that
  /// it computes and its halos, within the domain.
  PlaneRange held(int part) const { return around(part, halo); }
  /// Returns the planes for which a part (the slab of one device) has memory: those it computes,
  /// its halos, and margins that launches may load.
  PlaneRange stored(int part) const { return around(part, halo + margin); }
  /// Returns the number of the part (slab of one device) that computes plane `plane` of the domain.
  int partOf(int plane) const;
  /// Returns the number of the part (slab of one device) next to `part` on a side, or -1 if the
  /// domain ends there.
  int neighbour(int part, SlabSide side) const;
  /// Returns how many planes to add to an index in `part` (the slab of one device) to get that
  /// plane's index in the neighbour on a side. It is 0 except across the ends of a periodic domain.
  int shift(int part, SlabSide side) const;
  /// Returns the number of planes before plane 0 of the domain in the grid that kernels see. In a
  /// periodic domain these are halo planes (copies of the other end), so that kernels apply no
  /// boundary condition along this axis. In other domains it is 0.
  int pad() const { return isPeriodic ? halo + margin : 0; }

  /// Returns the largest possible number of parts, the slabs of devices. Each must own at least
  /// `halo` planes, because its neighbours read them.
  static int mostParts(int planes, int halo) { return halo > 0 ? planes / halo : planes; }

private:
  PlaneRange around(int part, int more) const;
};

} // namespace stencilc::inline STENCILC_SPACE
