/// \file Backing store of an out-of-core domain in files: windows (ranges of planes) in host
/// memory, with one thread that reads and one that writes them.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/stream/plan/TierPlanner.h"
#include "runtime/engines/stream/store/DirectFile.h"
#include "runtime/engines/stream/store/HomePlanes.h"
#include "runtime/engines/stream/store/PlaneFile.h"
#include "runtime/engines/stream/store/PlaneStore.h"
#include "runtime/engines/stream/store/TierFiles.h"
#include "runtime/engines/stream/store/TierPlaces.h"
#include "runtime/files/PlaneSums.h"
#include <condition_variable>

namespace stencilc::inline STENCILC_SPACE {

class FileTier final : public DomainFiles, public PlaneStore {
public:
  explicit FileTier(const OutOfCoreDomain &domain)
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
  bool isSettled(int field, int age, bool &all) const override;
  const std::string &firstNotFinite() const override { return unusual; }
  std::int64_t resumedAt() const override { return files.resumedStep(); }
  const std::string &folder() const override { return files.path(); }
  void discard() override { files.discard(); }
  bool isDamaged() const { return damaged; } // a file did not match its checksums
  Status verify(int field, int age) override {
    return files.source(field, age).mustVerify ? verifyFile(field, age) : Status();
  }
  double bytesRead() const override { return double(readSoFar); }
  double bytesWritten() const override { return double(writtenSoFar); }

  /// Sets the host memory for planes, whose size the plan gives. Allocates file buffers.
  Status open(unsigned char *memory);
  /// Starts a run from initial values, or a resumed run from the step where it was interrupted.
  Status reset(const double *values);
  /// Writes missing files of initial values: of field `only`, or of all fields if `only` < 0.
  Status fillFiles(int only);
  /// Copies `count` cells, from cell index `first` on: from `cells` to the file if `in`, otherwise
  /// to `cells`. Precondition: no thread of this object is reading or writing files.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in);

  /// Opens the files of a traversal (pass of all planes) that ends after step `stepAfter`, and
  /// starts both file threads. If `isLastOne`, all NaN are written with the same bits.
  Status begin(const TierShape &next, std::int64_t stepAfter, bool isLastOne);

  /// Waits until window (range of planes) `number` was read. Returns the first thread failure.
  Status awaitRead(int number);
  /// Lets a thread write window (range of planes) number `number`, which has been computed.
  void computed(int number);
  /// Waits until all new files are on disk and named. The next pass of all planes reads them.
  Status finish();
  /// Ends the threads that use files. Returns their first failure, or `reason` if none failed.
  Status stopThreads(const Status &reason);
  StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &part, int field, int index,
                        int z) const override;

private:
  struct Source {
    int field, age;
    std::unique_ptr<DirectFile> file;
    std::uint64_t offset;
    bool isLookedAt;                 // a user's file: NaN and infinity in it are reported
    std::unique_ptr<PlaneSums> sums; // checksums of the planes read; null: not possible
    std::shared_ptr<const PlaneSumList> wanted; // expected checksums, if they are known
    std::int64_t planesRead;
  };
  struct Result {
    int field, age;
    std::unique_ptr<PlaneWriter> file;
  };

  Status fillFile(int field, int age);
  std::unique_ptr<PlaneSums> sumsFor(int field, std::uint64_t offset) const;
  /// Fails if the checksums `read` of planes [begin, end) of file `path` differ from `wanted`.
  Status compare(const PlaneSums &read, const PlaneSumList &wanted, const std::string &path,
                 bool isOurs, std::int64_t begin, std::int64_t end);
  /// Compares the file of a field at time t-`age` with its stored checksums, and fails if they
  /// differ. Precondition: no thread of this object is reading or writing files.
  Status verifyFile(int field, int age);
  /// Waits in a thread until `may()` is true. Returns false if all threads must end before.
  template <class May> bool awaitTurn(const May &may) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ends || may(); });
    return !ends;
  }
  /// Sets `rounds`, the number of windows (ranges of planes) that a thread has read or written, to
  /// `number` + 1. Wakes the other threads, and ends all if `status` is a failure.
  void hasDone(int &rounds, int number, const Status &status);
  void readAll();
  Status readSome(Source &source, int number);
  void writeAll();

  const OutOfCoreDomain &domain;
  const ProgramDescription &program;
  TierPlaces places{domain, choice};
  std::vector<double> parameters;
  PieceCarrier carriers[2]; // for reading; for writing
  TierShape shape;          // of the current traversal
  int round = 0;            // round whose tasks are being enqueued
  std::int64_t step = 0;
  bool isLast = false, isFinite = true;
  std::atomic<bool> damaged = false;
  std::string unusual; // belongs to the reading thread during a traversal
  std::vector<Source> sources;
  std::vector<Result> results;
  std::thread reader, writer;
  std::mutex mutex;
  std::condition_variable changed;
  // Protected by the mutex, like `ends` and `failed`.
  int readRounds = 0, computedRounds = 0, writtenRounds = 0;
  bool ends = true;
  Status failed;
  std::atomic<std::uint64_t> readSoFar = 0, writtenSoFar = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
