/// \file Reads and writes the planes of a domain in files, a window (range of planes) in host
/// memory at a time.
#include "runtime/engines/stream/store/FileTier.h"
#include "runtime/core/fields/InitialValues.h"
#include "runtime/engines/stream/store/DirectFile.h"
#include "runtime/engines/stream/store/PlaneFile.h"
#include "runtime/engines/stream/store/SettledPlanes.h"
#include "runtime/engines/stream/store/TierFiles.h"
#include <cstring>
#include <fcntl.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Returns the coordinates of a cell, such as "x=1, y=2, z=3". `cell` is its index in the whole
/// domain.
std::string coordinates(const OutOfCoreDomain &domain, std::int64_t cell) {
  std::string text;
  for (int axis = 0; axis < domain.program->rank; ++axis) {
    text += format("%s%s=%lld", axis ? ", " : "", domain.program->axes[axis],
                   static_cast<long long>(cell % domain.extents[axis]));
    cell /= domain.extents[axis];
  }
  return text;
}

} // namespace

bool FileTier::isSettled(int field, int age, bool &all) const {
  all = isFinite;
  return isLast || isFileSettled(files.find(field, age).path, files.find(field, age).offset,
                                 program.fields[field].storage, all);
}

Status FileTier::open(unsigned char *memory) {
  places.host = memory;
  for (PieceCarrier &carrier : carriers)
    if (Status status = carrier.open(choice.piece); !status)
      return status;
  return {};
}

Status FileTier::reset(const double *values) {
  parameters.assign(values, values + program.parameterCount);
  isLast = false;
  return files.reset(values);
}

Status FileTier::fillFiles(int only) {
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < program.fields[field].levels; ++age)
      if ((only < 0 || only == field) && files.source(field, age).path.empty())
        if (Status status = fillFile(field, age); !status)
          return status;
  return {};
}

Status FileTier::begin(const TierShape &next, std::int64_t stepAfter, bool isLastOne) {
  shape = next;
  step = stepAfter;
  isLast = isLastOne;
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
      if (!program.fields[field].updated || shape.leavesNothing())
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

Status FileTier::awaitRead(int number) {
  round = number;
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return ends || readRounds > number; });
  return failed;
}

void FileTier::computed(int number) {
  const std::lock_guard<std::mutex> lock(mutex);
  computedRounds = number + 1;
  changed.notify_all();
}

Status FileTier::finish() {
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
  return shape.leavesNothing() ? Status() : files.advance(step);
}

Status FileTier::stopThreads(const Status &reason) {
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

Status FileTier::fillFile(int field, int age) {
  const InitialValues initial(program, parameters.data(), hostDevice(), false);
  const std::string path = files.nameAt(field, age, 0);
  PlaneWriter file;
  Status status = file.open(path + TierFiles::kIncomplete, files.header(field),
                            files.layout(field, kDirectUnit), domain.planes());
  // Between traversals, all of the host memory is free.
  const std::uint64_t bytes = choice.memory.allocated(choice.shape);
  const auto most = static_cast<int>(std::min<std::uint64_t>(
      1 << 20, std::max<std::uint64_t>(1, bytes / domain.planeBytes(field))));
  for (int z = 0; status && z < domain.planes(); z += most) {
    const int count = std::min(most, domain.planes() - z);
    initial.fillPlanes(field, domain.fields[field], places.host, z, count, age);
    status = file.write(places.host, count, carriers[1]);
  }
  if (status)
    status = file.finish(carriers[1]);
  return status ? files.settle(field, age, 0, file.planeSums()) : status;
}

std::unique_ptr<PlaneSums> FileTier::sumsFor(int field, std::uint64_t offset) const {
  return PlaneSums::canSum(files.layout(field, offset))
             ? std::make_unique<PlaneSums>(domain.planes())
             : nullptr;
}

Status FileTier::compare(const PlaneSums &read, const PlaneSumList &wanted, const std::string &path,
                         bool isOurs, std::int64_t begin, std::int64_t end) {
  for (std::int64_t plane = begin; plane < end; ++plane)
    if (read[plane] != wanted[static_cast<std::size_t>(plane)]) {
      damaged = true;
      return Status::invalid(
          "'" + path + (isOurs ? "' is damaged" : "' has changed since the run began") +
          format(": its plane %s=%lld differs from what was ", program.axes[program.rank - 1],
                 static_cast<long long>(plane)) +
          (isOurs ? "written; the run cannot be continued: remove the folder and start again"
                  : "read; resume with the same file, or start again in another folder"));
    }
  return {};
}

Status FileTier::verifyFile(int field, int age) {
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
    status = readPlanes(file, files.layout(field, source.offset), z, end, places.host, carriers[0],
                        sums.get());
    if (status)
      status = compare(*sums, *source.sums, source.path, source.isOurs, z, end);
  }
  source.mustVerify = !status.ok();
  return status;
}

void FileTier::hasDone(int &rounds, int number, const Status &status) {
  const std::lock_guard<std::mutex> lock(mutex);
  rounds = number + 1;
  if (!status) {
    failed = failed.ok() ? status : failed;
    ends = true;
  }
  changed.notify_all();
}

void FileTier::readAll() {
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

Status FileTier::readSome(Source &source, int number) {
  const TraversalShape::Range range = shape.read(number);
  const bool isUpdated = domain.uses[source.field].isUpdated;
  const PlaneLayout layout = files.layout(source.field, source.offset);
  for (int z = range.begin; z < range.end;) {
    HomePlanes::Place to = isUpdated
                               ? HomePlanes::Place{places.window(number, source.field, source.age),
                                                   false, range.count()}
                               : places.constant(source.field, z, range.end - z);
    if (source.sums)
      source.sums->clear(z, z + to.count);
    Status status =
        readPlanes(*source.file, layout, z, z + to.count, to.data, carriers[0], source.sums.get());
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
        unusual = "'" + source.file->path() + "' holds NaN or infinity at cell " +
                  coordinates(domain, cell + z * static_cast<std::int64_t>(domain.planeCells()));
    z += to.count;
  }
  return {};
}

void FileTier::writeAll() {
  for (int number = 0; number < shape.rounds(); ++number) {
    if (!awaitTurn([&] { return computedRounds > number; }))
      return;
    const TraversalShape::Range range = shape.written(number);
    const int at = range.begin - (number * shape.window - shape.trail());
    Status status;
    for (Result &result : results) {
      if (!status || range.count() == 0)
        break;
      unsigned char *const from = places.window(number, result.field, result.age) +
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

StoredPlanes FileTier::planesAt(const TraversalTask &task, const TraversalShape &part, int field,
                                int index, int z) const {
  const bool in = task.act == TraversalAct::CopyIn;
  const std::uint64_t plane = domain.planeBytes(field);
  StoredPlanes planes = {.pitch = plane, .count = task.end - z, .pinned = places.host};
  if (!domain.uses[static_cast<std::size_t>(field)].isUpdated) {
    const HomePlanes::Place place = places.constant(field, z, planes.count);
    planes.data = place.data;
    planes.count = place.count;
  } else if (task.isState) {
    planes.data = places.state(part.traversalNumber, field, index) +
                  plane * std::uint64_t(TierShape::placeInState(part, z, in));
  } else {
    const int at = in ? TierShape::placeIn(part, z) : TierShape::placeOut(part, z);
    planes.data = places.window(round, field, index) + plane * std::uint64_t(at);
  }
  return planes;
}

Status FileTier::cells(int field, int level, std::int64_t first, std::int64_t count,
                       unsigned char *cells, bool in) {
  if (Status status = fillFiles(field); !status)
    return status;
  const TierFiles::Source source = files.find(field, -level);
  if (in && !source.isOurs)
    return Status::invalid("'" + source.path + "' holds the field and is read-only");
  if (in)
    files.changed(field, -level);
  const int file = ::open(source.path.c_str(), (in ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  const std::uint64_t size = domain.fields[field].layout.cellBytes;
  std::uint64_t at = source.offset + static_cast<std::uint64_t>(first) * size;
  std::uint64_t left = static_cast<std::uint64_t>(count) * size;
  bool good = file >= 0;
  while (good && left > 0) {
    const ssize_t now = in ? pwrite(file, cells, left, static_cast<off_t>(at))
                           : pread(file, cells, left, static_cast<off_t>(at));
    if (now < 0 && errno == EINTR)
      continue;
    good = now > 0;
    if (!good)
      break;
    cells += now;
    at += static_cast<std::uint64_t>(now);
    left -= static_cast<std::uint64_t>(now);
  }
  const int code = errno;
  if (file >= 0)
    ::close(file);
  return good ? Status()
              : Status::invalid("'" + source.path + "' cannot be " + (in ? "written" : "read") +
                                ": " + std::strerror(code));
}

} // namespace stencilc::inline STENCILC_SPACE
