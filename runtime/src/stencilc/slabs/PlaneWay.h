/// \file Which way planes go from process to process: by NCCL, or by MPI through buffers of the
/// host.
#pragma once

#include "stencilc/ranks/Nccl.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/SlabTransport.h"

namespace stencilc::inline STENCILC_SPACE {

/// What a process says of itself, and all processes know of each.
struct WayOffer {
  int nccl = 0;                    // number of its version; 0: it has none
  std::string why;                 // it has none, for people
  std::vector<std::string> places; // of its GPUs: host and place on the bus

  std::string text() const;
  static WayOffer read(const std::string &text);
};

struct PlaneWay {
  bool isNccl = false;
  std::string text; // "NCCL 2.28.3"
  std::string why;  // not NCCL, for people; empty where nobody expects it
};

/// NCCL where all processes have the same, and each GPU to itself, which it needs.
PlaneWay wayOf(const std::vector<WayOffer> &all);

/// Asks all processes; the same answer in each. On the host planes go by MPI, and so they do on the
/// CPU device, unless STENCILC_NCCL names a library that knows it.
Status agreeOnWay(Ranks &ranks, const SlabParts &parts, PlaneWay &way);

} // namespace stencilc::inline STENCILC_SPACE
