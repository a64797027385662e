/// \file The free memory of the host in control groups of both versions.
#include "runtime/core/device/HostMemory.h"
#include "../Folder.h"

using namespace stencilc;

namespace {

class HostMemory : public Folder {
protected:
  std::uint64_t left(std::uint64_t bytes) const {
    host::limitByGroups(folder.string(), bytes);
    return bytes;
  }
};

TEST_F(HostMemory, withoutGroupsNothingIsLimited) { EXPECT_EQ(left(1000), 1000u); }

TEST_F(HostMemory, versionTwo) {
  put("memory.max", "500\n");
  put("memory.current", "300\n");
  EXPECT_EQ(left(1000), 200u);
  put("memory.stat", "anon 100\nfile 50\n"); // the system drops cached files
  EXPECT_EQ(left(1000), 250u);
  EXPECT_EQ(left(100), 100u);
  put("memory.max", "max\n");
  EXPECT_EQ(left(1000), 1000u);
}

TEST_F(HostMemory, versionOne) {
  std::filesystem::create_directory(folder / "memory");
  put("memory/memory.limit_in_bytes", "500\n");
  put("memory/memory.usage_in_bytes", "600\n");
  EXPECT_EQ(left(1000), 0u);
  put("memory/memory.stat", "cache 1\ntotal_cache 400\n");
  EXPECT_EQ(left(1000), 300u);
  put("memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(left(1000), 1000u);
}

} // namespace
