/// \file Takes snapshots during a run and completes their files at its end.
#include "runtime/parts/save/Saves.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/parts/ranks/Ranks.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Saves::~Saves() {
  thread.reset(); // writes all queued snapshots
  device.release(staging);
}

Status Saves::start(SavePlan wanted, const SaveStart &from, std::vector<std::string> &notes) {
  plan = std::move(wanted);
  plan.run.isAnothers = isAnothers;
  told.clear();
  files.clear();
  hasBegun = from.before + from.done > 0;
  waited = atEnd = 0;
  if (plan.files.empty())
    return {};
  std::uint64_t largest = 0;
  std::int64_t snapshots = 0;
  for (SavedFile &file : plan.files) {
    file.times = from.steps > 0 ? from.steps / file.every + 1 : 1;
    snapshots += from.steps > 0 ? file.times : std::numeric_limits<int>::max();
    largest = std::max(largest, file.snapshotBytes());
  }
  Status status = openFiles(from, notes);
  if (!status) {
    plan.files.clear();
    return status;
  }
  thread = std::make_unique<SaveThread>(device, files);
  status = thread->start(largest, snapshots);
  // If the device has no memory left, `staging` stays null and steps wait for the copy to the host.
  void *memory = nullptr;
  if (status && device.isGpu() && !staging && device.allocate(largest, memory))
    staging = static_cast<unsigned char *>(memory);
  return status;
}

/// Returns how many threads convert and compress chunks for a file.
static int writingThreads() {
  constexpr int kMost = 16; // more threads do not write faster
  return std::clamp(hostThreads() / 2, 1, kMost);
}

/// Returns true if another process writes the files of `instance`.
static bool writesAnother(const Instance &instance) {
  const Ranks *const ranks = instance.itsEngine().ranks();
  return ranks && !ranks->isFirst();
}

Status Saves::openFiles(const SaveStart &from, std::vector<std::string> &notes) {
  const int helpers = writingThreads();
  for (const SavedFile &file : plan.files) {
    files.push_back(makeSeriesFile(plan.run, file, helpers));
    told.push_back({file.path});
    SeriesFile &series = *files.back();
    std::vector<std::int64_t> expected; // steps that earlier parts of the run saved
    const std::int64_t last = from.before + from.done;
    std::int64_t step = from.before, toNext = step == 0 ? 0 : file.every - step % file.every;
    for (; from.done > 0 && toNext <= last - step; toNext = file.every)
      expected.push_back(step += toNext);
    std::string note;
    if (!(from.done > 0 ? series.goOn(expected, note) : series.open()))
      return Status::invalid(series.error());
    if (!note.empty())
      notes.push_back(note);
  }
  return {};
}

Saves &Saves::of(Instance &instance) {
  if (Saves *const there = find(instance))
    return *there;
  auto made = std::make_unique<Saves>(instance.itsDevice());
  made->isAnothers = writesAnother(instance);
  Saves &saves = *made;
  instance.parts().add(std::move(made));
  return saves;
}

Status Saves::begin(const RunPoint &point, std::int64_t) {
  if (!promised.files.empty()) {
    std::vector<std::string> notes;
    SavePlan wanted = std::move(promised);
    promised.files.clear();
    if (Status status = start(std::move(wanted), promisedFrom, notes); !status)
      return status;
  }
  if (hasBegun || plan.files.empty())
    return {};
  hasBegun = true;
  return point.step == 0 ? happen(point) : Status();
}

Status Saves::happen(const RunPoint &point) {
  const std::int64_t number = point.step;
  const auto isDue = [&](const SavedFile &file) { return file.isDue(number); };
  if (std::none_of(plan.files.begin(), plan.files.end(), isDue))
    return {};
  if (Status status = point.engine.synchronize(point.stream); !status)
    return status;
  const double start = secondsNow();
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const SavedFile &file = plan.files[i];
    if (!file.isDue(number))
      continue;
    SnapshotBuffer *buffer = nullptr;
    Status status = thread->take(buffer);
    if (!status)
      return status;
    status = copy(point.engine, file, *buffer, point.stream);
    if (!status) {
      thread->giveBack(buffer);
      return status;
    }
    thread->write(buffer, i, number);
    ++told[i].times;
    told[i].last = number;
    told[i].bytes += double(file.bytes());
  }
  waited += secondsNow() - start;
  return {};
}

Status copySnapshot(Engine &engine, const SavedFile &file, unsigned char *snapshot, Stream last) {
  for (const SavedArray &array : file.arrays) {
    const CellRows rows = {{array.first[0], array.first[1], array.first[2]},
                           array.span(),
                           {array.count[1], array.count[2]},
                           {array.by[1], array.by[2]},
                           sizeOf(array.from)};
    if (Status status = engine.rows(array.field, 0, rows, snapshot, last); !status)
      return status;
    snapshot += array.snapshotBytes();
  }
  return {};
}

Status Saves::copy(Engine &engine, const SavedFile &file, SnapshotBuffer &buffer, Stream last) {
  const bool isStaged = staging && engine.restsOnDevice() && !engine.divided();
  Status status = isStaged && fromStaging ? fromStaging->await() : Status();
  unsigned char *const begin = isStaged ? staging : buffer.data();
  if (status)
    status = copySnapshot(engine, file, begin, last);
  if (!status || !isStaged)
    return status;
  fromStaging = &buffer;
  return buffer.copyBeside(staging, file.snapshotBytes());
}

Status Saves::eachFile(bool (SeriesFile::*act)()) {
  for (const std::unique_ptr<SeriesFile> &file : files)
    if (!(file.get()->*act)())
      return Status::invalid(file->error());
  return {};
}

Status Saves::drain() {
  Status status = thread ? thread->drain() : Status();
  return status ? eachFile(&SeriesFile::sync) : status;
}

Status Saves::finish() {
  const double start = secondsNow();
  Status status = thread ? thread->drain() : Status();
  if (status)
    status = eachFile(&SeriesFile::finish);
  atEnd += secondsNow() - start;
  return status;
}

Status Saves::commit() {
  Status status = eachFile(&SeriesFile::commit);
  fromStaging = nullptr;
  thread.reset();
  files.clear();
  plan.files.clear();
  return status;
}

Status Saves::end() {
  asked.clear();
  promised.files.clear();
  if (!areWanted())
    return {};
  Status status = finish();
  return status ? commit() : status;
}

Status writeSnapshot(SavePlan plan, Instance &instance) {
  plan.run.isAnothers = writesAnother(instance);
  const SavedFile &file = plan.files.front();
  const Stream last = instance.point().stream;
  if (const int code = instance.synchronize())
    return statusOf(instance, code);
  std::uint64_t have = 0;
  if (Status status = checkHostMemory(file.snapshotBytes(), have); !status)
    return status;
  SnapshotBuffer buffer(instance.itsDevice());
  Status status = buffer.allocate(std::max<std::uint64_t>(file.snapshotBytes(), 1));
  if (status)
    status = copySnapshot(instance.itsEngine(), file, buffer.data(), last);
  if (!status)
    return status;
  const std::unique_ptr<SeriesFile> series = makeSeriesFile(plan.run, file, writingThreads());
  return series->open() && series->append(instance.stepNumber(), buffer.data()) &&
                 series->finish() && series->commit()
             ? Status()
             : Status::invalid(series->error());
}

} // namespace stencilc::inline STENCILC_SPACE
