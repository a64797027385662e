/// \file Energy that GPUs have used, read through NVIDIA's management library (NVML).
#pragma once

#include "stencilc/Description.h"
#include <dlfcn.h>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Energy counter of one GPU. libnvidia-ml is loaded at run time, because programs must also run
/// without it. Its functions are declared here, because not every CUDA toolkit contains nvml.h
/// (NVML: nvmlDeviceGetTotalEnergyConsumption).
class EnergyMeter {
public:
  EnergyMeter() = default;
  EnergyMeter(const EnergyMeter &) = delete;
  EnergyMeter &operator=(const EnergyMeter &) = delete;
  ~EnergyMeter();

  /// Selects the GPU with the PCI bus id `busId`. An empty id selects none. Errors are not
  /// reported, but joules() then returns a negative number.
  void open(const char *busId);

  /// Returns the energy in joules that the GPU has used since its driver was loaded, or a negative
  /// number if it is not known. The counter changes about every 100 ms. Differences over less than
  /// a second are therefore inaccurate.
  double joules() const;

private:
  template <class F> F *call(const char *name) const {
    return reinterpret_cast<F *>(dlsym(library, name));
  }

  void *library = nullptr;
  void *device = nullptr;
  int (*read)(void *, unsigned long long *) = nullptr;
};

class Device;

/// Energy counters of all GPUs that a run uses in this process.
class EnergyMeters {
public:
  /// Opens the energy counters of the GPUs with the numbers `gpus`, or of `device` if `gpus` is
  /// empty. `world` is the kind of device that runs the program. A CPU has no energy counter, and
  /// joules() then returns a negative number.
  EnergyMeters(ExecutionSpace world, const std::vector<int> &gpus, Device &device);
  /// Returns the sum of all counters in joules, or a negative number if one of them is not known.
  double joules() const;

private:
  std::vector<std::unique_ptr<EnergyMeter>> all;
};

} // namespace stencilc::inline STENCILC_SPACE
