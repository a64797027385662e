/// \file Choice of the transport for planes between processes: NCCL, or MPI with host buffers.
#pragma once

#include "runtime/engines/slabs/transport/SlabTransport.h"
#include "runtime/parts/ranks/Nccl.h"
#include "runtime/parts/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Data about one process that all processes need in order to select a transport.
struct TransferOffer {
  int nccl = 0;                    // NCCL version number; 0: none
  std::string why;                 // reason for the lack of NCCL, for the user
  std::vector<std::string> places; // host and PCI bus ID of each GPU of the process

  std::string text() const;
  static TransferOffer read(const std::string &text);
};

/// Selected transport for planes between processes.
struct PlaneTransfer {
  bool isNccl = false;
  std::string text; // name of the transport, such as "NCCL 2.28.3"
  std::string why;  // reason against NCCL, for the user; empty if NCCL is not expected
};

/// Returns the transport for planes between processes: NCCL if all processes have the same version
/// and share no GPU, which NCCL requires, else MPI.
PlaneTransfer wayOf(const std::vector<TransferOffer> &all);

/// Sets `way` to the transport for planes between processes: NCCL or MPI. All processes must call
/// it, and all get the same result. NCCL needs GPUs. Parts on the host use MPI, and so does the CPU
/// device (an emulated GPU), unless STENCILC_NCCL names an NCCL library for it.
Status agreeOnWay(Ranks &ranks, const SlabParts &parts, PlaneTransfer &way);

} // namespace stencilc::inline STENCILC_SPACE
