// A libcuda.so.1 for tests: every function that the runtime calls, on memory of the host. It writes
// down what is called, and fails where a test asks for it. With FAKE_CUDA_IS_OLD it has no tensor
// maps.
#include "FakeCuda.h"
#include "runtime/core/device/cuda/DriverTypes.h"
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>

using namespace stencilc::cuda;

// Declared with the table's types, so that the definitions below must agree.
#define STENCILC_CUDA_FUNCTION(name, symbol, parameters) extern "C" Result symbol parameters;
#include "runtime/core/device/cuda/DriverFunctions.def"
#undef STENCILC_CUDA_FUNCTION

namespace {

struct Plan {
  unsigned result;
  int after;
};
std::mutex mutex;
std::vector<std::string> said;
std::map<std::string, Plan> plans;
double seconds = 0.005;
int capability = 9;
std::map<Function, int> sharedAllowed;
std::size_t freeMemory = 1000;
std::uint64_t handles = 0x100; // of all kinds, counted
thread_local Context current = nullptr;

/// What a handle is called.
template <class T> std::string h(T handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  return number ? "#" + std::to_string(number - 0x100) : "null";
}
template <class T> void make(T *handle) { *handle = reinterpret_cast<T>(handles++); }

template <class T> std::string joined(const T *values, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i)
    text += (i ? "x" : "") + std::to_string(values[i]);
  return text;
}

template <class... Arguments> Result say(const char *symbol, const Arguments &...arguments) {
  const std::lock_guard<std::mutex> lock(mutex);
  std::ostringstream call;
  call << symbol << "(";
  [[maybe_unused]] const char *between = "";
  ((call << between << arguments, between = ", "), ...);
  call << ")";
  said.push_back(call.str());
  const auto plan = plans.find(symbol);
  if (plan == plans.end() || plan->second.after-- > 0)
    return Result::Success;
  const auto result = static_cast<Result>(plan->second.result);
  plans.erase(plan);
  return result;
}

constexpr std::size_t kLarge = 1 << 20; // what is for the clock alone is not moved
std::map<DevicePointer, std::size_t> allocated;
/// 'd' for memory of the device, 'h' for the host's.
char sideOf(DevicePointer place) {
  const auto after = allocated.upper_bound(place);
  if (after == allocated.begin())
    return 'h';
  const auto [begin, bytes] = *std::prev(after);
  return place < begin + bytes ? 'd' : 'h';
}
void *host(DevicePointer place) { return reinterpret_cast<void *>(place); }

} // namespace

namespace fake {
std::vector<std::string> calls() { return said; }
void forget() {
  said.clear();
  plans.clear();
  sharedAllowed.clear();
  handles = 0x100;
}
void fail(const std::string &symbol, unsigned result, int after) {
  plans[symbol] = {result, after};
}
void setSeconds(double value) { seconds = value; }
void setCapability(int major) { capability = major; }
void setFreeMemory(std::size_t bytes) { freeMemory = bytes; }
} // namespace fake

#define SAY(...)                                                                                   \
  if (const Result result = say(__func__, ##__VA_ARGS__); result != Result::Success)               \
  return result

extern "C" {

Result cuInit(unsigned flags) { return say(__func__, flags); }
Result cuDriverGetVersion(int *version) {
  *version = 11040;
  return Result::Success;
}
Result cuGetErrorName(Result error, const char **name) {
  *name = error == Result::OutOfMemory    ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == Result::InvalidValue ? "CUDA_ERROR_INVALID_VALUE"
                                          : nullptr;
  return *name ? Result::Success : Result::InvalidValue;
}
Result cuGetErrorString(Result error, const char **meaning) {
  *meaning = error == Result::OutOfMemory    ? "out of memory"
             : error == Result::InvalidValue ? "invalid argument"
                                             : nullptr;
  return *meaning ? Result::Success : Result::InvalidValue;
}
Result cuDeviceGet(DeviceNumber *device, int ordinal) {
  *device = ordinal;
  return say(__func__, ordinal);
}
Result cuDeviceGetCount(int *count) {
  *count = 1;
  return Result::Success;
}
Result cuDeviceGetName(char *name, int size, DeviceNumber) {
  std::strncpy(name, "Fake H200", static_cast<std::size_t>(size));
  return say(__func__);
}
Result cuDeviceTotalMem_v2(std::size_t *bytes, DeviceNumber) {
  *bytes = std::size_t{1} << 37;
  return Result::Success;
}
Result cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceNumber) {
  *value = attribute == DeviceAttribute::Multiprocessors          ? 132
           : attribute == DeviceAttribute::MaxSharedPerBlock      ? 232448
           : attribute == DeviceAttribute::ComputeCapabilityMajor ? capability
           : attribute == DeviceAttribute::L2Bytes                ? 60 << 20
                                                                  : 0;
  const std::lock_guard<std::mutex> lock(mutex);
  const bool isPlanned = plans.erase("cuDeviceGetAttribute") > 0;
  return isPlanned ? Result::InvalidValue : Result::Success;
}
Result cuDeviceGetPCIBusId(char *id, int size, DeviceNumber) {
  std::strncpy(id, "0000:17:00.0", static_cast<std::size_t>(size));
  return Result::Success;
}
Result cuDevicePrimaryCtxRetain(Context *context, DeviceNumber device) {
  SAY(device);
  *context = reinterpret_cast<Context>(std::uintptr_t{0xc0} + static_cast<unsigned>(device));
  return Result::Success;
}
Result cuDevicePrimaryCtxRelease_v2(DeviceNumber device) { return say(__func__, device); }
Result cuCtxGetCurrent(Context *context) { // made with every call, and not written down
  *context = current;
  return Result::Success;
}
Result cuCtxSetCurrent(Context context) {
  SAY(context ? "context" : "null");
  current = context;
  return Result::Success;
}
Result cuCtxGetDevice(DeviceNumber *device) {
  *device = 0;
  return current ? Result::Success : Result::InvalidValue;
}
Result cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return say(__func__);
}
Result cuDeviceCanAccessPeer(int *can, DeviceNumber device, DeviceNumber other) {
  *can = 1;
  return say(__func__, device, other);
}
Result cuCtxEnablePeerAccess(Context other, unsigned flags) {
  return say(__func__, other ? "context" : "null", flags);
}
Result cuCtxSynchronize() { return say(__func__); }

Result cuMemGetInfo_v2(std::size_t *available, std::size_t *total) {
  *available = freeMemory;
  *total = 2 * freeMemory;
  return say(__func__);
}
Result cuMemAlloc_v2(DevicePointer *memory, std::size_t bytes) {
  SAY(bytes);
  *memory = reinterpret_cast<DevicePointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  allocated[*memory] = bytes;
  return Result::Success;
}
Result cuMemFree_v2(DevicePointer memory) {
  std::free(host(memory));
  allocated.erase(memory);
  return say(__func__);
}
Result cuMemsetD8Async(DevicePointer memory, unsigned char value, std::size_t bytes,
                       Stream stream) {
  SAY(unsigned(value), bytes, h(stream));
  if (bytes < kLarge)
    std::memset(host(memory), value, bytes);
  return Result::Success;
}
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream) {
  SAY(bytes, std::string{sideOf(from), '>', sideOf(to)}, h(stream));
  if (bytes < kLarge)
    std::memcpy(host(to), host(from), bytes);
  return Result::Success;
}
Result cuMemcpy3DAsync_v2(const Copy3D *copy, Stream stream) {
  SAY(copy->widthBytes, copy->height, copy->depth, copy->targetPitch, copy->targetHeight,
      copy->sourcePitch, copy->sourceHeight, h(stream));
  if (copy->sourceType != MemoryType::Unified || copy->targetType != MemoryType::Unified)
    return Result::InvalidValue;
  for (std::size_t z = 0; z < copy->depth; ++z)
    for (std::size_t y = 0; y < copy->height; ++y)
      std::memcpy(host(copy->target + (z * copy->targetHeight + y) * copy->targetPitch),
                  host(copy->source + (z * copy->sourceHeight + y) * copy->sourcePitch),
                  copy->widthBytes);
  return Result::Success;
}
Result cuMemHostAlloc(void **memory, std::size_t bytes, unsigned flags) {
  *memory = std::malloc(bytes);
  return say(__func__, bytes, flags);
}
Result cuMemFreeHost(void *memory) {
  std::free(memory);
  return say(__func__);
}
Result cuMemHostRegister_v2(void *, std::size_t bytes, unsigned flags) {
  return say(__func__, bytes, flags);
}
Result cuMemHostUnregister(void *) { return say(__func__); }
Result cuMemHostGetDevicePointer_v2(DevicePointer *memory, void *place, unsigned flags) {
  *memory = reinterpret_cast<DevicePointer>(place) + 64;
  return say(__func__, flags);
}

Result cuMemGetAllocationGranularity(std::size_t *bytes, const AllocationProperties *properties,
                                     Granularity kind) {
  *bytes = std::size_t{2} << 20;
  return say(__func__, unsigned(properties->type), properties->location.device, unsigned(kind));
}
Result cuMemCreate(PhysicalMemory *memory, std::size_t bytes, const AllocationProperties *,
                   unsigned long long flags) {
  *memory = 77;
  return say(__func__, bytes, flags);
}
Result cuMemRelease(PhysicalMemory memory) { return say(__func__, memory); }
Result cuMemAddressReserve(DevicePointer *place, std::size_t bytes, std::size_t alignment,
                           DevicePointer wanted, unsigned long long flags) {
  SAY(bytes, alignment, wanted, flags);
  *place = 4096;
  return Result::Success;
}
Result cuMemAddressFree(DevicePointer place, std::size_t bytes) {
  return say(__func__, place, bytes);
}
Result cuMemMap(DevicePointer place, std::size_t bytes, std::size_t offset, PhysicalMemory memory,
                unsigned long long flags) {
  return say(__func__, place, bytes, offset, memory, flags);
}
Result cuMemUnmap(DevicePointer place, std::size_t bytes) { return say(__func__, place, bytes); }
Result cuMemSetAccess(DevicePointer place, std::size_t bytes, const Access *accesses,
                      std::size_t count) {
  return say(__func__, place, bytes, unsigned(accesses->flags), count);
}

Result cuStreamCreate(Stream *stream, unsigned flags) {
  SAY(flags);
  make(stream);
  return Result::Success;
}
Result cuStreamCreateWithPriority(Stream *stream, unsigned flags, int priority) {
  SAY(flags, priority);
  make(stream);
  return Result::Success;
}
Result cuStreamDestroy_v2(Stream stream) { return say(__func__, h(stream)); }
Result cuStreamSynchronize(Stream stream) { return say(__func__, h(stream)); }
Result cuStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  return say(__func__, h(stream), h(event), flags);
}
Result cuStreamWaitValue32_v2(Stream stream, DevicePointer, std::uint32_t value, unsigned flags) {
  return say(__func__, h(stream), value, flags);
}
Result cuEventCreate(Event *event, unsigned flags) {
  SAY(flags);
  make(event);
  return Result::Success;
}
Result cuEventRecord(Event event, Stream stream) { return say(__func__, h(event), h(stream)); }
Result cuEventSynchronize(Event event) { return say(__func__, h(event)); }
Result cuEventQuery(Event event) { return say(__func__, h(event)); }
Result cuEventElapsedTime(float *milliseconds, Event begin, Event end) {
  *milliseconds = static_cast<float>(1e3 * seconds);
  return say(__func__, h(begin), h(end));
}
Result cuEventDestroy_v2(Event event) { return say(__func__, h(event)); }

Result cuModuleLoadData(Module *module, const void *image) {
  SAY(static_cast<const char *>(image));
  make(module);
  return Result::Success;
}
Result cuModuleUnload(Module module) { return say(__func__, h(module)); }
Result cuModuleGetFunction(Function *function, Module module, const char *name) {
  SAY(h(module), name);
  make(function);
  return Result::Success;
}
Result cuFuncGetAttribute(int *value, FunctionAttribute attribute, Function function) {
  *value = attribute == FunctionAttribute::MaxDynamicSharedBytes ? sharedAllowed[function] : 40;
  return say(__func__, unsigned(attribute), h(function));
}
Result cuFuncSetAttribute(Function function, FunctionAttribute attribute, int value) {
  if (attribute == FunctionAttribute::MaxDynamicSharedBytes)
    sharedAllowed[function] = value;
  return say(__func__, h(function), unsigned(attribute), value);
}
Result cuLaunchKernelEx(const LaunchConfig *config, Function function, void **parameters,
                        void **extra) {
  std::ostringstream shape;
  shape << config->gridX << "x" << config->gridY << "x" << config->gridZ << ", " << config->blockX
        << "x" << config->blockY << "x" << config->blockZ;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == LaunchAttributeId::Cooperative)
      shape << ", cooperative " << attribute.isCooperative;
    else if (attribute.id == LaunchAttributeId::Cluster)
      shape << ", cluster " << attribute.cluster.x << "x" << attribute.cluster.y << "x"
            << attribute.cluster.z;
    else
      shape << ", beside " << attribute.isSerializationAllowed;
  }
  return say(__func__, h(function), shape.str(), config->sharedBytes, h(config->stream),
             *static_cast<const int *>(parameters[0]), extra ? "extra" : "0");
}
Result cuStreamBeginCapture_v2(Stream stream, CaptureMode mode) {
  return say(__func__, h(stream), unsigned(mode));
}
Result cuStreamEndCapture(Stream stream, Graph *graph) {
  SAY(h(stream));
  make(graph);
  return Result::Success;
}
Result cuStreamGetCaptureInfo_v2(Stream stream, CaptureStatus *status, std::uint64_t *, Graph *,
                                 const GraphNode **last, std::size_t *count) {
  SAY(h(stream));
  static GraphNode node = nullptr;
  make(&node);
  *status = CaptureStatus::Active;
  *last = &node;
  *count = 1;
  return Result::Success;
}
Result cuGraphExecKernelNodeSetParams_v2(GraphProgram program, GraphNode node,
                                         const KernelNode *values) {
  return say(__func__, h(program), h(node), h(values->function), values->gridX, values->blockX,
             values->sharedBytes, *static_cast<const int *>(values->arguments[0]));
}
Result cuGraphDestroy(Graph graph) { return say(__func__, h(graph)); }
Result cuGraphInstantiateWithFlags(GraphProgram *program, Graph graph, unsigned long long flags) {
  SAY(h(graph), flags);
  make(program);
  return Result::Success;
}
Result cuGraphUpload(GraphProgram program, Stream stream) {
  return say(__func__, h(program), h(stream));
}
Result cuGraphLaunch(GraphProgram program, Stream stream) {
  return say(__func__, h(program), h(stream));
}
Result cuGraphExecDestroy(GraphProgram program) { return say(__func__, h(program)); }
#ifndef FAKE_CUDA_IS_OLD
Result cuTensorMapEncodeTiled(TensorMapWords *map, TensorType type, std::uint32_t rank, void *,
                              const std::uint64_t *extents, const std::uint64_t *pitches,
                              const std::uint32_t *box, const std::uint32_t *steps,
                              TensorInterleave, TensorSwizzle, TensorPromotion promotion,
                              TensorFill) {
  map->words[0] = 1;
  return say(__func__, unsigned(type), rank, joined(extents, rank), joined(pitches, rank - 1),
             joined(box, rank), steps[0], unsigned(promotion));
}
#endif

} // extern "C"
