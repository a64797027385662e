/// \file Access of the devices of one process to each other's memory.
#pragma once

#include "runtime/engines/slabs/transport/SlabTransport.h"

namespace stencilc::inline STENCILC_SPACE {

/// Lets the device of each part access the memory of its neighbours' devices, where the hardware
/// can. Programs with profiles (fields over some axes) or sources also need direct access to the
/// device of the first part, which stores them. Fails if that access is impossible.
Status openPeers(const ProgramDescription &program, const Decomposition &division,
                 SlabParts &parts);

} // namespace stencilc::inline STENCILC_SPACE
