/// \file Times emitted programs and compares their results by bytes, on the device.
///
///     harness --name=NAME --size=nx[,ny[,nz]] --field=NAME:f64:LEVELS... [--param=NAME=VALUE...]
///             [--repeat=5] [--check=0] REFERENCE.so:STEPS [CANDIDATE.so:STEPS...]
///     harness --copy
///
/// Every library is one emitted program, called through its C interface. All start from the same
/// random numbers in [0, 1), in every field and level named. A candidate runs STEPS steps, which is
/// compared with what the reference made of as many, and one step more, which is compared again: a
/// remainder that fills no fused block. Then it is timed, each time from the random numbers on. One
/// JSON object a line; exit code 0 if everything ran, whatever differed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <set>
#include <stencilc/Bandwidth.h>
#include <stencilc/runtime.h>
#include <string>
#include <vector>

namespace {

using stencilc::Status;

struct Field {
  std::string name;
  int bytes = 8, levels = 1; // of one cell; time levels kept
};

/// What a thread saw.
struct Count {
  std::uint64_t differing, notFinite;
  std::int64_t first; // least index that differs, or -1
};

constexpr int kBlocks = 1056, kThreads = 256, kCounts = kBlocks * kThreads;

template <class T> __global__ void randomCells(T *cells, std::int64_t count, std::uint64_t seed) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    cells[i] = static_cast<T>(stencilc::random01(seed, i));
}

/// T is the unsigned integer as wide as a cell; `exponent` its bits that are all set in NaN and
/// infinity.
template <class T>
__global__ void compareCells(const T *a, const T *b, std::int64_t count, T exponent,
                             Count *counts) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  Count seen = {0, 0, -1};
  for (std::int64_t i = thread; i < count; i += stride) {
    if (a[i] != b[i]) {
      ++seen.differing;
      seen.first = seen.first < 0 ? i : seen.first;
    }
    seen.notFinite += (a[i] & exponent) == exponent;
  }
  counts[thread] = seen;
}

struct Job {
  std::string name;
  std::vector<std::int64_t> size;
  std::vector<Field> fields;
  std::vector<std::pair<std::string, double>> parameters;
  int repeat = 5;
  bool check = true, copy = false;
  std::vector<std::pair<std::string, std::int64_t>> libraries; // path, steps

  std::int64_t cells() const {
    std::int64_t product = 1;
    for (const std::int64_t n : size)
      product *= n;
    return product;
  }
};

[[noreturn]] void stop(const std::string &what) {
  std::string text;
  for (const char c : what)
    text += c == '"' || c == '\\' || c == '\n' ? '\'' : c;
  std::printf("{\"error\": \"%s\"}\n", text.c_str());
  std::fflush(stdout);
  std::_Exit(3); // a device that failed may hang in the destructors
}

void require(const Status &status) {
  if (!status)
    stop(status.message());
}

/// Device memory for as long as it lives.
class Memory {
public:
  explicit Memory(std::size_t bytes) { require(stencilc::device::allocate(bytes, data)); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  Memory(Memory &&other) noexcept : data(std::exchange(other.data, nullptr)) {}
  ~Memory() { stencilc::device::release(data); }
  void *get() const { return data; }

private:
  void *data = nullptr;
};

/// One emitted program, loaded and set up.
class Program {
public:
  Program(const Job &job, const std::string &path) : job(job) {
    // Local: each library keeps its own kernels, though all have the same names.
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      stop(dlerror());
    // The options of the C interface: extents, then the caller's memory and its size, here none.
    std::vector<std::int64_t> options = job.size;
    options.resize(job.size.size() + 2, 0);
    char message[1024] = "";
    const auto create = find<void *(const void *, char *, std::size_t)>("create");
    simulation = create(options.data(), message, sizeof message);
    if (!simulation)
      stop(message);
    for (const auto &[name, value] : job.parameters)
      demand(find<int(void *, const char *, double)>("set_parameter")(simulation, name.c_str(),
                                                                      value));
    if (!job.parameters.empty())
      demand(find<int(void *)>("reset")(simulation));
  }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  /// The library stays: threads and kernels it brought along must not lose their code.
  ~Program() { find<void(void *)>("destroy")(simulation); }

  void run(std::int64_t steps) {
    demand(find<int(void *, std::int64_t, void *)>("run")(simulation, steps, nullptr));
  }
  void synchronize() { demand(find<int(void *)>("synchronize")(simulation)); }
  void copyIn(const Field &field, int level, const void *cells) {
    demand(find<int(void *, const char *, int, const void *, std::size_t, std::size_t)>("copy_in")(
        simulation, field.name.c_str(), level, cells, 0, 0));
  }
  void copyOut(const Field &field, int level, void *cells) {
    demand(find<int(const void *, const char *, int, void *, std::size_t, std::size_t)>("copy_out")(
        simulation, field.name.c_str(), level, cells, 0, 0));
  }

private:
  template <class Function> Function *find(const char *what) const {
    const std::string symbol = job.name + "_" + what;
    void *const address = dlsym(library, symbol.c_str());
    if (!address)
      stop("no function " + symbol);
    return reinterpret_cast<Function *>(address);
  }
  void demand(int code) const {
    if (code)
      stop(find<const char *(const void *)>("last_error")(simulation));
  }

  const Job &job;
  void *library = nullptr, *simulation = nullptr;
};

class Harness {
public:
  explicit Harness(const Job &job)
      : job(job), scratch(job.cells() * 8), counts(kCounts * sizeof(Count)), onHost(kCounts) {}

  void all() {
    for (std::size_t i = 0; i < job.libraries.size(); ++i) {
      std::printf("{\"begin\": %zu}\n", i);
      std::fflush(stdout);
      Program program(job, job.libraries[i].first);
      if (i == 0 && job.check)
        makeReference(program);
      one(i, program);
    }
  }

private:
  /// Results of the reference after every number of steps that will be asked for.
  void makeReference(Program &reference) {
    std::set<std::int64_t> points;
    for (const auto &[path, steps] : job.libraries)
      points.insert({steps, steps + 1});
    restart(reference);
    std::int64_t done = 0;
    for (const std::int64_t point : points) {
      reference.run(point - done);
      done = point;
      for (const Field &field : job.fields)
        for (int level = 0; level < field.levels; ++level) {
          expected[point].emplace_back(job.cells() * field.bytes);
          reference.copyOut(field, -level, expected[point].back().get());
        }
    }
    // A comparison that cannot fail is worth nothing: one step more must show.
    const std::int64_t steps = job.libraries[0].second;
    Count seen = {0, 0, -1};
    std::size_t index = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level, ++index)
        add(seen, field, expected[steps + 1][index].get(), expected[steps][index].get());
    std::printf("{\"one_step_more_differs_in\": %llu, \"cells\": %lld}\n",
                static_cast<unsigned long long>(seen.differing),
                static_cast<long long>(job.cells()));
  }

  void one(std::size_t index, Program &program) {
    const std::int64_t steps = job.libraries[index].second;
    restart(program);
    program.run(steps);
    program.synchronize();
    std::string compared;
    if (job.check) {
      const Count whole = compare(program, steps);
      program.run(1);
      const Count remainder = compare(program, steps + 1);
      compared = stencilc::format(", \"differing\": %llu, \"first\": %lld, \"differing_one_more\": "
                                  "%llu, \"not_finite\": %llu",
                                  static_cast<unsigned long long>(whole.differing),
                                  static_cast<long long>(whole.first),
                                  static_cast<unsigned long long>(remainder.differing),
                                  static_cast<unsigned long long>(whole.notFinite));
    }
    constexpr double kWarm = 0.05; // seconds: clocks have risen by then
    for (double warm = 0; warm < kWarm;)
      warm += time(program, steps);
    std::string times;
    for (int i = 0; i < job.repeat; ++i) {
      restart(program);
      times += stencilc::format("%s%.9g", i ? ", " : "", time(program, steps));
    }
    std::printf("{\"library\": %zu, \"steps\": %lld, \"seconds\": [%s]%s}\n", index,
                static_cast<long long>(steps), times.c_str(), compared.c_str());
    std::fflush(stdout);
  }

  /// Seconds on the device.
  static double time(Program &program, std::int64_t steps) {
    stencilc::device::Stopwatch watch;
    double seconds = 0;
    require(watch.start(nullptr));
    program.run(steps);
    require(watch.stop(nullptr));
    program.synchronize();
    require(watch.seconds(seconds));
    return seconds;
  }

  /// Random numbers in all fields that are updated, on all their levels.
  void restart(Program &program) {
    std::uint64_t seed = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level) {
        // Both levels alike: a wave that starts at rest, so that it stays bounded.
        if (level == 0)
          fillRandom(field, ++seed);
        program.copyIn(field, -level, scratch.get());
      }
  }

  void fillRandom(const Field &field, std::uint64_t seed) {
    const std::int64_t count = job.cells();
    if (field.bytes == 8)
      require(launch<double *>("randomCells", randomCells<double>,
                               static_cast<double *>(scratch.get()), count, seed));
    else
      require(launch<float *>("randomCells", randomCells<float>,
                              static_cast<float *>(scratch.get()), count, seed));
    require(stencilc::device::synchronize(nullptr));
  }

  Count compare(Program &program, std::int64_t point) {
    Count seen = {0, 0, -1};
    std::size_t index = 0;
    for (const Field &field : job.fields)
      for (int level = 0; level < field.levels; ++level, ++index) {
        require(stencilc::device::fill(scratch.get(), 0xff, job.cells() * field.bytes, nullptr));
        program.copyOut(field, -level, scratch.get());
        add(seen, field, scratch.get(), expected[point][index].get());
      }
    return seen;
  }

  void add(Count &seen, const Field &field, const void *a, const void *b) {
    const std::int64_t count = job.cells();
    Count *const all = static_cast<Count *>(counts.get());
    if (field.bytes == 8)
      require(launch<const std::uint64_t *>(
          "compareCells", compareCells<std::uint64_t>, static_cast<const std::uint64_t *>(a),
          static_cast<const std::uint64_t *>(b), count, std::uint64_t{0x7ff} << 52, all));
    else
      require(launch<const std::uint32_t *>(
          "compareCells", compareCells<std::uint32_t>, static_cast<const std::uint32_t *>(a),
          static_cast<const std::uint32_t *>(b), count, std::uint32_t{0xff} << 23, all));
    const std::size_t bytes = kCounts * sizeof(Count);
    require(stencilc::device::copy({onHost.data(), bytes, bytes}, {counts.get(), bytes, bytes},
                                   {bytes}, nullptr));
    require(stencilc::device::synchronize(nullptr));
    for (const Count &c : onHost) {
      seen.differing += c.differing;
      seen.notFinite += c.notFinite;
      if (c.first >= 0 && (seen.first < 0 || c.first < seen.first))
        seen.first = c.first;
    }
  }

  template <class, class Kernel, class... Arguments>
  static Status launch(const char *name, Kernel *kernel, const Arguments &...arguments) {
    return stencilc::launch(nullptr, name, kernel, {dim3(kBlocks), dim3(kThreads), 0},
                            arguments...);
  }

  const Job &job;
  Memory scratch, counts;
  std::vector<Count> onHost;
  std::map<std::int64_t, std::vector<Memory>> expected; // by steps
};

Job parse(int argc, char **argv) {
  Job job;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string key = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (key == "--name")
      job.name = value;
    else if (key == "--size")
      for (const char *rest = value.c_str(); *rest; rest += *rest == ',') {
        char *end = nullptr;
        job.size.push_back(std::strtoll(rest, &end, 10));
        rest = end;
      }
    else if (key == "--field") {
      const std::size_t colon = value.find(':'), second = value.find(':', colon + 1);
      job.fields.push_back({value.substr(0, colon),
                            value.substr(colon + 1, second - colon - 1) == "f64" ? 8 : 4,
                            std::atoi(value.c_str() + second + 1)});
    } else if (key == "--param")
      job.parameters.push_back({value.substr(0, value.find('=')),
                                std::strtod(value.c_str() + value.find('=') + 1, nullptr)});
    else if (key == "--repeat")
      job.repeat = std::atoi(value.c_str());
    else if (key == "--check")
      job.check = value != "0";
    else if (key == "--copy")
      job.copy = true;
    else if (key.rfind("--", 0) == 0)
      stop("unknown argument " + argument);
    else
      job.libraries.push_back({argument.substr(0, argument.rfind(':')),
                               std::atoll(argument.c_str() + argument.rfind(':') + 1)});
  }
  if (!job.copy &&
      (job.name.empty() || job.size.empty() || job.fields.empty() || job.libraries.empty()))
    stop("a name, a size, a field and a library are needed");
  return job;
}

} // namespace

int main(int argc, char **argv) {
  const Job job = parse(argc, argv);
  stencilc::device::Info device;
  require(stencilc::device::query(device));
  if (job.copy) {
    const double rate = stencilc::measureCopy(std::uint64_t{1} << 30, 0);
    std::printf("{\"device\": \"%s\", \"copy_gb_per_second\": %.1f}\n", device.name.c_str(),
                rate * 1e-9);
    return 0;
  }
  Harness(job).all();
  return 0;
}
