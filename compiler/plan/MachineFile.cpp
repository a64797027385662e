/// \file Reading of machine files, with the place of what is wrong.
#include "plan/MachineFile.h"
#include "llvm/Support/JSON.h"
#include <cmath>

namespace stencilc::plan {

char MachineFileError::ID;

namespace {

namespace json = llvm::json;

constexpr std::int64_t kVersion = 1;
constexpr double kGiga = 1e9, kMega = 1e6;

/// An object of the file, its path for messages ("gpu.limits."), and where its text begins.
struct Section {
  const json::Object *object = nullptr;
  std::string path;
  std::size_t begin = 0;
};

/// Takes members out of objects; remembers the first that is missing or of another kind.
class Reader {
public:
  explicit Reader(llvm::StringRef text) : text(text) {}

  bool failed() const { return problem.has_value(); }
  llvm::Error takeError() { return llvm::make_error<MachineFileError>(std::move(*problem), place); }
  void fail(const Section &section, llvm::StringRef key, const std::string &what) {
    if (problem)
      return;
    problem = "\"" + section.path + key.str() + "\" " + what;
    place = find(section, key);
    if (!place && section.begin > 0)
      place = section.begin;
  }

  std::optional<Section> section(const Section &in, llvm::StringRef key, bool isNeeded = true) {
    const json::Value *value = in.object->get(key);
    if (!value) {
      if (isNeeded)
        fail(in, key, "is missing");
      return std::nullopt;
    }
    if (const json::Object *object = value->getAsObject())
      return Section{object, in.path + key.str() + ".", find(in, key).value_or(in.begin)};
    fail(in, key, "must be an object, {...}");
    return std::nullopt;
  }
  std::string word(const Section &in, llvm::StringRef key, bool isNeeded = true) {
    const json::Value *value = in.object->get(key);
    if (!value && isNeeded)
      fail(in, key, "is missing");
    if (!value)
      return "";
    if (auto found = value->getAsString(); found && !found->empty())
      return found->str();
    fail(in, key, "must be a text, \"...\"");
    return "";
  }
  /// A positive number times `unit`; 0 if it is not there and need not be.
  double rate(const Section &in, llvm::StringRef key, double unit, bool isNeeded = true) {
    const json::Value *value = in.object->get(key);
    if (!value && isNeeded)
      fail(in, key, "is missing");
    if (!value)
      return 0;
    if (auto found = value->getAsNumber(); found && *found > 0 && std::isfinite(*found * unit))
      return *found * unit;
    fail(in, key, "must be a number above 0");
    return 0;
  }
  int whole(const Section &in, llvm::StringRef key) {
    const json::Value *value = in.object->get(key);
    if (!value)
      fail(in, key, "is missing");
    else if (auto found = value->getAsInteger(); found && *found > 0 && *found <= INT32_MAX)
      return static_cast<int>(*found);
    else
      fail(in, key, "must be a whole number from 1 to 2147483647");
    return 0;
  }
  void grid(const Section &in, GpuMachine &gpu) {
    const json::Value *value = in.object->get("grid");
    const json::Array *list = value ? value->getAsArray() : nullptr;
    std::int64_t *const blocks[] = {&gpu.gridX, &gpu.gridY, &gpu.gridZ};
    bool isFine = list && list->size() == 3;
    for (int axis = 0; isFine && axis < 3; ++axis) {
      *blocks[axis] = (*list)[axis].getAsInteger().value_or(0);
      isFine = *blocks[axis] > 0 && *blocks[axis] <= INT32_MAX;
    }
    if (!value)
      fail(in, "grid", "is missing");
    else if (!isFine)
      fail(in, "grid", "must be three whole numbers from 1 to 2147483647, [x, y, z]");
  }

private:
  /// Where `"key":` stands first after the beginning of its object. A member of an object within
  /// may be taken for it, which costs the right line and nothing else.
  std::optional<std::size_t> find(const Section &section, llvm::StringRef key) const {
    const std::string quoted = "\"" + key.str() + "\"";
    for (std::size_t at = text.find(quoted, section.begin); at != llvm::StringRef::npos;
         at = text.find(quoted, at + 1))
      if (text.substr(at + quoted.size()).ltrim().starts_with(":"))
        return at;
    return std::nullopt;
  }

  llvm::StringRef text;
  std::optional<std::string> problem;
  std::optional<std::size_t> place;
};

std::optional<int> hiddenOf(Reader &reader, const Section &gpu, llvm::StringRef type) {
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

GpuMachine readGpu(Reader &reader, const Section &in) {
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
    reader.grid(*limits, gpu);
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
  gpu.hidden32 = hiddenOf(reader, in, "f32");
  gpu.hidden64 = hiddenOf(reader, in, "f64");
  return gpu;
}

HostMachine readHost(Reader &reader, const Section &in) {
  HostMachine host;
  host.name = reader.word(in, "name");
  host.threads = reader.whole(in, "threads");
  if (auto bandwidth = reader.section(in, "bandwidth_gb_s"))
    host.memoryCopy = reader.rate(*bandwidth, "copy", kGiga);
  return host;
}

/// What LLVM's parser says, without the place in front of it, and that place.
llvm::Error notJson(llvm::Error error) {
  const std::string all = llvm::toString(std::move(error));
  llvm::StringRef rest = all;
  std::size_t offset = 0;
  std::optional<std::size_t> place;
  if (const auto [head, tail] = rest.split("]: "); !tail.empty()) {
    if (!head.rsplit("byte=").second.getAsInteger(10, offset))
      place = offset;
    rest = tail;
  }
  return llvm::make_error<MachineFileError>("it is not JSON: " + rest.str(), place);
}

} // namespace

llvm::Expected<Machine> readMachine(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return notJson(value.takeError());
  const json::Object *object = value->getAsObject();
  if (!object || object->getString("format") != "stencilc-machine")
    return llvm::make_error<MachineFileError>("it has no \"format\": \"stencilc-machine\"",
                                              std::nullopt);
  Reader reader(text);
  const Section top{object, "", 0};
  if (object->getInteger("version") != kVersion)
    reader.fail(top, "version", "is not 1, the one this stencilc reads");
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

} // namespace stencilc::plan
