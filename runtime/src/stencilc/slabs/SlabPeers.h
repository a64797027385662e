/// \file Devices of one process that reach each other's memory.
#pragma once

#include "stencilc/slabs/SlabTransport.h"

namespace stencilc::inline STENCILC_SPACE {

/// Lets parts reach the memory of their neighbours, and that of the first where the host has
/// computed something for all (profiles, sources), which is refused where they cannot.
Status openPeers(const ProgramDescription &program, const Decomposition &division,
                 SlabParts &parts);

} // namespace stencilc::inline STENCILC_SPACE
