/// \file launch() on a GPU.
#pragma once

#include "stencilc/Launch.h"

namespace stencilc {

namespace detail {

/// Blocks get 48 KiB of shared memory unless the kernel is allowed more once before.
inline Status allowShared(const char *name, const void *kernel, std::size_t bytes) {
  constexpr std::size_t kAlwaysAllowed = 48 * 1024;
  if (bytes <= kAlwaysAllowed)
    return {};
  int device = 0, most = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess && bytes > static_cast<std::size_t>(most))
    return Status::invalid(format("kernel '%s': %zu bytes of shared memory per block are more than "
                                  "the %d this device has",
                                  name, bytes, most));
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(bytes));
  return device::fromCuda(error, format("kernel '%s': setting its shared memory", name));
}

/// Whether the device starts a kernel before the one before has ended (sm_90).
inline bool canRunBeside() {
  int device = 0, major = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major >= 9;
}

inline Status launchRaw(Stream stream, const char *name, const void *kernel,
                        const LaunchShape &shape, void **parameters) {
  if (Status status = checkShape(name, shape); !status)
    return status;
  if (Status status = allowShared(name, kernel, shape.sharedBytes); !status)
    return status;
  cudaLaunchConfig_t config{};
  config.gridDim = shape.grid;
  config.blockDim = shape.block;
  config.dynamicSmemBytes = shape.sharedBytes;
  config.stream = stream;
  cudaLaunchAttribute attributes[2]{};
  config.attrs = attributes;
  if (shape.cluster.x * shape.cluster.y * shape.cluster.z > 1) {
    cudaLaunchAttribute &cluster = attributes[config.numAttrs++];
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {shape.cluster.x, shape.cluster.y, shape.cluster.z};
  }
  if (shape.besideLast && canRunBeside()) {
    cudaLaunchAttribute &beside = attributes[config.numAttrs++];
    beside.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    beside.val.programmaticStreamSerializationAllowed = 1;
  }
  const cudaError_t error = cudaLaunchKernelExC(&config, kernel, parameters);
  if (error == cudaSuccess)
    return {};
  return device::fromCuda(error, format("launching kernel '%s' (%s blocks of %s threads, %zu bytes "
                                        "of shared memory)",
                                        name, shapeText(shape.grid).c_str(),
                                        shapeText(shape.block).c_str(), shape.sharedBytes));
}

/// Holds the parameters in exactly the kernel's types while the launch reads them.
template <class... Parameters>
Status launchExact(Stream stream, const char *name, void (*kernel)(Parameters...),
                   const LaunchShape &shape, Parameters... parameters) {
  void *pointers[] = {const_cast<void *>(static_cast<const void *>(&parameters))..., nullptr};
  return launchRaw(stream, name, reinterpret_cast<const void *>(kernel), shape, pointers);
}

} // namespace detail

template <class... Parameters, class... Arguments>
Status launch(Stream stream, const char *name, void (*kernel)(Parameters...),
              const LaunchShape &shape, const Arguments &...arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                "a launch gives one argument for each parameter of the kernel");
  return detail::launchExact<Parameters...>(stream, name, kernel, shape,
                                            static_cast<Parameters>(arguments)...);
}

} // namespace stencilc
