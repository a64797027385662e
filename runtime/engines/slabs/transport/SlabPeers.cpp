/// \file Opens the memory of devices to each other.
#include "runtime/engines/slabs/transport/SlabPeers.h"

namespace stencilc::inline STENCILC_SPACE {

static Status openPeer(const SlabPart &part, const SlabPart &other, bool &isDirect) {
  isDirect = true;
  return &part.itsDevice() == &other.itsDevice()
             ? Status()
             : part.itsDevice().openTo(other.itsDevice(), isDirect);
}

Status openPeers(const ProgramDescription &program, const Decomposition &division,
                 SlabParts &parts) {
  const bool isShared = program.profileCount > 0 || program.pointsCount > 0;
  for (const SlabPart &part : parts) {
    bool isDirect = true;
    for (const SlabSide side : {SlabSide::Low, SlabSide::High})
      if (const SlabPart *next = parts.find(division.neighbour(part.itsNumber(), side)))
        if (Status status = openPeer(part, *next, isDirect); !status)
          return status;
    if (!isShared)
      continue;
    if (Status status = openPeer(part, parts[0], isDirect); !status)
      return status;
    if (!isDirect)
      return Status::invalid(
          part.itsDevice().name() + " cannot read the memory of " + parts[0].itsDevice().name() +
          ", which holds profiles and sources; give devices with access (nvidia-smi topo -p2p r)");
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
