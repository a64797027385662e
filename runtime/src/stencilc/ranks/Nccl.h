/// \file The NCCL library, opened where processes with GPUs share a domain, so that the tool and
/// programs start without it, and run on machines that have none.
///
/// Its functions are declared here, and their types as far as they are used, by nccl.h of NCCL
/// 2.14, whose binary interface later versions keep.
#pragma once

#include "stencilc/Device.h"
#include <cstddef>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// ncclResult_t.
enum NcclResult : int { kNcclSuccess = 0, kNcclInProgress = 7 };
/// ncclInt8, of ncclDataType_t: planes are so many bytes.
inline constexpr int kNcclBytes = 0;
/// ncclComm_t: a device among those of all processes.
using NcclCommunicator = void *;
/// ncclUniqueId: what those who join one communicator must know.
struct NcclId {
  char bytes[128] = {};
};
/// ncclConfig_t as it was in NCCL 2.14; later ones take their own values for what they have added.
struct NcclConfig {
  std::size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef;
  unsigned version = 21400;
  int isBlocking = 0; // calls return before they are done, so that nobody waits for a dead process
};

struct Nccl {
#define STENCILC_NCCL_FUNCTION(name, symbol, result, parameters) result(*name) parameters = nullptr;
#include "stencilc/ranks/NcclFunctions.def"
#undef STENCILC_NCCL_FUNCTION
  int number = 0;   // of its version: 22803 is 2.28.3
  std::string file; // that it was opened by
};

/// "2.28.3", of 22803.
std::string ncclVersionText(int number);

/// The library, opened once in a process: `libnccl.so.2`, or what STENCILC_NCCL names. Null, and
/// why, if there is none, one that is too old, or STENCILC_NCCL is empty.
const Nccl *openNccl(std::string &why);
/// The library that lies in `file`, into `library`; returns what is wrong with it, or an empty
/// text.
std::string openNcclFile(const std::string &file, Nccl &library);

/// Whether STENCILC_NCCL names a library.
bool isNcclNamed();

} // namespace stencilc::inline STENCILC_SPACE
