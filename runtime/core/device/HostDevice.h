/// \file The host as a device. Its memory is host memory, and all work is done before calls return.
#pragma once

#include "runtime/core/device/Device.h"

namespace stencilc::inline STENCILC_SPACE {

/// The host as a device, for programs compiled for CPUs. The class of the CPU device, an emulated
/// GPU, is derived from this class.
class HostDevice : public Device {
public:
  ExecutionSpace world() const override { return ExecutionSpace::Cpu; }

  Status query(device::Info &info) override;
  int multiprocessors() override;
  std::string busId() override { return ""; }
  Status freeMemory(std::uint64_t &bytes) override;

  Status allocate(std::size_t bytes, void *&memory) override;
  void release(void *memory) override;
  Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) override;
  Status copy(device::Place to, device::ConstPlace from, device::Box box, Stream stream) override;

  Status synchronize(Stream) override { return {}; }
  std::unique_ptr<Stopwatch> makeStopwatch() override;

  Status launch(Stream stream, const KernelLaunch &launch) override;
  Status mapTensor(const TensorRequest &request) override;

  Status ringUnit(std::uint64_t &bytes) override;
  Status allocateRing(std::uint64_t bytes, unsigned char *&memory) override;
  void releaseRing(unsigned char *memory, std::uint64_t bytes) override;
  std::uint64_t pinnedPiece() const override { return std::uint64_t{1} << 14; }
  Status allocateHost(std::uint64_t bytes, unsigned char *&memory) override;
  void releaseHost(unsigned char *memory, std::uint64_t) override { release(memory); }
  Status addressOf(unsigned char *host, void *&address) override;
  Status measureLink(LinkRate &rate, bool &isMeasured) override;
  Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) override;
  std::uint64_t lastCacheBytes() override;
};

} // namespace stencilc::inline STENCILC_SPACE
