/// \file The choice of the device on which a program runs.
#include "stencilc/Device.h"

namespace stencilc::inline STENCILC_SPACE {

static Device *&emulated() {
  static Device *device = nullptr;
  return device;
}

void useEmulatedDevice(Device &device) { emulated() = &device; }

Device *deviceFor(World world) {
  switch (world) {
  case World::Cpu:
    return &hostDevice();
  case World::Cuda:
    return &gpuDevice();
  case World::CpuDevice:
    return emulated();
  }
  return nullptr;
}

Device *deviceFor(World world, int number) {
  return world == World::Cuda ? &numberedGpu(number) : deviceFor(world);
}

Status noDevice(World world) {
  return Status::invalid(world == World::CpuDevice
                             ? "the CPU device is not linked in: link stencilc_cpu_device, too"
                             : "the program is for a device that this runtime does not know");
}

} // namespace stencilc::inline STENCILC_SPACE
