/// \file Device.h on a GPU, over the CUDA runtime.
#pragma once

#include "stencilc/Device.h"

namespace stencilc::device {

/// `what` names the call for people: "allocating 3.0 GiB".
inline Status fromCuda(cudaError_t error, const std::string &what) {
  if (error == cudaSuccess)
    return {};
  cudaGetLastError(); // an error that is reported here must not surface again in a later call
  const std::string text =
      what + " failed: " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")";
  return error == cudaErrorMemoryAllocation ? Status::outOfMemory(text) : Status::device(text);
}

inline Status query(Info &info) {
  int device = 0;
  if (Status status = fromCuda(cudaGetDevice(&device), "finding a CUDA device"); !status)
    return status;
  cudaDeviceProp properties;
  if (Status status =
          fromCuda(cudaGetDeviceProperties(&properties, device), "asking for the CUDA device");
      !status)
    return status;
  info = {properties.name, properties.totalGlobalMem, properties.multiProcessorCount,
          properties.sharedMemPerBlockOptin};
  return {};
}

inline int multiprocessors() {
  int device = 0, count = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
    return 1; // the launch that follows reports why
  return count > 0 ? count : 1;
}

inline std::string busId() {
  char id[32] = "";
  int device = 0;
  const bool isKnown = cudaGetDevice(&device) == cudaSuccess &&
                       cudaDeviceGetPCIBusId(id, sizeof id, device) == cudaSuccess;
  return isKnown ? id : "";
}

inline Status freeMemory(std::uint64_t &bytes) {
  std::size_t available = 0, total = 0;
  Status status = fromCuda(cudaMemGetInfo(&available, &total), "asking for free device memory");
  bytes = available;
  return status;
}

inline Status allocate(std::size_t bytes, void *&memory) {
  memory = nullptr;
  return fromCuda(cudaMalloc(&memory, bytes),
                  "allocating " + formatBytes(static_cast<double>(bytes)) + " of device memory");
}

inline void release(void *memory) { cudaFree(memory); }

inline Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) {
  return fromCuda(cudaMemsetAsync(memory, value, bytes, stream), "filling device memory");
}

inline Status copy(Place to, ConstPlace from, Box box, Stream stream) {
  const std::size_t planeBytes = box.rowBytes * box.rows;
  const auto packed = [&](std::size_t rowPitch, std::size_t planePitch) {
    return (box.rows == 1 || rowPitch == box.rowBytes) &&
           (box.planes == 1 || planePitch == planeBytes);
  };
  const char *const what = "copying cells";
  if (packed(to.rowPitch, to.planePitch) && packed(from.rowPitch, from.planePitch))
    return fromCuda(
        cudaMemcpyAsync(to.data, from.data, planeBytes * box.planes, cudaMemcpyDefault, stream),
        what);
  // One call for all planes needs plane pitches that are whole rows.
  if (box.rows > 1 && to.planePitch % to.rowPitch == 0 && from.planePitch % from.rowPitch == 0) {
    cudaMemcpy3DParms all{};
    all.srcPtr = make_cudaPitchedPtr(const_cast<void *>(from.data), from.rowPitch, box.rowBytes,
                                     box.planes > 1 ? from.planePitch / from.rowPitch : box.rows);
    all.dstPtr = make_cudaPitchedPtr(to.data, to.rowPitch, box.rowBytes,
                                     box.planes > 1 ? to.planePitch / to.rowPitch : box.rows);
    all.extent = make_cudaExtent(box.rowBytes, box.rows, box.planes);
    all.kind = cudaMemcpyDefault;
    return fromCuda(cudaMemcpy3DAsync(&all, stream), what);
  }
  for (std::size_t z = 0; z < box.planes; ++z) {
    char *target = static_cast<char *>(to.data) + z * to.planePitch;
    const char *source = static_cast<const char *>(from.data) + z * from.planePitch;
    const cudaError_t error =
        box.rows == 1 ? cudaMemcpyAsync(target, source, box.rowBytes, cudaMemcpyDefault, stream)
                      : cudaMemcpy2DAsync(target, to.rowPitch, source, from.rowPitch, box.rowBytes,
                                          box.rows, cudaMemcpyDefault, stream);
    if (Status status = fromCuda(error, what); !status)
      return status;
  }
  return {};
}

inline Status createStream(Stream &stream) {
  stream = nullptr;
  return fromCuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
}

inline void destroyStream(Stream stream) {
  if (stream)
    cudaStreamDestroy(stream);
}

inline Status synchronize(Stream stream) {
  return fromCuda(cudaStreamSynchronize(stream), "running on the device");
}

class Stopwatch {
public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;
  ~Stopwatch() {
    for (cudaEvent_t event : events)
      if (event)
        cudaEventDestroy(event);
  }

  Status start(Stream stream) { return record(0, stream); }
  Status stop(Stream stream) { return record(1, stream); }
  /// Waits for the point of stop().
  Status seconds(double &result) const {
    float milliseconds = 0;
    cudaError_t error = cudaEventSynchronize(events[1]);
    if (error == cudaSuccess)
      error = cudaEventElapsedTime(&milliseconds, events[0], events[1]);
    result = milliseconds * 1e-3;
    return fromCuda(error, "timing");
  }

private:
  Status record(int which, Stream stream) {
    cudaError_t error = events[which] ? cudaSuccess : cudaEventCreate(&events[which]);
    if (error == cudaSuccess)
      error = cudaEventRecord(events[which], stream);
    return fromCuda(error, "timing");
  }

  cudaEvent_t events[2] = {nullptr, nullptr};
};

} // namespace stencilc::device
