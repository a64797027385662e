/// \file The choice of the device on which a program runs.
#include "runtime/core/device/Device.h"
#include "runtime/core/device/HostDevice.h"

namespace stencilc::inline STENCILC_SPACE {

static Device *&emulated() {
  static Device *device = nullptr;
  return device;
}

void useEmulatedDevice(Device &device) { emulated() = &device; }

Device *deviceFor(ExecutionSpace world) {
  switch (world) {
  case ExecutionSpace::Cpu:
    return &hostDevice();
  case ExecutionSpace::Cuda:
    return &gpuDevice();
  case ExecutionSpace::CpuDevice:
    return emulated();
  }
  return nullptr;
}

Device *deviceFor(ExecutionSpace world, int number) {
  return world == ExecutionSpace::Cuda ? &numberedGpu(number) : deviceFor(world);
}

Status noDevice(ExecutionSpace world) {
  return Status::invalid(world == ExecutionSpace::CpuDevice
                             ? "the CPU device is not linked: also link stencilc_cpu_device"
                             : "the program is for a device that this runtime does not know");
}

} // namespace stencilc::inline STENCILC_SPACE
