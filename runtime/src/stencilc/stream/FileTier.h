/// \file The domain in files while passes go over it: windows in host memory, the thread that reads
/// them and the one that writes them.
#pragma once

#include "stencilc/InitialValues.h"
#include "stencilc/stream/DiskRate.h"
#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/SettledPlanes.h"
#include "stencilc/stream/StreamTasks.h"
#include "stencilc/stream/TierFiles.h"
#include <condition_variable>

namespace stencilc::inline STENCILC_SPACE {

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
    return isLast || isFileSettled(files.find(field, age).path, files.find(field, age).offset,
                                   program.fields[field].storage, all);
  }
  const std::string &firstNotFinite() const override { return unusual; }
  std::int64_t resumedAt() const override { return files.resumedStep(); }
  const std::string &folder() const override { return files.path(); }
  void discard() override { files.discard(); }
  /// Whether a file was found that is not what was written.
  bool isDamaged() const { return damaged; }
  Status verify(int field, int age) override {
    return files.source(field, age).mustVerify ? verifyFile(field, age) : Status();
  }
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
                           !source.isOurs && files.stepsDone() == 0, sumsFor(field, source.offset),
                           source.sums, 0});
        if (Status status = sources.back().file->openToRead(source.path); !status)
          return status;
        if (!program.fields[field].updated)
          continue;
        results.push_back({field, age, std::make_unique<PlaneWriter>()});
        if (Status status = results.back().file->open(
                files.nameAt(field, age, step) + TierFiles::kIncomplete, files.header(field),
                files.layout(field, kDirectUnit), domain.planes());
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
    for (const Source &source : sources)
      if (source.sums && source.planesRead == domain.planes() && !source.wanted)
        files.source(source.field, source.age).sums =
            std::make_shared<const PlaneSumList>(source.sums->list());
    for (const Result &result : results)
      if (Status status = files.settle(result.field, result.age, step, result.file->planeSums());
          !status)
        return status;
    results.clear();
    sources.clear();
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
    bool isLookedAt;                            // the user's: a NaN or an infinity in it is told
    std::unique_ptr<PlaneSums> sums;            // of what was read; null: it cannot be summed
    std::shared_ptr<const PlaneSumList> wanted; // what they must be, if that is known
    std::int64_t planesRead;
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
    const InitialValues initial(program, parameters.data(), hostDevice(), false);
    const std::string path = files.nameAt(field, age, 0);
    PlaneWriter file;
    Status status = file.open(path + TierFiles::kIncomplete, files.header(field),
                              files.layout(field, kDirectUnit), domain.planes());
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
    return status ? files.settle(field, age, 0, file.planeSums()) : status;
  }

  std::unique_ptr<PlaneSums> sumsFor(int field, std::uint64_t offset) const {
    return PlaneSums::canSum(files.layout(field, offset))
               ? std::make_unique<PlaneSums>(domain.planes())
               : nullptr;
  }
  /// Compares planes [begin, end) that were read with what they must be.
  Status compare(const PlaneSums &read, const PlaneSumList &wanted, const std::string &path,
                 bool isOurs, std::int64_t begin, std::int64_t end) {
    for (std::int64_t plane = begin; plane < end; ++plane)
      if (read[plane] != wanted[static_cast<std::size_t>(plane)]) {
        damaged = true;
        return Status::invalid(
            "'" + path + (isOurs ? "' is damaged" : "' has changed since the run began") +
            format(": its plane %s=%lld is not what was ", program.axes[program.rank - 1],
                   static_cast<long long>(plane)) +
            (isOurs ? "written; the run cannot go on from it: remove the folder and start again"
                    : "read; resume with the same file, or start again in another folder"));
      }
    return {};
  }
  /// Reads a file that nobody else will read. All of host memory is free between passes.
  Status verifyFile(int field, int age) {
    TierFiles::Source &source = files.source(field, age);
    const std::unique_ptr<PlaneSums> sums = sumsFor(field, source.offset);
    DirectFile file;
    Status status = sums && source.sums ? file.openToRead(source.path) : Status();
    if (!status || !file.isOpen())
      return status;
    const std::uint64_t room = choice.memory.allocated(choice.shape) / domain.planeBytes(field);
    const auto most = static_cast<std::int64_t>(std::min<std::uint64_t>(1 << 20, room));
    for (std::int64_t z = 0; status && z < domain.planes(); z += most) {
      const std::int64_t end = std::min<std::int64_t>(z + most, domain.planes());
      status = readPlanes(file, files.layout(field, source.offset), z, end, host, carriers[0],
                          sums.get());
      if (status)
        status = compare(*sums, *source.sums, source.path, source.isOurs, z, end);
    }
    source.mustVerify = !status.ok();
    return status;
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
      if (source.sums)
        source.sums->clear(z, z + to.count);
      Status status = readPlanes(*source.file, layout, z, z + to.count, to.data, carriers[0],
                                 source.sums.get());
      if (status && source.sums && source.wanted)
        status = compare(*source.sums, *source.wanted, source.file->path(),
                         files.find(source.field, source.age).isOurs, z, z + to.count);
      if (!status)
        return status;
      source.planesRead += to.count;
      readSoFar += layout.planeBytes() * std::uint64_t(to.count);
      if (source.isLookedAt && unusual.empty())
        if (const std::int64_t cell =
                firstNotFiniteIn(to.data, files.layout(source.field, 0), to.count,
                                 program.fields[source.field].storage);
            cell >= 0)
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
          isFinite = settlePlanes(from, files.layout(result.field, 0), range.count(),
                                  domain.extents[0], program.fields[result.field].storage) &&
                     isFinite;
        status = result.file->write(from, range.count(), carriers[1]);
        writtenSoFar += files.layout(result.field, 0).planeBytes() * std::uint64_t(range.count());
      }
      hasDone(writtenRounds, number, status);
    }
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
  std::atomic<bool> damaged = false;
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

} // namespace stencilc::inline STENCILC_SPACE
