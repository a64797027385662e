/// \file Interface of transports, which copy planes between the parts (slabs of devices) of a
/// domain, and the transport within one process.
#pragma once

#include "runtime/engines/slabs/run/SlabPart.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// The parts of a domain (slabs of devices) that this process computes. Their numbers are
/// consecutive.
class SlabParts {
public:
  /// Removes all parts. The first part that is added later gets number `number`.
  void restart(int number) {
    parts.clear();
    first = number;
  }
  SlabPart &add(const ProgramDescription &program, Device &device) {
    return parts.emplace_back(program, device, first + count());
  }
  int count() const { return static_cast<int>(parts.size()); }
  /// Returns part `number` of the domain, the slab of one device, or null if another process has
  /// it.
  SlabPart *find(int number) {
    return number >= first && number < first + count() ? &parts[indexOf(number)] : nullptr;
  }
  /// Returns the index that part number `number` of the domain has in the list of this process's
  /// parts.
  std::size_t indexOf(int number) const { return static_cast<std::size_t>(number - first); }
  SlabPart &operator[](std::size_t index) { return parts[index]; }
  auto begin() { return parts.begin(); }
  auto end() { return parts.end(); }
  auto begin() const { return parts.begin(); }
  auto end() const { return parts.end(); }

private:
  std::deque<SlabPart> parts; // SlabPart cannot be moved
  int first = 0;
};

/// Transport of planes between the parts (slabs of devices) of a domain. A group is the launches up
/// to an exchange of planes, and this exchange. The caller enqueues a group in four phases: the
/// tasks that receive no planes from other processes, post(), the tasks that receive planes, end().
class SlabTransport {
public:
  SlabTransport() = default;
  SlabTransport(const SlabTransport &) = delete;
  SlabTransport &operator=(const SlabTransport &) = delete;
  virtual ~SlabTransport() = default;

  /// Returns the queue with index `queue` of part number `part`. For a part of another process,
  /// returns this process's queue for planes that arrive from that queue. Returns null if no planes
  /// arrive from it.
  virtual Lane *lane(int part, int queue) = 0;
  /// Returns true if a task copies planes of another process to a part of this one.
  virtual bool arrives(const SlabTask &task) const = 0;
  /// Enqueues this process's side of a copy between parts (slabs of devices): it sends the planes,
  /// receives them, or both. Receiving may wait for the sender. After end() has returned, all
  /// operations of the copy are in the queue of `task`, but they need not have been executed.
  virtual Status move(const SlabTask &task) = 0;
  /// Sends the planes that leave this process in the current group (launches and the exchange after
  /// them). A transport that sends planes in end() does nothing here. move() must have been called
  /// for each task that sends planes.
  virtual Status post() = 0;
  /// Ends a group of tasks (launches and their exchange of planes) after all of them have been
  /// enqueued. If `failed`, no planes are moved.
  virtual Status end(bool failed) = 0;
  /// Returns how many groups of launches, each with its exchange, the host may enqueue ahead of the
  /// devices.
  virtual int groupsAhead() const { return 64; }
  /// Waits until the planes of exchange number `group` (from 0) have arrived from other processes.
  /// Returns an error if a process fails. After success, the tasks of this process that use these
  /// planes wait for no other process.
  virtual Status await(std::int64_t group) = 0;
  /// Waits for the tasks in queues that the transport itself has created, for example to receive
  /// planes. Other queues belong to devices. Returns the first error of these tasks, or success.
  virtual Status settle() = 0;
  /// Returns the seconds that the host has waited for planes of other processes. Returns 0 if only
  /// queues of devices wait.
  virtual double secondsWaited() const = 0;
};

/// Transport for parts that are all in this process. Planes are copied directly between the
/// memories of devices.
class PeerTransport final : public SlabTransport {
public:
  explicit PeerTransport(SlabParts &parts) : parts(parts) {}
  Lane *lane(int part, int queue) override { return &parts.find(part)->lane(queue); }
  bool arrives(const SlabTask &) const override { return false; }
  Status move(const SlabTask &task) override {
    const SlabPart &from = *parts.find(task.part);
    Status status = from.send(task, *parts.find(task.to));
    from.lane(task.queue).finish();
    return status;
  }
  Status post() override { return {}; }
  Status end(bool) override { return {}; }
  Status await(std::int64_t) override { return {}; }
  Status settle() override { return {}; }
  double secondsWaited() const override { return 0; }

private:
  SlabParts &parts;
};

} // namespace stencilc::inline STENCILC_SPACE
