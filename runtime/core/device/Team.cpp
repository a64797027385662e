/// \file Implementation of the thread pool, in which worker threads wait for a counter to change.
#include "runtime/core/device/Team.h"
#include <atomic>
#include <climits>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <sched.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Number of reads of a counter, about 10 microseconds in total, before a waiting thread sleeps.
constexpr int kLooks = 2000;

/// Waits until the value of `value` differs from `old`.
template <class T> void awaitChange(const std::atomic<T> &value, T old) {
  for (int look = 0; look < kLooks; ++look) {
    if (value.load(std::memory_order_acquire) != old)
      return;
    __builtin_ia32_pause();
  }
  while (value.load(std::memory_order_acquire) == old)
    value.wait(old, std::memory_order_acquire);
}

/// Loop over the indices 0 to `count` - 1, which is divided into `parts` contiguous ranges of
/// nearly equal size.
struct Loop {
  std::int64_t count = 0, parts = 0;
  LoopPart part = nullptr;
  const void *body = nullptr;

  void doPart(std::int64_t number) const {
    part(body, count * number / parts, count * (number + 1) / parts);
  }
};

thread_local bool isInside = false; // in a part of a loop

/// Pool of worker threads that divide the iterations of a loop into parts. Worker number `p`
/// executes part `p` of each loop. If a worker has not begun its part, for example because other
/// processes use its core, the calling thread executes the part.
class Team {
public:
  /// Starts `size` - 1 worker threads, or fewer if the system refuses more. The calling thread is
  /// the remaining one.
  explicit Team(int size) : takenIn(static_cast<std::size_t>(size)) {
    for (int number = 1; number < size; ++number) {
      try {
        workers.emplace_back([this, number] { work(static_cast<std::uint64_t>(number)); });
      } catch (const std::system_error &) {
        return;
      }
    }
  }
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;
  ~Team() {
    begin(kEnd);
    for (std::thread &worker : workers)
      worker.join();
  }

  int size() const { return static_cast<int>(workers.size()) + 1; }
  void run(const Loop &wanted) {
    loop = wanted;
    const auto parts = static_cast<std::uint64_t>(wanted.parts);
    left.store(parts - 1, std::memory_order_relaxed);
    begin(parts);
    isInside = true;
    wanted.doPart(0);
    for (std::uint64_t number = 1; number < parts; ++number)
      if (take(number, turns))
        finishPart(number);
    isInside = false;
    for (std::uint64_t now = left.load(std::memory_order_acquire); now > 0;
         now = left.load(std::memory_order_acquire))
      awaitChange(left, now);
  }

private:
  static constexpr int kPartBits = 16; // the other bits count loops for years
  /// Value that tells the workers to end. It is stored instead of the number of parts of a loop.
  static constexpr std::uint64_t kEnd = (std::uint64_t{1} << kPartBits) - 1;

  void begin(std::uint64_t parts) {
    turn.store(++turns << kPartBits | parts, std::memory_order_release);
    turn.notify_all();
  }

  /// Reserves part `number` of loop number `ofTurn` for the calling thread, and returns true if it
  /// may execute the part. Returns false if another thread has taken the part, or if a later loop
  /// has begun. All parts of a loop are taken before the next loop begins, so a worker that comes
  /// too late gets none.
  bool take(std::uint64_t number, std::uint64_t ofTurn) {
    std::uint64_t last = takenIn[number].load(std::memory_order_relaxed);
    return last < ofTurn &&
           takenIn[number].compare_exchange_strong(last, ofTurn, std::memory_order_acq_rel);
  }

  /// Executes part `number` (from 0) of the iterations of the current loop, after the calling
  /// thread has taken that part. If this was the last part, wakes the thread that waits for the
  /// loop. The member `loop` does not change before all parts have ended.
  void finishPart(std::uint64_t number) {
    loop.doPart(static_cast<std::int64_t>(number));
    if (left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      left.notify_one();
  }

  void work(std::uint64_t number) {
    isInside = true;
    for (std::uint64_t seen = 0;;) {
      awaitChange(turn, seen);
      seen = turn.load(std::memory_order_acquire);
      const std::uint64_t parts = seen & kEnd;
      if (parts == kEnd)
        return;
      if (number < parts && take(number, seen >> kPartBits))
        finishPart(number);
    }
  }

  Loop loop;
  std::uint64_t turns = 0;            // number of loops begun
  std::atomic<std::uint64_t> turn{0}; // number of the loop, and of its parts
  std::atomic<std::uint64_t> left{0}; // unfinished parts, except the caller's
  /// Number of the last loop of which a thread has taken part `i` (a range of iterations), for each
  /// `i`. Only the thread that takes a part executes it.
  std::vector<std::atomic<std::uint64_t>> takenIn;
  std::vector<std::thread> workers;
};

/// Returns the number of processors that this process may use.
int processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return CPU_COUNT(&set);
  const unsigned threads = std::thread::hardware_concurrency();
  return threads ? static_cast<int>(threads) : 1;
}

int usualThreads() {
  const char *const given = std::getenv("OMP_NUM_THREADS");
  const long wanted = given ? std::strtol(given, nullptr, 10) : 0;
  constexpr long kMost = 4096;
  return wanted > 0 && wanted <= kMost ? static_cast<int>(wanted) : processors();
}

/// Thread pool of the process. It is never destroyed, because workers may be asleep when the
/// process ends.
struct TheTeam {
  std::mutex mutex; // held while a loop runs
  std::unique_ptr<Team> team;
  pid_t process = 0;
  /// `wanted` is the number of threads that the user has set, or 0 if the user has set none.
  /// `usual` is the default number of threads.
  std::atomic<int> wanted{0}, usual{usualThreads()};

  int threads() const {
    const int given = wanted.load(std::memory_order_relaxed);
    return given > 0 ? given : usual.load(std::memory_order_relaxed);
  }
  /// Returns the pool with the current number of threads. Precondition: the caller holds the mutex.
  Team &get() {
    const int size = threads();
    // After a fork there are no workers, and the handles may belong to other threads. They are
    // abandoned, neither joined nor detached.
    if (team && process != getpid())
      team.release(); // NOLINT
    if (!team || asked != size) {
      team = std::make_unique<Team>(size);
      asked = size;
      process = getpid();
    }
    return *team;
  }
  int asked = 0;
};

TheTeam &theTeam() {
  static auto *const team = new TheTeam;
  return *team;
}

} // namespace

int worthwhileThreads(std::int64_t cells) {
  constexpr std::int64_t kCells = 16384; // cells per thread
  const std::int64_t most = cells / kCells;
  return most < 1 ? 1 : most > INT_MAX ? 0 : static_cast<int>(most);
}

int hostThreads() { return theTeam().threads(); }

void setHostThreads(int count) {
  theTeam().wanted = count;
  lookForHostThreads();
}

void lookForHostThreads() {
  TheTeam &all = theTeam();
  if (all.wanted == 0)
    all.usual = usualThreads();
}

void shareLoop(std::int64_t count, int most, LoopPart part, const void *body) {
  if (count <= 0)
    return;
  TheTeam &all = theTeam();
  std::unique_lock<std::mutex> lock(all.mutex, std::defer_lock);
  if (count == 1 || most == 1 || isInside || !lock.try_lock())
    return part(body, 0, count);
  Team &team = all.get();
  std::int64_t parts = team.size();
  if (most > 0 && parts > most)
    parts = most;
  if (parts > count)
    parts = count;
  if (parts == 1)
    return part(body, 0, count);
  team.run({count, parts, part, body});
}

} // namespace stencilc::inline STENCILC_SPACE
