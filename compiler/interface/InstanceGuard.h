/// \file Refuses calls on an instance while another thread is inside a call on it.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace stencilc::interface {

/// The thread that is inside a call on an instance, if there is one.
class InstanceOwner {
public:
  /// Returns true if the last call of this thread with this instance was refused.
  bool hasRefusedThisThread() const;

private:
  friend class InstanceGuard;
  std::atomic<std::thread::id> thread{};
  const std::uint64_t number = nextNumber(); // of the instance: never used again, unlike an address

  static std::uint64_t nextNumber();
};

/// Enters a call on an instance, and leaves it at the end of its scope. It takes no lock and never
/// waits. The thread that is inside may enter again, from a callback of its call.
class InstanceGuard {
public:
  explicit InstanceGuard(InstanceOwner &owner);
  InstanceGuard(const InstanceGuard &) = delete;
  InstanceGuard &operator=(const InstanceGuard &) = delete;
  ~InstanceGuard();

  /// Returns false if another thread is inside a call on the instance. The call must be refused.
  bool mayEnter() const { return isInside; }
  /// Makes the destructor leave the instance alone, because it is freed within this scope.
  void abandon() { isOutermost = false; }

private:
  InstanceOwner &owner;
  bool isOutermost, isInside;
};

} // namespace stencilc::interface
