/// \file The energy counter of a GPU, read through NVIDIA's management library (NVML).
#include "runtime/program/Energy.h"
#include "runtime/core/stepping/Engine.h"
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

EnergyMeters::EnergyMeters(ExecutionSpace world, const std::vector<int> &gpus, Device &device) {
  std::vector<std::string> places;
  for (const int number : gpus)
    places.push_back(deviceFor(world, number)->busId());
  if (places.empty())
    places.push_back(device.busId());
  for (const std::string &place : places)
    all.emplace_back(std::make_unique<EnergyMeter>())->open(place.c_str());
}

double EnergyMeters::joules() const {
  double sum = 0;
  for (const auto &meter : all) {
    const double one = meter->joules();
    if (one < 0)
      return one;
    sum += one;
  }
  return sum;
}

} // namespace stencilc::inline STENCILC_SPACE
