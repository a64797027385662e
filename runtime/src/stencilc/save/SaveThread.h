/// \file The thread that writes snapshots while steps go on, and the buffers that it takes them
/// from.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/save/SeriesFile.h"
#include "stencilc/stream/Lane.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Host memory for one snapshot, pinned where there is a GPU, on its way there or to a file.
class SnapshotBuffer {
public:
  explicit SnapshotBuffer(Device &device) : device(device) {}
  SnapshotBuffer(const SnapshotBuffer &) = delete;
  SnapshotBuffer &operator=(const SnapshotBuffer &) = delete;
  ~SnapshotBuffer();

  Status allocate(std::uint64_t bytes);
  unsigned char *data() const { return memory; }
  /// Copies from memory of a GPU beside its steps; await() waits for it, in any thread.
  Status copyBeside(const unsigned char *from, std::uint64_t count);
  Status await();

private:
  Device &device;
  unsigned char *memory = nullptr;
  std::uint64_t bytes = 0;
  std::mutex mutex;           // the lane serves one thread at a time
  std::unique_ptr<Lane> lane; // of a GPU
  std::int64_t copies = 0;
  bool isUnderWay = false;
};

/// Writes snapshots to files in the order in which they are handed over. The first failure is kept,
/// and nothing is written after it.
class SaveThread {
public:
  SaveThread(Device &device, std::vector<std::unique_ptr<SeriesFile>> &files)
      : device(device), files(files) {}
  SaveThread(const SaveThread &) = delete;
  SaveThread &operator=(const SaveThread &) = delete;
  ~SaveThread();

  /// As many buffers of so many bytes as make sense and fit, for no more than `snapshots` of them.
  Status start(std::uint64_t bytes, std::int64_t snapshots);
  std::uint64_t bufferBytes() const { return allBytes; }
  /// A buffer that is free; waits for one.
  Status take(SnapshotBuffer *&buffer);
  /// Writes it to file number `file` as the state after step number `step`.
  void write(SnapshotBuffer *buffer, std::size_t file, std::int64_t step);
  /// Gives a buffer back that is not written.
  void giveBack(SnapshotBuffer *buffer);
  /// Waits until all that was handed over is written.
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
  std::deque<Job> jobs; // the first is under way
  bool isEnding = false;
  std::string error;
  StatusCode kind = StatusCode::Ok;
  std::thread thread;
};

} // namespace stencilc::inline STENCILC_SPACE
