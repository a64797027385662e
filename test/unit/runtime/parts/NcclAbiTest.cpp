// The runtime's own declarations of NCCL against nccl.h: sizes, offsets, numbers and parameters.
// All of it is found out by the compiler.
#include "SameCall.h"
#include "runtime/parts/ranks/Nccl.h"
#include <cstddef>
#include <gtest/gtest.h>
#include <nccl.h>

namespace stencilc::nccl_abi_test {
namespace {

#define STENCILC_NCCL_FUNCTION(name, symbol, result, parameters)                                   \
  static_assert(SameCall<decltype(Nccl::name), decltype(&::symbol)>::value, #symbol);
#include "runtime/parts/ranks/NcclFunctions.def"
#undef STENCILC_NCCL_FUNCTION

static_assert(int(kNcclSuccess) == int(ncclSuccess) && int(kNcclInProgress) == int(ncclInProgress));
static_assert(kNcclBytes == ncclInt8 && sizeof(NcclId) == sizeof(ncclUniqueId));
// Ours is the beginning of theirs: the first value that we do not have may lie in our last bytes.
static_assert(offsetof(NcclConfig, magic) == offsetof(ncclConfig_t, magic) &&
              offsetof(NcclConfig, version) == offsetof(ncclConfig_t, version) &&
              offsetof(NcclConfig, isBlocking) == offsetof(ncclConfig_t, blocking) &&
              sizeof(NcclConfig) <= sizeof(ncclConfig_t));

TEST(NcclAbi, theMagicNumberIsThatOfTheHeader) {
  const ncclConfig_t theirs = NCCL_CONFIG_INITIALIZER;
  EXPECT_EQ(NcclConfig().magic, theirs.magic);
}

} // namespace
} // namespace stencilc::nccl_abi_test
