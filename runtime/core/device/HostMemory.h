/// \file Finds how much memory of the host is free.
#pragma once

#include "runtime/core/support/Status.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE::host {

/// Reads a file of the system, such as /proc/meminfo. Sets `number` to the number that follows
/// `key` at the start of a line. Returns false if the file cannot be read, or if no line begins
/// with `key` and a number.
bool readNumber(const char *file, const char *key, std::uint64_t &number);

/// Lowers `bytes` to the unused part of the least memory limit of the control groups (cgroups) of
/// this process. `root` is the folder of control groups, usually /sys/fs/cgroup. Reads versions 1
/// and 2.
void limitByGroups(const std::string &root, std::uint64_t &bytes);

/// Sets `bytes` to the host memory that the system can provide without swapping. In a container
/// with a memory limit, the result is at most the unused part of that limit.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
