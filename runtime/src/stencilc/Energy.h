/// \file Energy a GPU has used, from NVIDIA's management library where there is one.
#pragma once

#include "stencilc/Description.h"
#include <dlfcn.h>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the energy counter of one GPU through libnvidia-ml, which is loaded when first needed: a
/// program must also run where the driver does not bring it. Own declarations, because the CUDA
/// toolkit does not always carry nvml.h (NVML API reference: nvmlDeviceGetTotalEnergyConsumption).
class EnergyMeter {
public:
  EnergyMeter() = default;
  EnergyMeter(const EnergyMeter &) = delete;
  EnergyMeter &operator=(const EnergyMeter &) = delete;
  ~EnergyMeter();

  /// `busId` as device::busId() gives it; empty: there is no GPU. Silent if it does not work.
  void open(const char *busId);

  /// Joules since the driver was loaded; negative if not known. The counter moves about every
  /// 100 ms, so differences over less than a second mean little.
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

/// The meters of all GPUs that a run has in this process.
class EnergyMeters {
public:
  /// Opens those of the GPUs with these numbers; of none: that of `device`.
  EnergyMeters(World world, const std::vector<int> &gpus, Device &device);
  /// What all have used together; negative if one is not known.
  double joules() const;

private:
  std::vector<std::unique_ptr<EnergyMeter>> all;
};

} // namespace stencilc::inline STENCILC_SPACE
