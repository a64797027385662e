/// \file Assigns GPUs to the processes of a run.
#pragma once

#include "runtime/core/device/DeviceChoice.h"
#include "runtime/parts/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Sets `choice` to this process's GPUs, unless the user has chosen some. By default it is one GPU:
/// the process's index on its host, modulo the number of GPUs. `note` is set to a message if two
/// processes share a GPU. Does nothing for programs that do not use CUDA.
Status takeDevices(Ranks &ranks, ExecutionSpace world, DeviceChoice &choice, std::string &note);

/// Returns a message such as "processes 0 and 2 share GPU 1 of HOST", or "" if no GPU is shared.
/// `all` has a text "HOST 0@BUS 1@BUS" for each process: its host, and the number and PCI bus ID of
/// each GPU. Bus IDs are compared if they are known, because numbers depend on which GPUs a process
/// may see.
std::string sharedDevices(const std::vector<std::string> &all);

} // namespace stencilc::inline STENCILC_SPACE
