/// \file Background thread and buffers that write snapshots during a run.
#include "runtime/parts/save/SaveThread.h"
#include "runtime/core/device/HostMemory.h"
#include <algorithm>
#include <csignal>
#include <pthread.h>

namespace stencilc::inline STENCILC_SPACE {

SnapshotBuffer::~SnapshotBuffer() {
  (void)await();
  device.releaseHost(memory, bytes);
}

Status SnapshotBuffer::allocate(std::uint64_t count) {
  Status status = device.allocateHost(count, memory);
  bytes = status ? count : 0;
  if (status && device.isGpu())
    status = device.makeLane(/*isApart=*/true, lane);
  return status;
}

Status SnapshotBuffer::copyBeside(const unsigned char *from, std::uint64_t count) {
  const std::lock_guard lock(mutex);
  Status status = lane->copy({memory, count, count}, {from, count, count}, {count});
  lane->finish();
  ++copies;
  isUnderWay = true;
  return status;
}

Status SnapshotBuffer::await() {
  const std::lock_guard lock(mutex);
  if (!isUnderWay)
    return {};
  isUnderWay = false;
  return lane->await(copies - 1);
}

SaveThread::~SaveThread() {
  {
    const std::lock_guard lock(mutex);
    isEnding = true;
    changed.notify_all();
  }
  if (thread.joinable())
    thread.join();
}

Status checkHostMemory(std::uint64_t bytes, std::uint64_t &have) {
  if (Status status = host::freeMemory(have); !status)
    return status;
  if (have < bytes)
    return Status::outOfMemory("a snapshot needs " + formatBytes(double(bytes)) +
                               " of host memory, have " + formatBytes(double(have)) +
                               " free; save a window, or every second cell (by 2)");
  return {};
}

Status SaveThread::start(std::uint64_t bytes, std::int64_t snapshots) {
  constexpr std::uint64_t kMost = std::uint64_t{8} << 30, kFew = 8, kLeast = 2;
  std::uint64_t have = 0;
  if (Status status = checkHostMemory(bytes, have); !status)
    return status;
  const std::uint64_t room = std::min(kMost, have / 4) / std::max<std::uint64_t>(bytes, 1);
  std::uint64_t count = std::clamp(room, have / 2 < kLeast * bytes ? 1 : kLeast, kFew);
  count = std::min(count, static_cast<std::uint64_t>(std::max<std::int64_t>(snapshots, 1)));
  for (std::uint64_t i = 0; i < count; ++i) {
    buffers.push_back(std::make_unique<SnapshotBuffer>(device));
    if (Status status = buffers.back()->allocate(std::max<std::uint64_t>(bytes, 1)); !status)
      return status;
    spare.push_back(buffers.back().get());
  }
  allBytes = count * bytes;
  // Blocks all signals in the new thread: only the thread that runs the steps handles them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread = std::thread([this] { work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return {};
}

Status SaveThread::take(SnapshotBuffer *&buffer) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return !spare.empty() || !error.empty(); });
  if (!error.empty())
    return failure();
  buffer = spare.back();
  spare.pop_back();
  return {};
}

void SaveThread::write(SnapshotBuffer *buffer, std::size_t file, std::int64_t step) {
  const std::lock_guard lock(mutex);
  jobs.push_back({buffer, file, step});
  changed.notify_all();
}

void SaveThread::giveBack(SnapshotBuffer *buffer) {
  const std::lock_guard lock(mutex);
  spare.push_back(buffer);
  changed.notify_all();
}

Status SaveThread::drain() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return jobs.empty(); });
  return failure();
}

void SaveThread::work() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return !jobs.empty() || isEnding; });
    if (jobs.empty())
      return;
    const Job job = jobs.front();
    const bool isWritten = error.empty();
    lock.unlock();
    Status status = job.buffer->await();
    if (status && isWritten && !files[job.file]->append(job.step, job.buffer->data()))
      status = Status::invalid(files[job.file]->error());
    lock.lock();
    if (!status && error.empty()) {
      error = status.message();
      kind = status.code();
    }
    jobs.pop_front();
    spare.push_back(job.buffer);
    changed.notify_all();
  }
}

} // namespace stencilc::inline STENCILC_SPACE
