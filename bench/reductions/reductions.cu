/// \file Times every reduction of one emitted program on the device, alone, beside CUB and a copy.
///
///     reductions nx ny [nz]        built with -DPROGRAM_FILE='"x.cu"' -DPROGRAM=x_stencil
///
/// The fields hold random numbers. Each check of the program runs a few times between two device
/// events, without the copy of its result to the host, then once with it. CUB (part of the CUDA
/// toolkit) reduces as many packed cells; it adds in the order it likes, and its results are
/// printed for comparison. One JSON object a line.
#include PROGRAM_FILE
#if STENCILC_WORLD_CUDA
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/transform_iterator.h>
#endif
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <runtime/program/Bandwidth.h>
#include <runtime/core/stepping/Checks.h>
#include <runtime/core/stepping/DeviceRun.h>
#include <runtime/core/fields/InitialValues.h>
#include <string>
#include <vector>

// Not by a using directive: nvcc's own host code would then find two functions sqrt.
namespace stencilc::bench {

constexpr int kRepeat = 7;
const ProgramDescription &program = PROGRAM::description;
Device &device() { return *deviceFor(kExecutionSpace); }

void require(const Status &status) {
  if (status)
    return;
  std::printf("{\"error\": \"%s\"}\n", status.message().c_str());
  std::exit(3);
}

/// The median of a few times that `work` takes on the device, in seconds; once before to warm up.
template <class Work> double medianOf(const Work &work) {
  std::vector<double> times;
  for (int i = 0; i <= kRepeat; ++i) {
    const std::unique_ptr<Stopwatch> watch = device().makeStopwatch();
    double seconds = 0;
    require(watch->start(nullptr));
    work();
    require(watch->stop(nullptr));
    require(watch->seconds(seconds));
    if (i > 0)
      times.push_back(seconds);
  }
  std::nth_element(times.begin(), times.begin() + kRepeat / 2, times.end());
  return times[kRepeat / 2];
}

/// A field on both of its levels, as the program keeps it.
class Fields {
public:
  explicit Fields(const std::int64_t (&extents)[3]) {
    std::uint64_t bytes = 0;
    require(planFields(program, extents, fields, bytes));
    require(bench::device().allocate(bytes, memory));
    partials = placeFields(fields, memory);
    // The same on all levels: one that no step has written yet would hold nothing.
    FieldMemory whole = fields[0];
    whole.levels = whole.buffers;
    require(InitialValues(program, nullptr, bench::device()).fill(0, whole));
  }
  Fields(const Fields &) = delete;
  ~Fields() { bench::device().release(memory); }

  void run(const CheckDescription &check) {
    DeviceRun run(bench::device(), nullptr);
    Check work(run.runtime(), program, fields.data(), {}, partials);
    check.reduce(work);
    require(run.status());
  }
  double result(const CheckDescription &check) {
    DeviceRun run(bench::device(), nullptr);
    Check work(run.runtime(), program, fields.data(), {}, partials);
    check.reduce(work);
    require(run.status());
    std::vector<double> results(static_cast<std::size_t>(check.count));
    const std::size_t bytes = results.size() * sizeof(double);
    require(bench::device().copy({results.data(), bytes, bytes}, {work.result(), bytes, bytes},
                                 {bytes}, nullptr));
    require(bench::device().synchronize(nullptr));
    return finishReduction(program.reductions[check.reductions[0]], results[0]);
  }
  const FieldMemory &field() const { return fields[0]; }

private:
  std::vector<FieldMemory> fields;
  void *memory = nullptr;
  double *partials = nullptr;
};

#if STENCILC_WORLD_CUDA
template <class T> struct Square {
  __host__ __device__ double operator()(T value) const { return double(value) * double(value); }
};
template <class T> struct Widen {
  __host__ __device__ double operator()(T value) const { return double(value); }
};

/// CUB on packed cells: the reduction that `kind` is, in double precision where it adds.
template <class T> class Cub {
public:
  Cub(const T *cells, std::int64_t count) : cells(cells), count(count) {
    require(bench::device().allocate(kRoom, room));
    require(bench::device().allocate(sizeof(double), out));
  }
  Cub(const Cub &) = delete;
  ~Cub() {
    bench::device().release(room);
    bench::device().release(out);
  }

  void run(Reduce kind) {
    std::size_t bytes = kRoom;
    cudaError_t code = cudaSuccess;
    if (kind == Reduce::Max)
      code = cub::DeviceReduce::Max(room, bytes, cells, static_cast<T *>(out), count);
    else if (kind == Reduce::Min)
      code = cub::DeviceReduce::Min(room, bytes, cells, static_cast<T *>(out), count);
    else if (kind == Reduce::Sum)
      code = cub::DeviceReduce::Sum(room, bytes, thrust::make_transform_iterator(cells, Widen<T>()),
                                    static_cast<double *>(out), count);
    else
      code =
          cub::DeviceReduce::Sum(room, bytes, thrust::make_transform_iterator(cells, Square<T>()),
                                 static_cast<double *>(out), count);
    if (code != cudaSuccess)
      require(Status::device(cudaGetErrorString(code)));
  }
  double result(Reduce kind) {
    run(kind);
    double value = 0;
    T narrow = 0;
    const bool isNarrow = kind == Reduce::Max || kind == Reduce::Min;
    void *const to = isNarrow ? static_cast<void *>(&narrow) : &value;
    const std::size_t bytes = isNarrow ? sizeof narrow : sizeof value;
    require(bench::device().copy({to, bytes, bytes}, {out, bytes, bytes}, {bytes}, nullptr));
    require(bench::device().synchronize(nullptr));
    return finishReduction(kind, isNarrow ? double(narrow) : value);
  }

private:
  static constexpr std::size_t kRoom = 1 << 20; // what CUB asks for is less
  const T *cells;
  std::int64_t count;
  void *room = nullptr, *out = nullptr;
};

/// What CUB takes for the kind of each check, on the cells of `field` without its padding.
template <class T> void yardstick(const FieldMemory &field) {
  const Grid &g = field.layout.grid;
  const std::size_t row = g.nx * sizeof(T);
  const device::Box box = {row, std::size_t(g.ny), std::size_t(g.nz)};
  void *packed = nullptr;
  require(bench::device().allocate(row * g.ny * g.nz, packed));
  require(bench::device().copy({packed, row, row * g.ny},
                       {field.buffer(0), field.layout.rowPitch, field.layout.planePitch}, box,
                       nullptr));
  require(bench::device().synchronize(nullptr));
  {
    Cub<T> cub(static_cast<const T *>(packed), std::int64_t{g.nx} * g.ny * g.nz);
    const std::pair<Reduce, const char *> kinds[] = {{Reduce::Max, "most"},
                                                     {Reduce::Min, "least"},
                                                     {Reduce::Sum, "total"},
                                                     {Reduce::Norm, "length"}};
    for (const auto &[kind, name] : kinds) {
      const double seconds = medianOf([&] { cub.run(kind); });
      std::printf("{\"cub\": \"%s\", \"seconds\": %.9g, \"value\": %.17g}\n", name, seconds,
                  cub.result(kind));
    }
  }
  bench::device().release(packed);
}
#endif

void all(int argc, char **argv) {
  std::int64_t extents[3] = {1, 1, 1};
  for (int axis = 0; axis < 3 && axis + 1 < argc; ++axis)
    extents[axis] = std::atoll(argv[axis + 1]);
  Fields fields(extents);
  for (int i = 0; i < program.checkCount; ++i) {
    const CheckDescription &check = program.checks[i];
    const char *name = "";
    for (int r = program.reportCount - 1; r >= 0; --r)
      name = program.reports[r].every == check.every ? program.reports[r].name : name;
    const double alone = medianOf([&] { fields.run(check); });
    const double whole = medianOf([&] { (void)fields.result(check); });
    std::printf("{\"check\": \"%s\", \"kinds\": %d, \"seconds\": %.9g, \"seconds_with_result\": "
                "%.9g, \"value\": %.17g}\n",
                name, check.count, alone, whole, fields.result(check));
  }
#if STENCILC_WORLD_CUDA
  if (sizeOf(program.fields[0].storage) == 8)
    yardstick<double>(fields.field());
  else
    yardstick<float>(fields.field());
#endif
  device::Info info;
  require(bench::device().query(info));
  std::printf("{\"device\": \"%s\", \"copy_gb_per_second\": %.1f}\n", info.name.c_str(),
              measureCopy(bench::device(), 0) * 1e-9);
}

} // namespace stencilc::bench

int main(int argc, char **argv) {
  stencilc::bench::all(argc, argv);
  return 0;
}
