/// \file Reads machine files, which describe a GPU and its host. Error messages have the position
/// in the file.
#include "machine/MachineFile.h"
#include "machine/JsonFile.h"

namespace stencilc::machine {

namespace {

namespace json = llvm::json;

constexpr std::int64_t kVersion = 1;
constexpr double kGiga = 1e9, kMega = 1e6, kPico = 1e-12;

/// Reads the member "grid" of the JSON object `in`: the largest numbers of blocks of a launch along
/// x, y and z. Stores them in `gpu`. Records an error in `reader` if the member is missing or not
/// three positive integers.
void readGrid(JsonReader &reader, const JsonSection &in, GpuMachine &gpu) {
  const json::Value *value = in.object->get("grid");
  const json::Array *list = value ? value->getAsArray() : nullptr;
  std::int64_t *const blocks[] = {&gpu.gridX, &gpu.gridY, &gpu.gridZ};
  bool isFine = list && list->size() == 3;
  for (int axis = 0; isFine && axis < 3; ++axis) {
    *blocks[axis] = (*list)[axis].getAsInteger().value_or(0);
    isFine = *blocks[axis] > 0 && *blocks[axis] <= INT32_MAX;
  }
  if (!value)
    reader.fail(in, "grid", "is missing");
  else if (!isFine)
    reader.fail(in, "grid", "must be three whole numbers from 1 to 2147483647, [x, y, z]");
}

std::optional<int> hiddenOf(JsonReader &reader, const JsonSection &gpu, llvm::StringRef type) {
  auto all = reader.section(gpu, "hidden_fma_per_word", false);
  auto one = all ? reader.section(*all, type, false) : std::nullopt;
  if (!one)
    return std::nullopt;
  const auto free = one->object->getInteger("free");
  if (free && *free >= 0 && *free <= INT32_MAX)
    return static_cast<int>(*free);
  reader.fail(*one, "free", "must be a whole number");
  return std::nullopt;
}

std::optional<DeviceLinks> linksOf(JsonReader &reader, const JsonSection &gpu) {
  auto all = reader.section(gpu, "links", false);
  auto exchange = all ? reader.section(*all, "exchange", false) : std::nullopt;
  if (!exchange)
    return std::nullopt;
  constexpr double kMicro = 1e-6;
  return DeviceLinks{reader.rate(*exchange, "latency_us", kMicro),
                     reader.rate(*exchange, "gb_s", kGiga)};
}

std::optional<GpuEnergy> energyOf(JsonReader &reader, const JsonSection &gpu) {
  constexpr double kMostWatts = 1e5, kMostPicojoules = 1e6;
  auto in = reader.section(gpu, "energy", false);
  if (!in)
    return std::nullopt;
  const auto joules = [&](llvm::StringRef key) {
    return kPico * reader.between(*in, key, 0, kMostPicojoules);
  };
  GpuEnergy energy;
  energy.limit = reader.between(*in, "limit_w", 1, kMostWatts);
  energy.idle = reader.between(*in, "static_w", 0, kMostWatts);
  energy.f64 = joules("f64_pj");
  energy.f32 = joules("f32_pj");
  energy.instruction = joules("instruction_pj");
  energy.sharedByte = joules("shared_byte_pj");
  energy.l2Byte = joules("l2_byte_pj");
  energy.memoryByte = joules("memory_byte_pj");
  if (!reader.failed() && energy.idle >= energy.limit)
    reader.fail(*in, "static_w", "must be below \"limit_w\": it leaves no power for work");
  return energy;
}

GpuMachine readGpu(JsonReader &reader, const JsonSection &in) {
  GpuMachine gpu;
  gpu.name = reader.word(in, "name");
  gpu.arch = reader.word(in, "arch");
  gpu.multiprocessors = reader.whole(in, "multiprocessors");
  gpu.clock = reader.rate(in, "clock_mhz", kMega);
  if (auto limits = reader.section(in, "limits")) {
    gpu.threadsPerBlock = reader.whole(*limits, "threads_per_block");
    gpu.threadsPerSm = reader.whole(*limits, "threads_per_multiprocessor");
    gpu.blocksPerSm = reader.whole(*limits, "blocks_per_multiprocessor");
    gpu.registersPerThread = reader.whole(*limits, "registers_per_thread");
    gpu.registersPerSm = reader.whole(*limits, "registers_per_multiprocessor");
    gpu.sharedBytesPerBlock = reader.whole(*limits, "shared_bytes_per_block");
    gpu.sharedBytesPerSm = reader.whole(*limits, "shared_bytes_per_multiprocessor");
    readGrid(reader, *limits, gpu);
  }
  if (auto bandwidth = reader.section(in, "bandwidth_gb_s")) {
    gpu.memoryPeak = reader.rate(*bandwidth, "memory_peak", kGiga, false);
    gpu.memoryCopy = reader.rate(*bandwidth, "memory_copy", kGiga);
    gpu.l2Read = reader.rate(*bandwidth, "l2_read", kGiga, false);
    gpu.sharedRead = reader.rate(*bandwidth, "shared_read", kGiga);
  }
  if (auto fma = reader.section(in, "fma_g_s")) {
    gpu.fma32 = reader.rate(*fma, "f32", kGiga);
    gpu.fma64 = reader.rate(*fma, "f64", kGiga);
  }
  gpu.memoryBytes = reader.rate(in, "memory_bytes", 1, false);
  gpu.l2Bytes = reader.rate(in, "l2_bytes", 1, false);
  gpu.hidden32 = hiddenOf(reader, in, "f32");
  gpu.hidden64 = hiddenOf(reader, in, "f64");
  gpu.links = linksOf(reader, in);
  gpu.energy = energyOf(reader, in);
  return gpu;
}

HostMachine readHost(JsonReader &reader, const JsonSection &in) {
  HostMachine host;
  host.name = reader.word(in, "name");
  host.threads = reader.whole(in, "threads");
  if (auto bandwidth = reader.section(in, "bandwidth_gb_s")) {
    host.memoryCopy = reader.rate(*bandwidth, "copy", kGiga);
    host.l2Copy = reader.rate(*bandwidth, "l2_copy", kGiga, false);
  }
  host.l2Bytes = reader.rate(in, "l2_bytes", 1, false);
  return host;
}

} // namespace

llvm::Expected<Machine> readMachine(llvm::StringRef text) {
  llvm::Expected<json::Value> value = parseJsonFile(text, "stencilc-machine");
  if (!value)
    return value.takeError();
  JsonReader reader(text);
  const JsonSection top{value->getAsObject(), "", 0};
  reader.version(top, kVersion);
  Machine machine;
  machine.name = reader.word(top, "name");
  machine.date = reader.word(top, "date");
  if (auto gpu = reader.section(top, "gpu", false))
    machine.gpu = readGpu(reader, *gpu);
  if (auto host = reader.section(top, "host", false))
    machine.host = readHost(reader, *host);
  if (!machine.gpu && !machine.host)
    reader.fail(top, "gpu", "is missing, and so is \"host\"");
  if (reader.failed())
    return reader.takeError();
  return machine;
}

} // namespace stencilc::machine
