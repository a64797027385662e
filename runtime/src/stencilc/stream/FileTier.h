/// \file The domain in files while it is traversed: windows in host memory, the thread that reads
/// them and the one that writes them.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/DirectFile.h"
#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/PlaneFile.h"
#include "stencilc/stream/PlaneStore.h"
#include "stencilc/stream/PlaneSums.h"
#include "stencilc/stream/TierFiles.h"
#include "stencilc/stream/TierPlaces.h"
#include "stencilc/stream/TierPlanner.h"
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
  /// Whether a file was found that is not what was written.
  bool isDamaged() const { return damaged; }
  Status verify(int field, int age) override {
    return files.source(field, age).mustVerify ? verifyFile(field, age) : Status();
  }
  double bytesRead() const override { return double(readSoFar); }
  double bytesWritten() const override { return double(writtenSoFar); }

  /// `memory` is choice.memory.allocated() bytes.
  Status open(unsigned char *memory);

  /// Starts again, from initial values or where an interrupted run was.
  Status reset(const double *values);

  /// Writes the files of fields whose initial values are not in one yet: of field `only`, or all.
  Status fillFiles(int only);

  /// Copies cells between traversals; those in files follow each other as they do in memory.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in);

  /// Opens the files of a traversal; from then on windows are read.
  Status begin(const TierShape &next, std::int64_t stepAfter, bool isLastOne);

  /// Waits until the window of a round is in memory; its tasks may be enqueued then.
  Status awaitRead(int number);
  /// The window of a round has come back from the device.
  void computed(int number);
  /// Waits until everything is on disk; the files are those of the next traversal then.
  Status finish();
  /// Ends the traversal under way; its files stay incomplete. What failed first.
  Status stopThreads(const Status &reason);
  StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &part, int field, int index,
                        int z) const override;

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

  Status fillFile(int field, int age);
  std::unique_ptr<PlaneSums> sumsFor(int field, std::uint64_t offset) const;
  /// Compares planes [begin, end) that were read with what they must be.
  Status compare(const PlaneSums &read, const PlaneSumList &wanted, const std::string &path,
                 bool isOurs, std::int64_t begin, std::int64_t end);
  /// Reads a file that nobody else will read. All of host memory is free between traversals.
  Status verifyFile(int field, int age);

  /// Called by a thread: waits until it may do the next round; false if the traversal ends before.
  template <class May> bool awaitTurn(const May &may) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ends || may(); });
    return !ends;
  }
  /// A thread has done a round, or failed, which ends the traversal.
  void hasDone(int &rounds, int number, const Status &status);
  void readAll();
  Status readSome(Source &source, int number);
  void writeAll();

  const OutOfCoreDomain &domain;
  const ProgramDescription &program;
  TierPlaces places{domain, choice};
  std::vector<double> parameters;
  PieceCarrier carriers[2]; // from files, to files
  TierShape shape;          // of the traversal under way
  int round = 0;            // whose tasks are being enqueued
  std::int64_t step = 0;
  bool isLast = false, isFinite = true;
  std::atomic<bool> damaged = false;
  std::string unusual; // of the reading thread while a traversal runs
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
