/// \file Loads modules, launches kernels and encodes tensor maps.
#include "runtime/core/device/cuda/Kernels.h"
#include "runtime/core/device/cuda/DeviceFacts.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/support/Text.h"
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

std::string shapeText(const unsigned (&d)[3]) { return format("%u x %u x %u", d[0], d[1], d[2]); }

/// Returns true if the device is sm_90 or later. Such devices have clusters, and can start a kernel
/// before the previous one has ended.
bool isHopperOrLater() {
  int major = 0;
  return attribute(DeviceAttribute::ComputeCapabilityMajor, major) && major >= 9;
}

} // namespace

Status loadModule(const void *image, Module &module) {
  module = nullptr;
  return call("loading the kernels", &Driver::moduleLoad, &module, image);
}

void unloadModule(Module module) {
  if (module)
    giveBack(&Driver::moduleUnload, module);
}

Status findKernel(Module module, const std::string &name, Function &kernel) {
  kernel = nullptr;
  return call("finding kernel '" + name + "'", &Driver::moduleGetFunction, &kernel, module,
              name.c_str());
}

Status attribute(Function kernel, FunctionAttribute which, int &value) {
  return call("asking for what a kernel needs", &Driver::functionGetAttribute, &value, which,
              kernel);
}

Status allowShared(const Launch &launch) {
  constexpr std::size_t kAlwaysAllowed = std::size_t{48} * 1024;
  if (launch.sharedBytes <= kAlwaysAllowed)
    return {};
  int most = 0;
  Status status = attribute(DeviceAttribute::MaxSharedPerBlock, most);
  if (status && launch.sharedBytes > static_cast<std::size_t>(most))
    return Status::invalid(format("kernel '%s': %zu bytes of shared memory per block are more than "
                                  "the %d this device has",
                                  launch.name, launch.sharedBytes, most));
  // Another simulation may have allowed the same kernel more shared memory.
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  int allowed = 0;
  if (status)
    status = attribute(launch.kernel, FunctionAttribute::MaxDynamicSharedBytes, allowed);
  if (status && launch.sharedBytes > static_cast<std::size_t>(allowed))
    status = call(format("kernel '%s': setting its shared memory", launch.name),
                  &Driver::functionSetAttribute, launch.kernel,
                  FunctionAttribute::MaxDynamicSharedBytes, static_cast<int>(launch.sharedBytes));
  return status;
}

Status launch(Stream stream, const Launch &launch) {
  const Driver *driver = nullptr;
  if (Status status = enter(driver); !status)
    return status;
  LaunchAttribute attributes[3] = {};
  LaunchConfig config = {launch.grid[0],
                         launch.grid[1],
                         launch.grid[2],
                         launch.block[0],
                         launch.block[1],
                         launch.block[2],
                         static_cast<unsigned>(launch.sharedBytes),
                         stream,
                         attributes,
                         0};
  // Measurements show that a cluster of two blocks runs on a pair of multiprocessors, independently
  // of the other blocks (bench/log/reasons/2026-11-28-equal-shares.md).
  const bool isPaired = launch.inPairs && launch.grid[0] % 2 == 0 && isHopperOrLater();
  const unsigned pair[3] = {2, 1, 1}, *shape = isPaired ? pair : launch.cluster;
  if (shape[0] * shape[1] * shape[2] > 1) {
    LaunchAttribute &cluster = attributes[config.attributeCount++];
    cluster.id = LaunchAttributeId::Cluster;
    cluster.cluster = {shape[0], shape[1], shape[2]};
  }
  if (launch.isDependent && isHopperOrLater()) {
    LaunchAttribute &beside = attributes[config.attributeCount++];
    beside.id = LaunchAttributeId::ProgrammaticStreamSerialization;
    beside.isSerializationAllowed = 1;
  }
  if (launch.isCooperative) {
    LaunchAttribute &together = attributes[config.attributeCount++];
    together.id = LaunchAttributeId::Cooperative;
    together.isCooperative = 1;
  }
  const Result result =
      driver->launchKernel(&config, launch.kernel, const_cast<void **>(launch.arguments), nullptr);
  if (result == Result::Success)
    return {};
  return check(*driver, result,
               format("launching kernel '%s' (%s blocks of %s threads, %zu bytes of shared memory)",
                      launch.name, shapeText(launch.grid).c_str(), shapeText(launch.block).c_str(),
                      launch.sharedBytes));
}

/// Returns a tensor type whose elements are as large as a cell of `cellBytes` bytes. Loads only
/// move cells, so their format does not matter.
static TensorType tensorTypeOf(unsigned cellBytes) {
  switch (cellBytes) {
  case 1:
    return TensorType::Uint8;
  case 2:
    return TensorType::Uint16;
  case 4:
    return TensorType::Float32;
  default:
    return TensorType::Float64;
  }
}

Status encodeTensorMap(void *map, const Tensor &tensor) {
  std::uint64_t extents[3] = {}, pitches[2] = {};
  std::uint32_t box[3] = {}, everyCell[3] = {1, 1, 1};
  for (int axis = 0; axis < tensor.rank; ++axis) {
    extents[axis] = static_cast<std::uint64_t>(tensor.extents[axis]);
    box[axis] = static_cast<std::uint32_t>(tensor.box[axis]);
    if (axis > 0) // the first pitch is the size of a cell
      pitches[axis - 1] = static_cast<std::uint64_t>(tensor.pitches[axis]);
  }
  return call("making a tensor map", &Driver::tensorMapEncode, static_cast<TensorMapWords *>(map),
              tensorTypeOf(tensor.cellBytes), static_cast<std::uint32_t>(tensor.rank),
              const_cast<void *>(tensor.base), extents, pitches, box, everyCell,
              TensorInterleave::None, TensorSwizzle::None, TensorPromotion::L2Of256Bytes,
              TensorFill::Zeros);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
