/// \file What emitted code asks of the runtime, which is compiled apart from it: launches, tensor
/// maps, and threads of the host.
#pragma once

#include "stencilc/Launch.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

class Step;

/// Functions of the runtime. `run` is what does the work now. After the first failure they do
/// nothing; the run stops after the step and reports it.
struct RuntimeCalls {
  void (*launch)(void *run, const KernelLaunch &launch);
  void (*fail)(void *run, const char *what);
  void (*mapTensor)(void *run, const TensorRequest &request);
  int (*multiprocessors)(void *run);
  /// Calls part(body, begin, end) for parts of [0, count) that together are all of it, each by a
  /// thread of its own; the same thread has the same part each time.
  void (*share)(void *run, Int64 count, void (*part)(const void *body, Int64 begin, Int64 end),
                const void *body);
  /// Finds the numbers of a survey of the program, and with them the scalars of the step. Waits.
  void (*survey)(void *run, const Step &step, int which);
  /// Whether an iteration of a repeat was the last one.
  bool (*isOver)(void *run, int repeat);
  /// Copies cells on the device.
  void (*copy)(void *run, void *to, const void *from, UInt64 bytes);
};

namespace detail {

#if STENCILC_WORLD_CUDA
/// The handle of a kernel that nvcc's startup code has registered.
inline const void *handleOf(const void *kernel, const char *&problem) {
  cudaFunction_t function = nullptr;
  const cudaError_t error = cudaGetFuncBySymbol(&function, kernel);
  if (error != cudaSuccess)
    problem = cudaGetErrorString(error);
  return function;
}
inline constexpr KernelHandle kHandle = handleOf;
#else
/// The symbol of a kernel is what the driver calls it.
inline constexpr KernelHandle kHandle = nullptr;
#endif

/// Bytes of what a parameter has for each piece of a launch; 0: it is the same for all.
template <class Parameter> inline constexpr unsigned pieceBytes = 0;
template <class T> inline constexpr unsigned pieceBytes<ByPiece<T>> = sizeof(T);

template <class Parameter> void noteEnds(Parameter &, EndsFirst *&) {}
inline void noteEnds(EndsFirst &parameter, EndsFirst *&ends) { ends = &parameter; }

} // namespace detail

/// A run of the runtime that emitted code works for.
class Runtime {
public:
  Runtime(const RuntimeCalls &calls, void *run) : calls(&calls), run(run) {}

  /// Multiprocessors of the device, or threads of the host; at least 1.
  int multiprocessors() const { return calls->multiprocessors(run); }

#if STENCILC_HAS_KERNELS
  /// Enqueues a kernel behind those launched before; arguments are converted to the types of its
  /// parameters. On the CPU device it has run when this returns, and faults of the kernel end the
  /// process with a message.
  template <class... Parameters, class... Arguments>
  void launch(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) const {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                  "a launch gives one argument for each parameter of the kernel");
    launchExact<Parameters...>(name, kernel, shape, static_cast<Parameters>(arguments)...);
  }
#endif

  /// Calls body(begin, end) for parts of [0, count), each by a thread of its own.
  template <class Body> void forParts(Int64 count, const Body &body) const {
    calls->share(
        run, count,
        [](const void *it, Int64 begin, Int64 end) {
          (*static_cast<const Body *>(it))(begin, end);
        },
        &body);
  }
  /// Shares [from, to), which may be empty, among threads.
  template <class Body> void forRange(int from, int to, const Body &body) const {
    forParts(Int64{to} - from, [&](Int64 begin, Int64 end) {
      body(static_cast<int>(from + begin), static_cast<int>(from + end));
    });
  }
  /// Calls body(i) for 0 <= i < count, shared by threads.
  template <class Body> void forEach(Int64 count, const Body &body) const {
    forParts(count, [&](Int64 begin, Int64 end) {
      for (Int64 i = begin; i < end; ++i)
        body(i);
    });
  }
  /// Calls body(i, j) for 0 <= i < count and 0 <= j < inner, shared by threads.
  template <class Body> void forEach(int count, int inner, const Body &body) const {
    forParts(Int64{count} * inner, [&](Int64 begin, Int64 end) {
      for (Int64 at = begin; at < end; ++at)
        body(static_cast<int>(at / inner), static_cast<int>(at % inner));
    });
  }

protected:
#if STENCILC_HAS_KERNELS
  /// Holds the parameters in exactly the kernel's types while the launch reads them.
  template <class... Parameters>
  void launchExact(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
                   Parameters... parameters) const {
    void *const arguments[] = {const_cast<void *>(static_cast<const void *>(&parameters))...,
                               nullptr};
    static constexpr unsigned argumentBytes[] = {sizeof(Parameters)..., 0};
    static constexpr unsigned pieceBytes[] = {detail::pieceBytes<Parameters>..., 0};
    EndsFirst *ends = nullptr;
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
                        .besideLast = shape.besideLast,
                        .inPairs = shape.inPairs,
                        .ends = ends,
                        .pieceBytes = ends ? pieceBytes : nullptr};
#if STENCILC_WORLD_CPU_DEVICE
    const auto text = [&] { kernel(parameters...); }; // each thread gets a copy
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
