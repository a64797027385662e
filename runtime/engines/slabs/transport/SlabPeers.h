/// \file Access of the devices of one process to each other's memory.
#pragma once

#include "runtime/engines/slabs/transport/SlabTransport.h"

namespace stencilc::inline STENCILC_SPACE {

/// Lets the device of each part access the memory of its neighbours' devices. Programs with
/// profiles (fields over some axes) or sources also need access to the first part's device, which
/// stores them. Fails if an access is impossible.
Status openPeers(const ProgramDescription &program, const Decomposition &division,
                 SlabParts &parts);

} // namespace stencilc::inline STENCILC_SPACE
