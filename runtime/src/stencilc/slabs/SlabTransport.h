/// \file How planes get from one part of a domain to another: what the engine asks of it, and parts
/// that are all of this process.
#pragma once

#include "stencilc/slabs/SlabPart.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// The parts of a domain that this process has: some that follow one another.
class SlabParts {
public:
  /// There are none; the next ones are `number` and so on.
  void restart(int number) {
    parts.clear();
    first = number;
  }
  SlabPart &add(const ProgramDescription &program, Device &device) {
    return parts.emplace_back(program, device, first + count());
  }
  int count() const { return static_cast<int>(parts.size()); }
  /// Part `number` of the domain; null where another process has it.
  SlabPart *find(int number) {
    return number >= first && number < first + count() ? &parts[indexOf(number)] : nullptr;
  }
  /// Which of them part `number` of the domain is, from 0 on.
  std::size_t indexOf(int number) const { return static_cast<std::size_t>(number - first); }
  SlabPart &operator[](std::size_t index) { return parts[index]; }
  auto begin() { return parts.begin(); }
  auto end() { return parts.end(); }
  auto begin() const { return parts.begin(); }
  auto end() const { return parts.end(); }

private:
  std::deque<SlabPart> parts; // they cannot be moved
  int first = 0;
};

/// Moves planes between parts. The tasks of a group are put into their queues in two passes: those
/// that do not arrive from elsewhere, in their order; then post(); then those that do; then end().
class SlabTransport {
public:
  SlabTransport() = default;
  SlabTransport(const SlabTransport &) = delete;
  SlabTransport &operator=(const SlabTransport &) = delete;
  virtual ~SlabTransport() = default;

  /// The queue of a part in which its tasks run here; null where they run in another process.
  virtual Lane *lane(int part, int queue) = 0;
  /// Whether a task is a copy of planes that another process sends to a part of this one.
  virtual bool arrives(const SlabTask &task) const = 0;
  /// Enqueues what a copy between parts does here: sends planes, or takes what has arrived, for
  /// which it waits. Ends the task's description, in end() at the latest.
  virtual Status move(const SlabTask &task) = 0;
  /// What leaves this process has been described.
  virtual Status post() = 0;
  /// So have all tasks of a group; `failed`: unless that failed, and nothing is to be moved.
  virtual Status end(bool failed) = 0;
  /// How many groups the host may be ahead of the devices.
  virtual int groupsAhead() const { return 64; }
  /// Waits for the planes that arrive in group `group`, as long as no process fails. Afterwards
  /// waits for tasks of this process's parts have an end.
  virtual Status await(std::int64_t group) = 0;
  /// Waits until what was put into queues that no part has is over; the first failure.
  virtual Status settle() = 0;
  /// Seconds that this process has waited for planes of others.
  virtual double secondsWaited() const = 0;
};

/// All parts are of this process: planes are copied from the memory of one to that of another.
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
