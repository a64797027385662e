/// \file The domain in files while passes go over it: windows in host memory, the thread that reads
/// them and the one that writes them.
#pragma once

#include "stencilc/InitialValues.h"
#include "stencilc/NotFinite.h"
#include "stencilc/stream/DiskRate.h"
#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/StreamTasks.h"
#include "stencilc/stream/TierFiles.h"
#include <cmath>
#include <condition_variable>

namespace stencilc {

class FileTier final : public DomainFiles {
public:
  explicit FileTier(const StreamDomain &domain)
      : files(domain), domain(domain), program(*domain.program) {}
  FileTier(const FileTier &) = delete;
  FileTier &operator=(const FileTier &) = delete;
  ~FileTier() override { (void)stopThreads(Status::invalid("")); }

  TierFiles files;
  TierChoice choice;

  void adopt(int field, int age, const std::string &path, std::uint64_t offset) override {
    files.adopt(field, age, path, offset);
  }
  Status prepare() override { return fillFiles(-1); }
  std::string fileOf(int field, int age) const override { return files.find(field, age).path; }
  bool isSettled(int field, int age, bool &all) const override {
    all = isFinite;
    return isLast || looksSettled(field, age, all);
  }
  const std::string &firstNotFinite() const override { return unusual; }
  std::int64_t resumedAt() const override { return files.resumedStep(); }
  const std::string &folder() const override { return files.path(); }
  void discard() override { files.discard(); }
  double bytesRead() const override { return double(readSoFar); }
  double bytesWritten() const override { return double(writtenSoFar); }

  /// `memory` is choice.memory.allocated() bytes.
  Status open(unsigned char *memory) {
    host = memory;
    for (PieceCarrier &carrier : carriers)
      if (Status status = carrier.open(choice.piece); !status)
        return status;
    return {};
  }

  /// Starts again, from initial values or where an interrupted run was.
  Status reset(const double *values) {
    parameters.assign(values, values + program.parameterCount);
    isLast = false;
    return files.reset(values);
  }

  /// Writes the files of fields whose initial values are not in one yet: of field `only`, or all.
  Status fillFiles(int only) {
    for (int field = 0; field < program.fieldCount; ++field)
      for (int age = 0; age < program.fields[field].levels; ++age)
        if ((only < 0 || only == field) && files.source(field, age).path.empty())
          if (Status status = fillFile(field, age); !status)
            return status;
    return {};
  }

  /// Opens the files of a pass; from then on windows are read.
  Status begin(const TierShape &passShape, std::int64_t stepAfter, bool isLastPass) {
    shape = passShape;
    step = stepAfter;
    isLast = isLastPass;
    isFinite = true;
    readRounds = computedRounds = writtenRounds = 0;
    failed = Status();
    ends = false;
    sources.clear();
    results.clear();
    for (int field = 0; field < program.fieldCount; ++field)
      for (int age = 0; age < program.fields[field].levels; ++age) {
        const TierFiles::Source &source = files.source(field, age);
        sources.push_back({field, age, std::make_unique<DirectFile>(), source.offset,
                           !source.isOurs && files.stepsDone() == 0});
        if (Status status = sources.back().file->openToRead(source.path); !status)
          return status;
        if (!program.fields[field].updated)
          continue;
        results.push_back({field, age, std::make_unique<PlaneWriter>()});
        if (Status status =
                results.back().file->open(files.nameAt(field, age, step) + TierFiles::kIncomplete,
                                          files.header(field), files.layout(field, kDirectUnit));
            !status)
          return status;
      }
    try {
      reader = std::thread([this] { readAll(); });
      writer = std::thread([this] { writeAll(); });
    } catch (const std::system_error &) {
      (void)stopThreads(Status::invalid(""));
      return Status::outOfMemory("no threads are left to read and write files");
    }
    return {};
  }

  /// Waits until the window of a round is in memory; its tasks may be enqueued then.
  Status awaitRead(int number) {
    round = number;
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ends || readRounds > number; });
    return failed;
  }
  /// The window of a round has come back from the device.
  void computed(int number) {
    const std::lock_guard<std::mutex> lock(mutex);
    computedRounds = number + 1;
    changed.notify_all();
  }
  /// Waits until everything is on disk; the files are those of the next pass then.
  Status finish() {
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return ends || writtenRounds == shape.rounds(); });
    }
    if (Status status = stopThreads({}); !status)
      return status;
    for (Result &result : results)
      if (Status status = result.file->finish(carriers[1]); !status)
        return status;
    results.clear();
    sources.clear();
    for (int field = 0; field < program.fieldCount; ++field)
      for (int age = 0; age < program.fields[field].levels && program.fields[field].updated; ++age)
        if (Status status = files.settle(field, age, step); !status)
          return status;
    return files.advance(step);
  }
  /// Ends the pass under way; its files stay incomplete. What failed first.
  Status stopThreads(const Status &reason) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      if (failed.ok())
        failed = reason;
      ends = true;
      changed.notify_all();
    }
    for (std::thread *thread : {&reader, &writer})
      if (thread->joinable())
        thread->join();
    return failed;
  }

  /// Where plane z of a copy is on the host; `index` is a buffer of what a pass keeps, else an age.
  HomePlanes::Place place(const StreamTask &task, const StreamShape &part, int field, int index,
                          int z) const {
    const bool in = task.act == StreamAct::CopyIn;
    const std::uint64_t plane = domain.planeBytes(field);
    if (!domain.uses[static_cast<std::size_t>(field)].isUpdated)
      return constant(field, z, task.end - z);
    if (task.isState)
      return {state(part.passNumber, field, index) +
                  plane * std::uint64_t(TierShape::placeInState(part, z, in)),
              false, task.end - z};
    const int at = in ? TierShape::placeIn(part, z) : TierShape::placeOut(part, z);
    return {window(round, field, index) + plane * std::uint64_t(at), false, task.end - z};
  }

private:
  struct Source {
    int field, age;
    std::unique_ptr<DirectFile> file;
    std::uint64_t offset;
    bool isLookedAt; // the user's: a NaN or an infinity in it is told
  };
  struct Result {
    int field, age;
    std::unique_ptr<PlaneWriter> file;
  };

  /// Bytes of the fields before `field` of those that are updated, or are not, as it is: so many
  /// planes of each time level, or of each buffer.
  std::uint64_t bytesBefore(int field, int StreamField::*copies, std::uint64_t planes) const {
    std::uint64_t bytes = 0;
    for (int before = 0; before < field; ++before)
      if (domain.uses[before].isUpdated == domain.uses[field].isUpdated)
        bytes += domain.planeBytes(before) * std::uint64_t(domain.uses[before].*copies) * planes;
    return bytes;
  }
  unsigned char *window(int number, int field, int age) const {
    const auto planes = std::uint64_t(choice.shape.window);
    return host + choice.memory.window * std::uint64_t(number % TierShape::kWindows) +
           bytesBefore(field, &StreamField::levels, planes) +
           domain.planeBytes(field) * std::uint64_t(age) * planes;
  }
  unsigned char *state(int pass, int field, int buffer) const {
    const auto planes = std::uint64_t(TierShape::stateOf(choice.shape.passes.front()));
    return host + choice.memory.window * std::uint64_t(choice.shape.windows()) +
           choice.memory.state / choice.shape.passes.size() * std::uint64_t(pass) +
           bytesBefore(field, &StreamField::buffers, planes) +
           domain.planeBytes(field) * std::uint64_t(buffer) * planes;
  }
  HomePlanes::Place constant(int field, int z, int most) const {
    const int planes = choice.shape.constantPlanes();
    const std::uint64_t at = choice.memory.window * std::uint64_t(choice.shape.windows()) +
                             choice.memory.state +
                             bytesBefore(field, &StreamField::levels, std::uint64_t(planes));
    return {host + at + domain.planeBytes(field) * std::uint64_t(z % planes), false,
            std::min(most, planes - z % planes)};
  }

  Status fillFile(int field, int age) {
    const InitialValues initial(program, parameters.data(), false);
    const std::string path = files.nameAt(field, age, 0);
    PlaneWriter file;
    Status status = file.open(path + TierFiles::kIncomplete, files.header(field),
                              files.layout(field, kDirectUnit));
    // All of host memory is free between passes.
    const std::uint64_t bytes = choice.memory.allocated(choice.shape);
    const auto most = static_cast<int>(std::min<std::uint64_t>(
        1 << 20, std::max<std::uint64_t>(1, bytes / domain.planeBytes(field))));
    for (int z = 0; status && z < domain.planes(); z += most) {
      const int count = std::min(most, domain.planes() - z);
      initial.fillPlanes(field, domain.fields[field], host, z, count, age);
      status = file.write(host, count, carriers[1]);
    }
    if (status)
      status = file.finish(carriers[1]);
    return status ? files.settle(field, age, 0) : status;
  }

  /// Of a thread: waits until it may do the next round; false if the pass ends before.
  template <class May> bool awaitTurn(const May &may) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ends || may(); });
    return !ends;
  }
  /// A thread has done a round, or failed, which ends the pass.
  void hasDone(int &rounds, int number, const Status &status) {
    const std::lock_guard<std::mutex> lock(mutex);
    rounds = number + 1;
    if (!status) {
      failed = failed.ok() ? status : failed;
      ends = true;
    }
    changed.notify_all();
  }

  void readAll() {
    for (int number = 0; number < shape.rounds(); ++number) {
      if (!awaitTurn([&] { return writtenRounds > number - TierShape::kWindows; }))
        return;
      Status status;
      for (Source &source : sources)
        if (status)
          status = readSome(source, number);
      hasDone(readRounds, number, status);
    }
  }
  Status readSome(Source &source, int number) {
    const StreamShape::Range range = shape.read(number);
    const bool isUpdated = domain.uses[source.field].isUpdated;
    const PlaneLayout layout = files.layout(source.field, source.offset);
    for (int z = range.begin; z < range.end;) {
      HomePlanes::Place to = isUpdated ? HomePlanes::Place{window(number, source.field, source.age),
                                                           false, range.count()}
                                       : constant(source.field, z, range.end - z);
      if (Status status = readPlanes(*source.file, layout, z, z + to.count, to.data, carriers[0]);
          !status)
        return status;
      readSoFar += layout.planeBytes() * std::uint64_t(to.count);
      if (source.isLookedAt && unusual.empty())
        if (const std::int64_t cell = notFinite(source.field, to.data, to.count); cell >= 0)
          unusual = firstCell(source, z, cell);
      z += to.count;
    }
    return {};
  }

  void writeAll() {
    for (int number = 0; number < shape.rounds(); ++number) {
      if (!awaitTurn([&] { return computedRounds > number; }))
        return;
      const StreamShape::Range range = shape.written(number);
      const int at = range.begin - (number * shape.window - shape.trail());
      Status status;
      for (Result &result : results) {
        if (!status || range.count() == 0)
          break;
        unsigned char *const from = window(number, result.field, result.age) +
                                    domain.planeBytes(result.field) * std::uint64_t(at);
        if (isLast)
          isFinite = settle(result.field, from, range.count()) && isFinite;
        status = result.file->write(from, range.count(), carriers[1]);
        writtenSoFar += files.layout(result.field, 0).planeBytes() * std::uint64_t(range.count());
      }
      hasDone(writtenRounds, number, status);
    }
  }

  /// The first cell of `planes` planes that is NaN or infinite, padding not counted; else -1.
  std::int64_t notFinite(int field, const unsigned char *rows, int planes) const {
    return program.fields[field].storage == Scalar::F32 ? notFiniteIn<float>(field, rows, planes)
                                                        : notFiniteIn<double>(field, rows, planes);
  }
  template <class T>
  std::int64_t notFiniteIn(int field, const unsigned char *rows, int planes) const {
    const PlaneLayout layout = files.layout(field, 0);
    const std::int64_t nx = domain.extents[0];
    for (std::int64_t row = 0; row < std::int64_t(layout.rows) * planes; ++row) {
      const T *cells = reinterpret_cast<const T *>(rows + std::uint64_t(row) * layout.rowPitch);
      bool all = true;
      for (std::int64_t x = 0; x < nx; ++x)
        all &= std::isfinite(cells[x]);
      for (std::int64_t x = 0; x < nx && !all; ++x)
        if (!std::isfinite(cells[x]))
          return row * nx + x;
    }
    return -1;
  }
  /// Whether every NaN in the file of a field has the same bits already.
  bool looksSettled(int field, int age, bool &all) const {
    const TierFiles::Source source = files.find(field, age);
    const std::uint64_t cell = domain.fields[std::size_t(field)].layout.cellBytes;
    std::vector<unsigned char> as(std::size_t{1} << 20), is;
    all = true;
    const int file = ::open(source.path.c_str(), O_RDONLY | O_CLOEXEC);
    bool good = file >= 0;
    for (auto at = static_cast<off_t>(source.offset); good;) {
      const ssize_t got = pread(file, as.data(), as.size(), at);
      good = got >= 0 && std::uint64_t(got) % cell == 0;
      if (got <= 0 || !good)
        break;
      is.assign(as.begin(), as.begin() + got);
      all &= settleNotFinite(is.data(), std::int64_t(std::uint64_t(got) / cell),
                             program.fields[field].storage);
      good = std::memcmp(is.data(), as.data(), is.size()) == 0;
      at += got;
    }
    if (file >= 0)
      ::close(file);
    return good;
  }
  /// Gives every NaN of some planes the same bits; whether all cells are finite.
  bool settle(int field, unsigned char *rows, int planes) const {
    const PlaneLayout layout = files.layout(field, 0);
    bool all = true;
    for (std::int64_t row = 0; row < std::int64_t(layout.rows) * planes; ++row)
      all = settleNotFinite(rows + std::uint64_t(row) * layout.rowPitch, domain.extents[0],
                            program.fields[field].storage) &&
            all;
    return all;
  }
  std::string firstCell(const Source &source, int plane, std::int64_t cell) const {
    std::int64_t rest = cell + plane * static_cast<std::int64_t>(domain.planeCells());
    std::string where;
    for (int axis = 0; axis < program.rank; ++axis) {
      where += format("%s%s=%lld", axis ? ", " : "", program.axes[axis],
                      static_cast<long long>(rest % domain.extents[axis]));
      rest /= domain.extents[axis];
    }
    return "'" + source.file->path() + "' holds NaN or infinity at cell " + where;
  }

  const StreamDomain &domain;
  const ProgramDescription &program;
  std::vector<double> parameters;
  unsigned char *host = nullptr;
  PieceCarrier carriers[2]; // from files, to files
  TierShape shape;          // of the pass under way
  int round = 0;            // whose tasks are being enqueued
  std::int64_t step = 0;
  bool isLast = false, isFinite = true;
  std::string unusual; // of the reading thread while a pass runs
  std::vector<Source> sources;
  std::vector<Result> results;
  std::thread reader, writer;
  std::mutex mutex;
  std::condition_variable changed;
  int readRounds = 0, computedRounds = 0, writtenRounds = 0; // with the two below, under the mutex
  bool ends = true;
  Status failed;
  std::atomic<std::uint64_t> readSoFar = 0, writtenSoFar = 0;
};

} // namespace stencilc
