/// \file The thread that writes snapshots while time steps continue, and its buffers.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/device/Lane.h"
#include "runtime/parts/save/SeriesFile.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Host memory for one snapshot (saved cells of one time step), which is copied from a device and
/// then written to a file. With a GPU it is pinned memory.
class SnapshotBuffer {
public:
  explicit SnapshotBuffer(Device &device) : device(device) {}
  SnapshotBuffer(const SnapshotBuffer &) = delete;
  SnapshotBuffer &operator=(const SnapshotBuffer &) = delete;
  ~SnapshotBuffer();

  Status allocate(std::uint64_t bytes);
  unsigned char *data() const { return memory; }
  /// Starts an asynchronous copy of `count` bytes from GPU memory at `from` into the buffer. Time
  /// steps continue meanwhile. await() waits for the copy, and any thread may call it.
  Status copyBeside(const unsigned char *from, std::uint64_t count);
  Status await();

private:
  Device &device;
  unsigned char *memory = nullptr;
  std::uint64_t bytes = 0;
  std::mutex mutex;           // protects the lane, which one thread at a time may use
  std::unique_ptr<Lane> lane; // GPU copy queue; null without a GPU
  std::int64_t copies = 0;
  bool isUnderWay = false;
};

/// Fails if host memory has less than `bytes` free, the size of a snapshot. Otherwise sets `have`
/// to the bytes that are free.
Status checkHostMemory(std::uint64_t bytes, std::uint64_t &have);

/// Background thread that writes snapshots to files in the order of write() calls. After the first
/// failure it writes nothing more, and take() and drain() return that failure.
class SaveThread {
public:
  SaveThread(Device &device, std::vector<std::unique_ptr<SeriesFile>> &files)
      : device(device), files(files) {}
  SaveThread(const SaveThread &) = delete;
  SaveThread &operator=(const SaveThread &) = delete;
  ~SaveThread();

  /// Starts the thread and allocates buffers of `bytes` bytes each: one for each of `snapshots`
  /// snapshots, but at most 8. More than two must also fit into 8 GiB and into a quarter of the
  /// free host memory. Fails if not even one buffer fits.
  Status start(std::uint64_t bytes, std::int64_t snapshots);
  std::uint64_t bufferBytes() const { return allBytes; }
  /// Waits until a buffer is unused, and sets `buffer` to it. Returns the failure of an earlier
  /// write, if there is one.
  Status take(SnapshotBuffer *&buffer);
  /// Queues the snapshot in `buffer`, the state after time step `step`. The thread will write it to
  /// the file with index `file` among the files of the run.
  void write(SnapshotBuffer *buffer, std::size_t file, std::int64_t step);
  /// Makes a buffer from take() available again without writing its contents.
  void giveBack(SnapshotBuffer *buffer);
  /// Waits until all queued snapshots are written. Returns the first failure.
  Status drain();

private:
  struct Job {
    SnapshotBuffer *buffer;
    std::size_t file;
    std::int64_t step;
  };

  void work();
  Status failure() const { return error.empty() ? Status() : Status::of(kind, error); }

  Device &device;
  std::vector<std::unique_ptr<SeriesFile>> &files;
  std::vector<std::unique_ptr<SnapshotBuffer>> buffers;
  std::uint64_t allBytes = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<SnapshotBuffer *> spare;
  std::deque<Job> jobs; // the thread is working on the first one
  bool isEnding = false;
  std::string error;
  StatusCode kind = StatusCode::Ok;
  std::thread thread;
};

} // namespace stencilc::inline STENCILC_SPACE
