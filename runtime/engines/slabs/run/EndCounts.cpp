/// \file Counts the finished blocks at the ends of a slab, and waits for them.
#include "runtime/engines/slabs/run/EndCounts.h"
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

Status EndCounts::allocate() {
  constexpr std::size_t kBytes = 2 * sizeof(UInt32);
  void *memory = nullptr;
  Status status = device.allocate(kBytes, memory);
  done = static_cast<UInt32 *>(memory);
  if (status)
    status = device.fill(memory, 0, kBytes, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

void EndCounts::expect(std::int64_t number, const UInt32 (&more)[2]) {
  const std::lock_guard<std::mutex> lock(mutex);
  newest = number;
  for (int end = 0; end < 2; ++end)
    due[end] += more[end];
  changed.notify_all();
}

void EndCounts::giveUp() {
  const std::lock_guard<std::mutex> lock(mutex);
  hasFailed = true;
  changed.notify_all();
}

void EndCounts::letWait(Lane &lane, const SlabWait &wait) {
  if (!device.isGpu())
    return lane.call([this, wait] { await(wait); });
  for (int end = 0; end < 2; ++end)
    if (wait.ends & (1 << end))
      lane.waitForCount(done + end, due[end]);
}

void EndCounts::await(const SlabWait &wait) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return hasFailed || newest >= wait.number; });
  for (int end = 0; end < 2; ++end)
    while ((wait.ends & (1 << end)) && newest == wait.number && !hasFailed && !isDone(end)) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
}

bool EndCounts::isDone(int end) const {
  const UInt32 count = __atomic_load_n(done + end, __ATOMIC_ACQUIRE);
  return static_cast<std::int32_t>(count - due[end]) >= 0;
}

} // namespace stencilc::inline STENCILC_SPACE
