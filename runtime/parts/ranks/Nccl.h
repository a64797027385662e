/// \file The NCCL library, which copies data between GPUs of several processes. It is loaded with
/// `dlopen` only if a run needs it, so that programs also start on machines without NCCL.
///
/// Functions and types are declared here as in nccl.h of NCCL 2.14. Later versions keep this binary
/// interface.
#pragma once

#include "runtime/core/device/Device.h"
#include <cstddef>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Results of NCCL calls (ncclResult_t) that are not errors. All other values are errors.
enum NcclResult : int { kNcclSuccess = 0, kNcclInProgress = 7 };
/// NCCL's data type of one byte (ncclInt8). Planes of cells are sent as bytes.
inline constexpr int kNcclBytes = 0;
/// NCCL communicator (ncclComm_t): one device's connection to the devices of all processes.
using NcclCommunicator = void *;
/// Identifier of a group of devices (ncclUniqueId). All processes need the same one to create
/// communicators.
struct NcclId {
  char bytes[128] = {};
};
/// Configuration of a communicator (ncclConfig_t as of NCCL 2.14). Later versions use default
/// values for their new members.
struct NcclConfig {
  std::size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef;
  unsigned version = 21400;
  int isBlocking = 0; // calls return at once, so that a dead process blocks no other
};

struct Nccl {
#define STENCILC_NCCL_FUNCTION(name, symbol, result, parameters) result(*name) parameters = nullptr;
#include "runtime/parts/ranks/NcclFunctions.def"
#undef STENCILC_NCCL_FUNCTION
  int number = 0;   // version of the library: 22803 is 2.28.3
  std::string file; // path or name with which it was loaded
};

/// Returns a version number as text: 22803 gives "2.28.3".
std::string ncclVersionText(int number);

/// Loads NCCL at the first call and returns its functions. The library is `libnccl.so.2`, or the
/// one that STENCILC_NCCL names. Returns null and sets `why` if none can be loaded, it is too old,
/// or STENCILC_NCCL is empty.
const Nccl *openNccl(std::string &why);
/// Loads the NCCL library in `file` and fills `library` with its functions. Returns an error
/// message, or "" after success.
std::string openNcclFile(const std::string &file, Nccl &library);

/// Returns true if the environment variable STENCILC_NCCL names an NCCL library (is set and not
/// empty).
bool isNcclNamed();

} // namespace stencilc::inline STENCILC_SPACE
