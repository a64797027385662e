// The runtime's own declarations of the CUDA driver against cuda.h: sizes, offsets, numbers and
// parameters. All of it is found out by the compiler.
#include "SameCall.h"
#include "runtime/core/device/cuda/Driver.h"
#include <gtest/gtest.h>

// Declares every function by the name of its symbol, not by that of its newest version only.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

namespace ours = stencilc::cuda;
using stencilc::isSame;

namespace {

#define STENCILC_CUDA_FUNCTION(name, symbol, parameters)                                           \
  static_assert(stencilc::SameCall<decltype(ours::Driver::name), decltype(&::symbol)>::value,      \
                #symbol);
#include "runtime/core/device/cuda/DriverFunctions.def"
#undef STENCILC_CUDA_FUNCTION

#define SAME_NUMBER(ourNumber, theirs)                                                             \
  static_assert(static_cast<unsigned>(ours::ourNumber) == static_cast<unsigned>(theirs), #theirs)
SAME_NUMBER(Result::Success, CUDA_SUCCESS);
SAME_NUMBER(Result::InvalidValue, CUDA_ERROR_INVALID_VALUE);
SAME_NUMBER(Result::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SAME_NUMBER(Result::NotReady, CUDA_ERROR_NOT_READY);
SAME_NUMBER(kNonBlocking, CU_STREAM_NON_BLOCKING);
SAME_NUMBER(kEventTiming, CU_EVENT_DEFAULT);
SAME_NUMBER(kNoTiming, CU_EVENT_DISABLE_TIMING);
SAME_NUMBER(CaptureMode::ThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME_NUMBER(MemoryType::Unified, CU_MEMORYTYPE_UNIFIED);
SAME_NUMBER(LocationType::Device, CU_MEM_LOCATION_TYPE_DEVICE);
SAME_NUMBER(AllocationType::Pinned, CU_MEM_ALLOCATION_TYPE_PINNED);
SAME_NUMBER(Granularity::Minimum, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
SAME_NUMBER(AccessFlags::ReadWrite, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
SAME_NUMBER(LaunchAttributeId::Cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME_NUMBER(LaunchAttributeId::Cluster, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
SAME_NUMBER(LaunchAttributeId::ProgrammaticStreamSerialization,
            CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
SAME_NUMBER(TensorType::Float32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32);
SAME_NUMBER(TensorType::Float64, CU_TENSOR_MAP_DATA_TYPE_FLOAT64);
SAME_NUMBER(TensorInterleave::None, CU_TENSOR_MAP_INTERLEAVE_NONE);
SAME_NUMBER(TensorSwizzle::None, CU_TENSOR_MAP_SWIZZLE_NONE);
SAME_NUMBER(TensorPromotion::L2Of256Bytes, CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
SAME_NUMBER(TensorFill::Zeros, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);

#define SAME_ATTRIBUTE(name, theirs)                                                               \
  SAME_NUMBER(DeviceAttribute::name, CU_DEVICE_ATTRIBUTE_##theirs)
SAME_ATTRIBUTE(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
SAME_ATTRIBUTE(MaxGridX, MAX_GRID_DIM_X);
SAME_ATTRIBUTE(MaxGridY, MAX_GRID_DIM_Y);
SAME_ATTRIBUTE(MaxGridZ, MAX_GRID_DIM_Z);
SAME_ATTRIBUTE(ClockRate, CLOCK_RATE);
SAME_ATTRIBUTE(Multiprocessors, MULTIPROCESSOR_COUNT);
SAME_ATTRIBUTE(MemoryClockRate, MEMORY_CLOCK_RATE);
SAME_ATTRIBUTE(MemoryBusBits, GLOBAL_MEMORY_BUS_WIDTH);
SAME_ATTRIBUTE(L2Bytes, L2_CACHE_SIZE);
SAME_ATTRIBUTE(MaxThreadsPerMultiprocessor, MAX_THREADS_PER_MULTIPROCESSOR);
SAME_ATTRIBUTE(ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR);
SAME_ATTRIBUTE(ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR);
SAME_ATTRIBUTE(MaxSharedPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
SAME_ATTRIBUTE(MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR);
SAME_ATTRIBUTE(MaxSharedPerBlock, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
SAME_ATTRIBUTE(MaxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR);

#define SAME_OF_FUNCTION(name, theirs)                                                             \
  SAME_NUMBER(FunctionAttribute::name, CU_FUNC_ATTRIBUTE_##theirs)
SAME_OF_FUNCTION(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
SAME_OF_FUNCTION(SharedBytes, SHARED_SIZE_BYTES);
SAME_OF_FUNCTION(LocalBytes, LOCAL_SIZE_BYTES);
SAME_OF_FUNCTION(Registers, NUM_REGS);
SAME_OF_FUNCTION(MaxDynamicSharedBytes, MAX_DYNAMIC_SHARED_SIZE_BYTES);

#define SAME_SIZE(ourType, Theirs)                                                                 \
  static_assert(sizeof(ours::ourType) == sizeof(Theirs) &&                                         \
                    alignof(ours::ourType) >= alignof(Theirs),                                     \
                #Theirs)
#define SAME_MEMBER(ourType, member, Theirs, theirs)                                               \
  static_assert(offsetof(ours::ourType, member) == offsetof(Theirs, theirs) &&                     \
                    isSame<decltype(ours::ourType::member), decltype(Theirs::theirs)>(),           \
                #Theirs "::" #theirs)
SAME_SIZE(TensorMapWords, CUtensorMap);
SAME_SIZE(PhysicalMemory, CUmemGenericAllocationHandle);
SAME_SIZE(DevicePointer, CUdeviceptr);

SAME_SIZE(Copy3D, CUDA_MEMCPY3D);
SAME_MEMBER(Copy3D, sourceX, CUDA_MEMCPY3D, srcXInBytes);
SAME_MEMBER(Copy3D, sourceY, CUDA_MEMCPY3D, srcY);
SAME_MEMBER(Copy3D, sourceZ, CUDA_MEMCPY3D, srcZ);
SAME_MEMBER(Copy3D, sourceLod, CUDA_MEMCPY3D, srcLOD);
SAME_MEMBER(Copy3D, sourceType, CUDA_MEMCPY3D, srcMemoryType);
SAME_MEMBER(Copy3D, sourceHost, CUDA_MEMCPY3D, srcHost);
SAME_MEMBER(Copy3D, source, CUDA_MEMCPY3D, srcDevice);
SAME_MEMBER(Copy3D, sourceArray, CUDA_MEMCPY3D, srcArray);
SAME_MEMBER(Copy3D, reserved0, CUDA_MEMCPY3D, reserved0);
SAME_MEMBER(Copy3D, sourcePitch, CUDA_MEMCPY3D, srcPitch);
SAME_MEMBER(Copy3D, sourceHeight, CUDA_MEMCPY3D, srcHeight);
SAME_MEMBER(Copy3D, targetX, CUDA_MEMCPY3D, dstXInBytes);
SAME_MEMBER(Copy3D, targetY, CUDA_MEMCPY3D, dstY);
SAME_MEMBER(Copy3D, targetZ, CUDA_MEMCPY3D, dstZ);
SAME_MEMBER(Copy3D, targetLod, CUDA_MEMCPY3D, dstLOD);
SAME_MEMBER(Copy3D, targetType, CUDA_MEMCPY3D, dstMemoryType);
SAME_MEMBER(Copy3D, targetHost, CUDA_MEMCPY3D, dstHost);
SAME_MEMBER(Copy3D, target, CUDA_MEMCPY3D, dstDevice);
SAME_MEMBER(Copy3D, targetArray, CUDA_MEMCPY3D, dstArray);
SAME_MEMBER(Copy3D, reserved1, CUDA_MEMCPY3D, reserved1);
SAME_MEMBER(Copy3D, targetPitch, CUDA_MEMCPY3D, dstPitch);
SAME_MEMBER(Copy3D, targetHeight, CUDA_MEMCPY3D, dstHeight);
SAME_MEMBER(Copy3D, widthBytes, CUDA_MEMCPY3D, WidthInBytes);
SAME_MEMBER(Copy3D, height, CUDA_MEMCPY3D, Height);
SAME_MEMBER(Copy3D, depth, CUDA_MEMCPY3D, Depth);

SAME_SIZE(Location, CUmemLocation);
SAME_MEMBER(Location, type, CUmemLocation, type);
SAME_MEMBER(Location, device, CUmemLocation, id);
SAME_SIZE(AllocationProperties, CUmemAllocationProp);
SAME_MEMBER(AllocationProperties, type, CUmemAllocationProp, type);
SAME_MEMBER(AllocationProperties, handleTypes, CUmemAllocationProp, requestedHandleTypes);
SAME_MEMBER(AllocationProperties, location, CUmemAllocationProp, location);
SAME_MEMBER(AllocationProperties, windows, CUmemAllocationProp, win32HandleMetaData);
static_assert(offsetof(ours::AllocationProperties, flags) ==
              offsetof(CUmemAllocationProp, allocFlags));
SAME_SIZE(Access, CUmemAccessDesc);
SAME_MEMBER(Access, location, CUmemAccessDesc, location);
SAME_MEMBER(Access, flags, CUmemAccessDesc, flags);

SAME_SIZE(LaunchAttribute, CUlaunchAttribute);
SAME_MEMBER(LaunchAttribute, id, CUlaunchAttribute, id);
SAME_MEMBER(LaunchAttribute, cluster.x, CUlaunchAttribute, value.clusterDim.x);
SAME_MEMBER(LaunchAttribute, cluster.y, CUlaunchAttribute, value.clusterDim.y);
SAME_MEMBER(LaunchAttribute, cluster.z, CUlaunchAttribute, value.clusterDim.z);
SAME_MEMBER(LaunchAttribute, isSerializationAllowed, CUlaunchAttribute,
            value.programmaticStreamSerializationAllowed);
SAME_MEMBER(LaunchAttribute, isCooperative, CUlaunchAttribute, value.cooperative);
SAME_SIZE(LaunchConfig, CUlaunchConfig);
SAME_MEMBER(LaunchConfig, gridX, CUlaunchConfig, gridDimX);
SAME_MEMBER(LaunchConfig, gridY, CUlaunchConfig, gridDimY);
SAME_MEMBER(LaunchConfig, gridZ, CUlaunchConfig, gridDimZ);
SAME_MEMBER(LaunchConfig, blockX, CUlaunchConfig, blockDimX);
SAME_MEMBER(LaunchConfig, blockY, CUlaunchConfig, blockDimY);
SAME_MEMBER(LaunchConfig, blockZ, CUlaunchConfig, blockDimZ);
SAME_MEMBER(LaunchConfig, sharedBytes, CUlaunchConfig, sharedMemBytes);
SAME_MEMBER(LaunchConfig, stream, CUlaunchConfig, hStream);
SAME_MEMBER(LaunchConfig, attributes, CUlaunchConfig, attrs);
SAME_MEMBER(LaunchConfig, attributeCount, CUlaunchConfig, numAttrs);
SAME_SIZE(KernelNode, CUDA_KERNEL_NODE_PARAMS_v2);
SAME_MEMBER(KernelNode, function, CUDA_KERNEL_NODE_PARAMS_v2, func);
SAME_MEMBER(KernelNode, gridX, CUDA_KERNEL_NODE_PARAMS_v2, gridDimX);
SAME_MEMBER(KernelNode, gridY, CUDA_KERNEL_NODE_PARAMS_v2, gridDimY);
SAME_MEMBER(KernelNode, gridZ, CUDA_KERNEL_NODE_PARAMS_v2, gridDimZ);
SAME_MEMBER(KernelNode, blockX, CUDA_KERNEL_NODE_PARAMS_v2, blockDimX);
SAME_MEMBER(KernelNode, blockY, CUDA_KERNEL_NODE_PARAMS_v2, blockDimY);
SAME_MEMBER(KernelNode, blockZ, CUDA_KERNEL_NODE_PARAMS_v2, blockDimZ);
SAME_MEMBER(KernelNode, sharedBytes, CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes);
SAME_MEMBER(KernelNode, arguments, CUDA_KERNEL_NODE_PARAMS_v2, kernelParams);
SAME_MEMBER(KernelNode, extra, CUDA_KERNEL_NODE_PARAMS_v2, extra);
SAME_MEMBER(KernelNode, kernel, CUDA_KERNEL_NODE_PARAMS_v2, kern);
SAME_MEMBER(KernelNode, context, CUDA_KERNEL_NODE_PARAMS_v2, ctx);

} // namespace

TEST(DriverAbi, isThatOfCudaH) { SUCCEED() << "this file compiles"; }
