/// \file Team.h: workers that wait for a number to change.
#include "stencilc/Team.h"
#include <atomic>
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

/// Looks for work before a thread sleeps: some 10 microseconds.
constexpr int kLooks = 2000;

/// Waits until `value` is not `old`.
template <class T> void awaitChange(const std::atomic<T> &value, T old) {
  for (int look = 0; look < kLooks; ++look) {
    if (value.load(std::memory_order_acquire) != old)
      return;
    __builtin_ia32_pause();
  }
  while (value.load(std::memory_order_acquire) == old)
    value.wait(old, std::memory_order_acquire);
}

struct Loop {
  std::int64_t count = 0, parts = 0; // 0 parts: the worker ends
  LoopPart part = nullptr;
  const void *body = nullptr;

  void doPart(std::int64_t number) const {
    part(body, count * number / parts, count * (number + 1) / parts);
  }
};

thread_local bool isInside = false; // of a part of a loop

class Team {
public:
  /// Fewer if the system gives no more threads.
  explicit Team(int size) {
    for (int number = 1; number < size; ++number) {
      try {
        workers.emplace_back([this, number] { work(number); });
      } catch (const std::system_error &) {
        return;
      }
    }
  }
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;
  ~Team() {
    start({});
    for (std::thread &worker : workers)
      worker.join();
  }

  int size() const { return static_cast<int>(workers.size()) + 1; }
  void run(const Loop &wanted) {
    start(wanted);
    isInside = true;
    wanted.doPart(0);
    isInside = false;
    for (int left = busy.load(std::memory_order_acquire); left > 0;
         left = busy.load(std::memory_order_acquire))
      awaitChange(busy, left);
  }

private:
  void start(const Loop &wanted) {
    loop = wanted;
    busy.store(static_cast<int>(workers.size()), std::memory_order_relaxed);
    turn.fetch_add(1, std::memory_order_release);
    turn.notify_all();
  }

  void work(int number) {
    isInside = true;
    for (std::uint32_t seen = 0;; ++seen) {
      awaitChange(turn, seen);
      const Loop mine = loop;
      if (mine.parts == 0)
        return;
      if (number < mine.parts)
        mine.doPart(number);
      if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1)
        busy.notify_one();
    }
  }

  Loop loop;
  std::atomic<std::uint32_t> turn{0}; // of loops
  std::atomic<int> busy{0};           // workers that have not ended their part
  std::vector<std::thread> workers;
};

/// The processors that this process may use.
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

/// The team of the process, with what it was asked for. Never destroyed: workers may be asleep when
/// the process ends.
struct TheTeam {
  std::mutex mutex; // held while a loop runs
  std::unique_ptr<Team> team;
  pid_t process = 0;
  std::atomic<int> wanted{0};

  int threads() {
    const int given = wanted;
    return given > 0 ? given : usualThreads();
  }
  /// The caller holds the mutex.
  Team &get() {
    const int size = threads();
    // After a fork the workers are not there, and what the system knew them by may be other
    // threads by now: they are forgotten, neither joined nor detached.
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

int hostThreads() { return theTeam().threads(); }

void setHostThreads(int count) { theTeam().wanted = count; }

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
