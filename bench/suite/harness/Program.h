/// \file One emitted program as a shared library, called through its C interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <runtime/program/Bandwidth.h>
#include <runtime/core/stepping/DeviceRun.h>
#include <stencilc/runtime.h>
#include <string>
#include <utility>
#include <vector>

namespace harness {

using stencilc::Status;

struct Field {
  std::string name, storage; // as the IR spells it: "f32"
  int bytes = 8, levels = 1; // of one cell; time levels kept
  std::int64_t cells = 0;
};

/// Where fields begin: with random numbers, or with the initial values of the program.
enum class Start { Random, Own };

/// A program to run: its library, the steps whose result counts, and the pitch of its rows in
/// bytes, as the C interface takes it.
struct Candidate {
  std::string path;
  std::int64_t steps = 0;
  std::uint64_t rowPitch = 0;
};

/// What the command line asks for.
struct Job {
  std::string name;
  std::vector<std::int64_t> size;
  std::vector<Field> fields;
  std::vector<std::pair<std::string, double>> parameters;
  Start start = Start::Random;
  int repeat = 5;
  double warmSeconds = 1; // before it is timed: a GPU at its power limit is another GPU
  bool check = true, copy = false, profile = false;
  std::int64_t timedSteps = 0; // 0: those whose result counts
  std::int64_t mostSteps = 0;  // until a rule holds; 0: no such run
  std::int64_t plannedSteps = 0; // as programs are told: those of long runs try kernels first
  double energySeconds = 0;
  std::vector<Candidate> candidates;

  /// Cells of the grid; those of a field that has `more` along each axis.
  std::int64_t cells(const std::vector<int> &more = {}) const {
    std::int64_t product = 1;
    for (std::size_t axis = 0; axis < size.size(); ++axis)
      product *= size[axis] + (axis < more.size() ? more[axis] : 0);
    return product;
  }
  /// Of the largest array of a field's cells.
  std::size_t mostBytes() const {
    std::size_t most = 0;
    for (const Field &field : fields)
      most = std::max(most, static_cast<std::size_t>(field.cells) * field.bytes);
    return most;
  }
};

[[noreturn]] inline void stop(const std::string &what) {
  std::string text;
  for (const char c : what)
    text += c == '"' || c == '\\' || c == '\n' ? '\'' : c;
  std::printf("{\"error\": \"%s\"}\n", text.c_str());
  std::fflush(stdout);
  std::_Exit(3); // a device that failed may hang in the destructors
}

inline void require(const Status &status) {
  if (!status)
    stop(status.message());
}

/// Where programs of this kind run: a GPU, or the CPU device.
inline stencilc::Device &device() { return *stencilc::deviceFor(stencilc::kExecutionSpace); }

/// Device memory for as long as it lives.
class Memory {
public:
  explicit Memory(std::size_t bytes) { require(device().allocate(bytes, data)); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  Memory(Memory &&other) noexcept : data(std::exchange(other.data, nullptr)) {}
  ~Memory() { device().release(data); }
  void *get() const { return data; }

private:
  void *data = nullptr;
};

/// Loaded and set up.
class Program {
public:
  Program(const Job &job, const Candidate &candidate) : job(job) {
    // Local: each library keeps its own kernels, though all have the same names.
    library = dlopen(candidate.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      stop(dlerror());
    // The options of the C interface: their size, extents, the caller's memory and its size, here
    // none, pitch, steps. What a caller does not know of is left out at the end.
    std::vector<std::int64_t> options = {0};
    options.insert(options.end(), job.size.begin(), job.size.end());
    options.resize(options.size() + 2, 0);
    options.push_back(static_cast<std::int64_t>(candidate.rowPitch));
    options.push_back(job.plannedSteps);
    options[0] = static_cast<std::int64_t>(options.size() * sizeof options[0]);
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
  /// Starts from the program's own initial values.
  void reset() { demand(find<int(void *)>("reset")(simulation)); }
  std::int64_t stepsDone() { return find<std::int64_t(const void *)>("steps_done")(simulation); }
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

} // namespace harness
