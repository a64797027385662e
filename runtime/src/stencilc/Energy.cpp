/// \file The energy counter of a GPU, from NVIDIA's management library.
#include "stencilc/Energy.h"
#include <dlfcn.h>

namespace stencilc::inline STENCILC_SPACE {

EnergyMeter::~EnergyMeter() {
  if (device)
    call<int()>("nvmlShutdown")();
  if (library)
    dlclose(library);
}

void EnergyMeter::open(const char *busId) {
  if (!*busId || !(library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)))
    return;
  const auto init = call<int()>("nvmlInit_v2");
  const auto find = call<int(const char *, void **)>("nvmlDeviceGetHandleByPciBusId_v2");
  read = call<int(void *, unsigned long long *)>("nvmlDeviceGetTotalEnergyConsumption");
  if (!init || !find || !read || !call<int()>("nvmlShutdown") || init() != 0)
    return;
  if (find(busId, &device) != 0) {
    call<int()>("nvmlShutdown")();
    device = nullptr;
  }
}

double EnergyMeter::joules() const {
  unsigned long long millijoules = 0;
  return device && read(device, &millijoules) == 0 ? 1e-3 * static_cast<double>(millijoules) : -1.0;
}

} // namespace stencilc::inline STENCILC_SPACE
