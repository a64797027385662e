/// \file Types and constants of the CUDA driver's interface, declared here so that the runtime
/// compiles without a CUDA toolkit. They are those of cuda.h in CUDA 12 and newer.
///
/// DriverAbiTest compares each size, offset and number with cuda.h.
#pragma once

#include "stencilc/Version.h"
#include <cstddef>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Results of driver calls that the runtime distinguishes. Every other value is an error as well.
enum class Result : unsigned {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotReady = 600,
  PeerAccessAlreadyEnabled = 704
};

using DeviceNumber = int;
using DevicePointer = unsigned long long;
/// Queue of work on a device (CUstream). Null is the default stream. The type is `void *`, as that
/// of stencilc::Stream, so that a cudaStream_t can be passed.
using Stream = void *;
using Context = struct ContextObject *;
using Event = struct EventObject *;
using Module = struct ModuleObject *;
using Graph = struct GraphObject *;
using GraphNode = struct GraphNodeObject *;
/// Executable CUDA graph (CUgraphExec).
using GraphProgram = struct GraphProgramObject *;
/// Kernel of a loaded module (CUfunction).
using Function = struct FunctionObject *;
/// Handle of physical device memory, which has no address until it is mapped
/// (CUmemGenericAllocationHandle).
using PhysicalMemory = unsigned long long;

inline constexpr unsigned kNonBlocking = 1; // flag of a stream
/// Flag of streamWaitValue: waits until the value in memory is at least the given one.
inline constexpr unsigned kWaitReached = 0;
inline constexpr unsigned kEventTiming = 0, kNoTiming = 2; // flags of an event

/// Scope of the calls that the driver forbids while a stream is captured. With ThreadLocal it
/// forbids calls of the capturing thread only.
enum class CaptureMode : unsigned { ThreadLocal = 1 };

/// State of the capture of a stream (CUstreamCaptureStatus).
enum class CaptureStatus : unsigned { None = 0, Active = 1 };

enum class DeviceAttribute : unsigned {
  MaxThreadsPerBlock = 1,
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  ClockRate = 13, // kHz
  Multiprocessors = 16,
  MemoryClockRate = 36, // kHz
  MemoryBusBits = 37,
  L2Bytes = 38,
  MaxThreadsPerMultiprocessor = 39,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  MaxSharedPerBlock = 97, // that a kernel may request
  MaxBlocksPerMultiprocessor = 106,
};

enum class FunctionAttribute : unsigned {
  MaxThreadsPerBlock = 0,
  SharedBytes = 1, // static ones only
  LocalBytes = 3,
  Registers = 4,
  MaxDynamicSharedBytes = 8,
};

/// Kind of memory in a copy. With Unified the driver detects host or device from the address.
enum class MemoryType : unsigned { Unified = 4 };

/// A 3D copy (CUDA_MEMCPY3D): `depth` planes of `height` rows of `widthBytes` bytes.
struct Copy3D {
  std::size_t sourceX = 0, sourceY = 0, sourceZ = 0, sourceLod = 0;
  MemoryType sourceType = MemoryType::Unified;
  const void *sourceHost = nullptr;
  DevicePointer source = 0;
  void *sourceArray = nullptr, *reserved0 = nullptr;
  std::size_t sourcePitch = 0, sourceHeight = 0; // bytes of a row, rows of a plane

  std::size_t targetX = 0, targetY = 0, targetZ = 0, targetLod = 0;
  MemoryType targetType = MemoryType::Unified;
  void *targetHost = nullptr;
  DevicePointer target = 0;
  void *targetArray = nullptr, *reserved1 = nullptr;
  std::size_t targetPitch = 0, targetHeight = 0;

  std::size_t widthBytes = 0, height = 0, depth = 0;
};

enum class LocationType : unsigned { Device = 1 };
struct Location {
  LocationType type = LocationType::Device;
  int device = 0;
};
enum class AllocationType : unsigned { Pinned = 1 };
struct AllocationProperties {
  AllocationType type = AllocationType::Pinned;
  unsigned handleTypes = 0;
  Location location;
  void *windows = nullptr;
  unsigned char flags[8] = {};
};
enum class Granularity : unsigned { Minimum = 0 };
enum class AccessFlags : unsigned { ReadWrite = 3 };
struct Access {
  Location location;
  AccessFlags flags = AccessFlags::ReadWrite;
};

enum class LaunchAttributeId : unsigned {
  Ignore = 0,
  Cooperative = 2,
  Cluster = 4,
  ProgrammaticStreamSerialization = 6
};
struct alignas(8) LaunchAttribute {
  LaunchAttributeId id;
  char padding[4];
  union {
    char bytes[64];
    struct {
      unsigned x, y, z;
    } cluster;
    int isSerializationAllowed;
    int isCooperative;
  };
};
struct LaunchConfig {
  unsigned gridX = 1, gridY = 1, gridZ = 1;
  unsigned blockX = 1, blockY = 1, blockZ = 1;
  unsigned sharedBytes = 0;
  Stream stream = nullptr;
  LaunchAttribute *attributes = nullptr;
  unsigned attributeCount = 0;
};

/// Kernel launch of a node of a graph (CUDA_KERNEL_NODE_PARAMS_v2). `extra`, `kernel` and `context`
/// stay null: `function` and its current context are used.
struct KernelNode {
  Function function = nullptr;
  unsigned gridX = 1, gridY = 1, gridZ = 1;
  unsigned blockX = 1, blockY = 1, blockZ = 1;
  unsigned sharedBytes = 0;
  void **arguments = nullptr;
  void **extra = nullptr;
  void *kernel = nullptr;
  Context context = nullptr;
};

/// Tensor map of the driver (CUtensorMap): a descriptor for tensor loads, with contents that only
/// the driver knows.
struct alignas(128) TensorMapWords {
  std::uint64_t words[16];
};
enum class TensorType : unsigned { Uint8 = 0, Uint16 = 1, Float32 = 7, Float64 = 8 };
enum class TensorInterleave : unsigned { None = 0 };
enum class TensorSwizzle : unsigned { None = 0 };
enum class TensorPromotion : unsigned { L2Of256Bytes = 3 };
enum class TensorFill : unsigned { Zeros = 0 };

} // namespace stencilc::inline STENCILC_SPACE::cuda
