/// \file Which GPUs each process of a run takes.
#pragma once

#include "stencilc/DeviceChoice.h"
#include "stencilc/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Where `choice` is open: the GPU of the process's number on its host, counted round. `note` says
/// who shares one.
Status takeDevices(Ranks &ranks, World world, DeviceChoice &choice, std::string &note);

/// "processes 0 and 2 share GPU 1 of HOST"; empty if none do. `all`: process by process
/// "HOST 0@BUS 1@BUS", its GPUs by number and by place on the bus. Where that is known it counts:
/// what a process may see of the GPUs, it numbers from 0 on.
std::string sharedDevices(const std::vector<std::string> &all);

} // namespace stencilc::inline STENCILC_SPACE
