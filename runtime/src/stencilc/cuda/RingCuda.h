/// \file Ring.h on a GPU: physical memory mapped twice, and pinned host memory.
#pragma once

#include "stencilc/Parallel.h"
#include "stencilc/cpu/HostMemory.h"
#include "stencilc/stream/Ring.h"
#include <cstring>
#include <cuda.h>
#include <sys/mman.h>

namespace stencilc::device {

namespace detail {

/// A function of the driver, found at run time, so that programs need not link libcuda.
template <class Function> Status findDriver(const char *name, Function *&function) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
  const cudaError_t error =
      cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result);
  if (error == cudaSuccess && result != cudaDriverEntryPointSuccess)
    return Status::device(std::string("this driver has no ") + name +
                          "; CUDA 12 or newer is needed");
  function = reinterpret_cast<Function *>(found);
  return fromCuda(error, std::string("asking the driver for ") + name);
}

inline Status fromDriver(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return {};
  const std::string text = format("%s failed: driver error %d", what, static_cast<int>(result));
  return result == CUDA_ERROR_OUT_OF_MEMORY ? Status::outOfMemory(text) : Status::device(text);
}

inline Status ringProperties(CUmemAllocationProp &properties) {
  int device = 0;
  Status status = fromCuda(cudaGetDevice(&device), "finding a CUDA device");
  properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  return status;
}

} // namespace detail

inline Status ringUnit(std::uint64_t &bytes) {
  CUmemAllocationProp properties;
  Status status = detail::ringProperties(properties);
  decltype(&cuMemGetAllocationGranularity) granularity = nullptr;
  if (status)
    status = detail::findDriver("cuMemGetAllocationGranularity", granularity);
  std::size_t unit = 0;
  if (status)
    status = detail::fromDriver(granularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
                                "asking for the unit of device memory");
  bytes = unit;
  return status;
}

inline Status allocateRing(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  CUmemAllocationProp properties;
  decltype(&cuMemCreate) create = nullptr;
  decltype(&cuMemAddressReserve) reserve = nullptr;
  decltype(&cuMemMap) map = nullptr;
  decltype(&cuMemSetAccess) setAccess = nullptr;
  decltype(&cuMemRelease) release = nullptr;
  Status status = fromCuda(cudaFree(nullptr), "starting CUDA");
  if (status)
    status = detail::ringProperties(properties);
  if (status)
    status = detail::findDriver("cuMemCreate", create);
  if (status)
    status = detail::findDriver("cuMemAddressReserve", reserve);
  if (status)
    status = detail::findDriver("cuMemMap", map);
  if (status)
    status = detail::findDriver("cuMemSetAccess", setAccess);
  if (status)
    status = detail::findDriver("cuMemRelease", release);
  if (!status)
    return status;
  const std::string what = "allocating a ring of " + formatBytes(static_cast<double>(bytes));
  CUmemGenericAllocationHandle handle;
  CUdeviceptr place = 0;
  status = detail::fromDriver(create(&handle, bytes, &properties, 0), what.c_str());
  if (!status)
    return status;
  status = detail::fromDriver(reserve(&place, 2 * bytes, 0, 0, 0), what.c_str());
  for (int half = 0; status && half < 2; ++half)
    status = detail::fromDriver(map(place + half * bytes, bytes, 0, handle, 0), what.c_str());
  const CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  if (status)
    status = detail::fromDriver(setAccess(place, 2 * bytes, &access, 1), what.c_str());
  release(handle); // the mappings keep it
  if (status)
    memory = reinterpret_cast<unsigned char *>(place);
  return status;
}

inline void releaseRing(unsigned char *memory, std::uint64_t bytes) {
  decltype(&cuMemUnmap) unmap = nullptr;
  decltype(&cuMemAddressFree) addressFree = nullptr;
  if (!memory || !detail::findDriver("cuMemUnmap", unmap) ||
      !detail::findDriver("cuMemAddressFree", addressFree))
    return;
  cudaDeviceSynchronize();
  unmap(reinterpret_cast<CUdeviceptr>(memory), 2 * bytes);
  addressFree(reinterpret_cast<CUdeviceptr>(memory), 2 * bytes);
}

inline Status allocateHost(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  void *place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED)
    return Status::outOfMemory("allocating " + formatBytes(static_cast<double>(bytes)) +
                               " of host memory failed");
  madvise(place, bytes, MADV_HUGEPAGE);
  auto *const start = static_cast<unsigned char *>(place);
  constexpr std::uint64_t kTouch = std::uint64_t{16} << 20;
  parallelFor(static_cast<std::int64_t>((bytes + kTouch - 1) / kTouch), [&](std::int64_t piece) {
    const std::uint64_t begin = static_cast<std::uint64_t>(piece) * kTouch;
    std::memset(start + begin, 0, begin + kTouch < bytes ? kTouch : bytes - begin);
  });
  for (std::uint64_t begin = 0; begin < bytes; begin += kPinnedPiece) {
    const std::uint64_t count = begin + kPinnedPiece < bytes ? kPinnedPiece : bytes - begin;
    if (Status status =
            fromCuda(cudaHostRegister(start + begin, count, cudaHostRegisterDefault),
                     "pinning " + formatBytes(static_cast<double>(count)) + " of host memory");
        !status) {
      for (std::uint64_t pinned = 0; pinned < begin; pinned += kPinnedPiece)
        cudaHostUnregister(start + pinned);
      munmap(place, bytes);
      return status;
    }
  }
  memory = start;
  return {};
}

inline void releaseHost(unsigned char *memory, std::uint64_t bytes) {
  if (!memory)
    return;
  for (std::uint64_t begin = 0; begin < bytes; begin += kPinnedPiece)
    cudaHostUnregister(memory + begin);
  munmap(memory, bytes);
}

template <class T> Status addressOf(unsigned char *host, T *&address) {
  void *found = nullptr;
  const cudaError_t error = cudaHostGetDevicePointer(&found, host, 0);
  address = static_cast<T *>(found);
  return fromCuda(error, "asking where the device sees host memory");
}

inline Status measureLink(double &bytesPerSecond, double &alone, bool &isMeasured) {
  constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  constexpr int kTimes = 16; // about 20 ms, twice
  unsigned char *host = nullptr;
  void *memory = nullptr;
  Stream streams[2] = {nullptr, nullptr};
  Stopwatch watches[2];
  Status status = allocateHost(2 * kBytes, host);
  if (status)
    status = allocate(2 * kBytes, memory);
  for (Stream &stream : streams)
    if (status)
      status = createStream(stream);
  auto *const inside = static_cast<unsigned char *>(memory);
  double longest[2] = {0, 0}; // with both ways, with one
  for (int both = 1; both >= 0; --both) {
    for (int i = -2; status && i < kTimes; ++i) {
      for (int way = 0; status && i == 0 && way <= both; ++way)
        status = watches[way].start(streams[way]);
      const Box box = {kBytes};
      if (status)
        status = copy({inside, kBytes, kBytes}, {host, kBytes, kBytes}, box, streams[0]);
      if (status && both)
        status = copy({host + kBytes, kBytes, kBytes}, {inside + kBytes, kBytes, kBytes}, box,
                      streams[1]);
    }
    for (int way = 0; status && way <= both; ++way)
      status = watches[way].stop(streams[way]);
    for (int way = 0; status && way <= both; ++way) {
      double seconds = 0;
      status = watches[way].seconds(seconds);
      longest[both] = seconds > longest[both] ? seconds : longest[both];
    }
  }
  for (Stream stream : streams)
    destroyStream(stream);
  release(memory);
  releaseHost(host, 2 * kBytes);
  isMeasured = status.ok() && longest[0] > 0 && longest[1] > 0;
  if (isMeasured) {
    bytesPerSecond = double(kBytes) * kTimes / longest[1];
    alone = double(kBytes) * kTimes / longest[0];
  }
  return status;
}

inline Status freeHostMemory(std::uint64_t &bytes) { return host::freeMemory(bytes); }

} // namespace stencilc::device
