/// \file The energy that GPUs have used, read through NVIDIA's management library (NVML).
#pragma once

#include "stencilc/Description.h"
#include <dlfcn.h>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The energy counter of one GPU. libnvidia-ml is loaded at run time, because a program must also
/// run where it is not installed. The functions are declared here because the CUDA toolkit does not
/// always contain nvml.h (NVML: nvmlDeviceGetTotalEnergyConsumption).
class EnergyMeter {
public:
  EnergyMeter() = default;
  EnergyMeter(const EnergyMeter &) = delete;
  EnergyMeter &operator=(const EnergyMeter &) = delete;
  ~EnergyMeter();

  /// Finds the GPU with the PCI bus id `busId`. An empty id means no GPU. Errors are not reported:
  /// joules() then returns a negative number.
  void open(const char *busId);

  /// Returns the energy in joules since the driver was loaded, or a negative number if it is not
  /// known. The counter changes about every 100 ms, so that differences over less than a second are
  /// inaccurate.
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

/// The energy counters of all GPUs that a run uses in this process.
class EnergyMeters {
public:
  /// Opens the counters of the GPUs with the numbers `gpus`, or of `device` if the list is empty.
  EnergyMeters(ExecutionSpace world, const std::vector<int> &gpus, Device &device);
  /// Returns the sum of all counters in joules, or a negative number if one is not known.
  double joules() const;

private:
  std::vector<std::unique_ptr<EnergyMeter>> all;
};

} // namespace stencilc::inline STENCILC_SPACE
