/// \file The services of the runtime that emitted code calls: launches, tensor maps, and host
/// threads. The runtime is compiled separately.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/Meeting.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

class Step;

/// Table of the runtime's functions for emitted code. Each function gets `run`, the runtime object
/// that performs the work. After the first failure the functions do nothing. The run then ends
/// after the current time step and reports the failure.
struct RuntimeCalls {
  void (*launch)(void *run, const KernelLaunch &launch);
  void (*fail)(void *run, const char *what);
  /// Fails because the kernel of this launch is not for the grid of the run. The run continues with
  /// other kernels, if the program has any for these time steps.
  void (*refuse)(void *run, const char *what);
  void (*mapTensor)(void *run, const TensorRequest &request);
  int (*multiprocessors)(void *run);
  /// Calls part(body, begin, end) on several threads at once, for disjoint ranges that together
  /// cover [0, count). Each thread gets the same range in every call with the same count.
  void (*share)(void *run, Int64 count, void (*part)(const void *body, Int64 begin, Int64 end),
                const void *body);
  /// Computes the in-step reduction with index `which`: a reduction of all cells that the current
  /// time step needs. Updates the scalars of `step` with the result. Waits until the device has
  /// finished.
  void (*globalReduction)(void *run, const Step &step, int which);
  /// Returns true if the `repeat` (a loop within a time step) with index `repeat` must end after
  /// the iteration just done, because its `until` condition holds.
  bool (*isOver)(void *run, int repeat);
  /// Copies `bytes` bytes within device memory.
  void (*copy)(void *run, void *to, const void *from, UInt64 bytes);
  /// Returns counters for the next launch, in which `blocks` blocks wait for each other. Each block
  /// announces at most `points` points.
  Meeting (*meet)(void *run, int blocks, int points);
};

namespace detail {

#if STENCILC_WORLD_CUDA
/// Returns the handle of a kernel that nvcc's startup code has registered. Returns null and sets
/// `problem` on failure.
inline const void *handleOf(const void *kernel, const char *&problem) {
  cudaFunction_t function = nullptr;
  const cudaError_t error = cudaGetFuncBySymbol(&function, kernel);
  if (error != cudaSuccess)
    problem = cudaGetErrorString(error);
  return function;
}
inline constexpr KernelHandle kHandle = handleOf;
#else
/// Pointer to the function that converts the address of a kernel's host function to the driver's
/// handle. It is null in builds without nvcc's startup code, where emitted code has the handle
/// itself.
inline constexpr KernelHandle kHandle = nullptr;
#endif

/// Size in bytes of one value of a kernel parameter of type ByPiece, or 0 for a parameter of any
/// other type. A ByPiece has one value for each end of a slab and one for the planes between.
template <class Parameter> inline constexpr unsigned pieceBytes = 0;
template <class T> inline constexpr unsigned pieceBytes<ByPiece<T>> = sizeof(T);

template <class Parameter> void noteEnds(Parameter &, BoundaryFirst *&) {}
inline void noteEnds(BoundaryFirst &parameter, BoundaryFirst *&ends) { ends = &parameter; }

} // namespace detail

/// Access of emitted code to the runtime: launches of kernels, and loops divided among host
/// threads. Each run has one such object.
class Runtime {
public:
  Runtime(const RuntimeCalls &calls, void *run) : calls(&calls), run(run) {}

  /// Returns the number of multiprocessors of the device, or of threads of the host; at least 1.
  int multiprocessors() const { return calls->multiprocessors(run); }
  /// Returns `tiles`. If the grid cannot be divided into these tiles, the launch that follows is
  /// refused, and the run continues with other kernels.
  TileGrid divide(const TileGrid &tiles) const {
    if (!tiles.isPossible)
      calls->refuse(run, "the kernel keeps tiles of the grid on the chip, and was compiled for "
                         "another size of the grid");
    return tiles;
  }
  /// Returns counters for the next launch, which must be cooperative: its blocks, one for each of
  /// `tiles`, wait for each other. Each block announces at most `points` points (Meeting.h).
  Meeting meet(const TileGrid &tiles, int points) const {
    return calls->meet(run, tiles.count(), points);
  }

#if STENCILC_HAS_KERNELS
  /// Enqueues a kernel, which runs after all kernels launched before it. Arguments are converted to
  /// the types of the kernel's parameters. On the CPU device (an emulated GPU) the kernel has
  /// finished when this function returns. A fault in the kernel then ends the process with a
  /// message.
  template <class... Parameters, class... Arguments>
  void launch(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) const {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                  "a launch gives one argument for each parameter of the kernel");
    launchExact<Parameters...>(name, kernel, shape, static_cast<Parameters>(arguments)...);
  }
#endif

  /// Calls body(begin, end) on several threads at once, for disjoint ranges that together cover [0,
  /// count).
  template <class Body> void forParts(Int64 count, const Body &body) const {
    calls->share(
        run, count,
        [](const void *it, Int64 begin, Int64 end) {
          (*static_cast<const Body *>(it))(begin, end);
        },
        &body);
  }
  /// Calls body(begin, end) on several threads at once, for disjoint ranges that together cover
  /// [from, to). Does nothing if that range is empty.
  template <class Body> void forRange(int from, int to, const Body &body) const {
    forParts(Int64{to} - from, [&](Int64 begin, Int64 end) {
      body(static_cast<int>(from + begin), static_cast<int>(from + end));
    });
  }
  /// Calls body(i) for 0 <= i < count, distributed over threads.
  template <class Body> void forEach(Int64 count, const Body &body) const {
    forParts(count, [&](Int64 begin, Int64 end) {
      for (Int64 i = begin; i < end; ++i)
        body(i);
    });
  }
  /// Calls body(i, j) for 0 <= i < count and 0 <= j < inner, distributed over threads.
  template <class Body> void forEach(int count, int inner, const Body &body) const {
    forParts(Int64{count} * inner, [&](Int64 begin, Int64 end) {
      for (Int64 at = begin; at < end; ++at)
        body(static_cast<int>(at / inner), static_cast<int>(at % inner));
    });
  }

protected:
#if STENCILC_HAS_KERNELS
  /// Enqueues a kernel with arguments that have exactly the types of its parameters. The runtime
  /// gets their addresses, which are valid only during the call.
  template <class... Parameters>
  void launchExact(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
                   Parameters... parameters) const {
    void *const arguments[] = {const_cast<void *>(static_cast<const void *>(&parameters))...,
                               nullptr};
    static constexpr unsigned argumentBytes[] = {sizeof(Parameters)..., 0};
    static constexpr unsigned pieceBytes[] = {detail::pieceBytes<Parameters>..., 0};
    BoundaryFirst *ends = nullptr;
    (detail::noteEnds(parameters, ends), ...);
    KernelLaunch launch{.name = name,
                        .kernel = reinterpret_cast<const void *>(kernel),
                        .handle = detail::kHandle,
                        .call = nullptr,
                        .text = nullptr,
                        .arguments = arguments,
                        .argumentBytes = argumentBytes,
                        .grid = {shape.grid.x, shape.grid.y, shape.grid.z},
                        .block = {shape.block.x, shape.block.y, shape.block.z},
                        .cluster = {shape.cluster.x, shape.cluster.y, shape.cluster.z},
                        .sharedBytes = shape.sharedBytes,
                        .barriers = shape.barriers,
                        .isDependent = shape.isDependent,
                        .inPairs = shape.inPairs,
                        .isCooperative = shape.isCooperative,
                        .ends = ends,
                        .pieceBytes = ends ? pieceBytes : nullptr};
#if STENCILC_WORLD_CPU_DEVICE
    const auto text = [&] { kernel(parameters...); }; // each thread of the kernel gets a copy
    launch.call = [](const void *it) { (*static_cast<const decltype(text) *>(it))(); };
    launch.text = &text;
#endif
    calls->launch(run, launch);
  }
#endif

  const RuntimeCalls *calls;
  void *run;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
