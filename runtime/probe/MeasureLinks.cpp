/// \file Measures the links between devices, and between devices and the host. The copies use the
/// same queues (class Lane) as programs that run on several devices.
#include "runtime/core/device/Lane.h"
#include "runtime/probe/Measure.h"

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

struct LinkEffort {
  std::uint64_t bytes = std::uint64_t{64} << 20; // size of a copy for bandwidths
  int times = 24, repeats = 3;
  std::uint64_t little = std::uint64_t{64} << 10, much = std::uint64_t{16} << 20; // of exchanges
  std::uint64_t hop = 1 << 10;
  int hops = 100, exchanges = 40;
  int gates = 8; // copies from the host, about 10 ms, that delay a queue while it is being filled
};
constexpr LinkEffort kEmulated = {1 << 14, 1, 1, 1 << 10, 1 << 12, 1 << 8, 2, 2, 1};

/// Copy queue of one device, with the number of tasks enqueued in it.
class Queue {
public:
  Status open(Device &device, bool isApart) { return device.makeLane(isApart, lane); }
  Stream stream() const { return lane->stream(); }
  /// Makes the next task wait for all tasks that are already in the queue `other`.
  void waitFor(Queue &other) {
    if (other.count > 0)
      lane->waitFor(*other.lane, other.count - 1);
  }
  Status copy(unsigned char *to, const unsigned char *from, std::uint64_t bytes) {
    Status status = lane->copy({to, bytes, bytes}, {from, bytes, bytes}, {bytes});
    finish();
    return status;
  }
  void finish() {
    lane->finish();
    ++count;
  }
  Status settle() { return count > 0 ? lane->await(count - 1) : Status(); }

private:
  std::unique_ptr<Lane> lane;
  std::int64_t count = 0;
};

/// Device whose links are measured, with its memory for copies, pinned host memory, and copy
/// queues.
class LinkedDevice {
public:
  explicit LinkedDevice(Device &device) : device(device) {}
  LinkedDevice(const LinkedDevice &) = delete;
  LinkedDevice &operator=(const LinkedDevice &) = delete;
  ~LinkedDevice() {
    (void)settle();
    device.release(memory);
    if (host)
      device.releaseHost(host, 2 * bytes);
  }

  Status open(std::uint64_t wanted) {
    bytes = wanted;
    Status status = device.allocate(3 * bytes, memory);
    if (status)
      status = device.fill(memory, 0, 3 * bytes, nullptr);
    if (status)
      status = device.synchronize(nullptr);
    if (status)
      status = device.allocateHost(2 * bytes, host);
    if (status)
      status = compute.open(device, false);
    if (status)
      status = down.open(device, true);
    return status ? up.open(device, true) : status;
  }
  Status settle() {
    Status first;
    for (Queue *queue : {&compute, &down, &up})
      if (Status status = queue->settle(); first.ok())
        first = status;
    return first;
  }

  /// Returns the device memory from which data is sent to other devices.
  unsigned char *own() const { return static_cast<unsigned char *>(memory); }
  /// Returns the device memory that receives data from the device before this one in the list of
  /// devices.
  unsigned char *fromBelow() const { return own() + bytes; }
  /// Returns the device memory that receives data from the device after this one in the list of
  /// devices.
  unsigned char *fromAbove() const { return own() + 2 * bytes; }
  unsigned char *toDevice() const { return host; }
  unsigned char *toHost() const { return host + bytes; }

  Device &device;
  Queue compute, down, up;

private:
  void *memory = nullptr;
  unsigned char *host = nullptr;
  std::uint64_t bytes = 0;
};

class LinkBench {
public:
  LinkBench(const std::vector<Device *> &devices, Links &links)
      : links(links), effort(devices.front()->isEmulated() ? kEmulated : LinkEffort()) {
    for (Device *device : devices)
      all.push_back(std::make_unique<LinkedDevice>(*device));
  }

  Status open() {
    for (const auto &one : all)
      if (Status status = one->open(effort.bytes); !status)
        return status;
    return {};
  }

  Status measurePairs() {
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        PairLink pair = {links.devices[i], links.devices[j]};
        if (Status status = measurePair(*all[i], *all[j], pair); !status)
          return status;
        links.pairs.push_back(pair);
      }
    return {};
  }

  Status measureHost() {
    std::vector<LinkedDevice *> together;
    for (const auto &one : all) {
      together.push_back(one.get());
      if (Status status = measureHost({one.get()}, links.host.emplace_back()); !status)
        return status;
    }
    return measureHost(together, links.hostOfAll);
  }

  /// Measures exchanges of data between neighbouring devices: their latency in microseconds and
  /// their rate in GB/s. Times exchanges of little and of much data, and subtracts the time of the
  /// same launches without exchanges.
  Status measureExchange() {
    double none = 0, little = 0, much = 0;
    Status status = secondsOfExchange(0, none);
    if (status)
      status = secondsOfExchange(effort.little, little);
    if (status)
      status = secondsOfExchange(effort.much, much);
    const double sides = all.size() > 2 ? 2 : 1;
    const double byte = (much - little) / (sides * double(effort.much - effort.little));
    const double latency = little - none - sides * double(effort.little) * byte;
    if (status && byte > 0 && latency > 0) {
      links.exchangeRate = 1e-9 / byte;
      links.exchangeLatency = 1e6 * latency;
    }
    return status;
  }

private:
  Status settle() {
    for (const auto &one : all)
      if (Status status = one->settle(); !status)
        return status;
    return {};
  }

  /// Sets `result` to the rate of copies in GB/s, the median of several runs. Each call of `work`
  /// enqueues copies of `bytes` bytes in all.
  template <class Work> Status rate(double bytes, const Work &work, double &result) {
    std::vector<double> seconds;
    Status status;
    for (int run = -1; status && run < effort.repeats; ++run) {
      const double start = secondsNow();
      for (int i = 0; status && i < effort.times; ++i)
        status = work();
      if (status)
        status = settle();
      if (run >= 0)
        seconds.push_back(secondsNow() - start);
    }
    if (status)
      result = billions(bytes * effort.times, medianOf(seconds));
    return status;
  }

  /// Sets `result` to the median time, in seconds, of the device work that the function `work`
  /// enqueues. That work must begin and finish in the queue `gate` of device `first`. Other copies,
  /// which are enqueued in `gate` first, delay the work until all of it is enqueued. So the host's
  /// time does not count.
  template <class Work>
  Status secondsBehind(LinkedDevice &first, Queue &gate, const Work &work, double &result) {
    std::vector<double> all;
    Status status;
    for (int run = -1; status && run < effort.repeats; ++run) {
      const std::unique_ptr<Stopwatch> watch = first.device.makeStopwatch();
      for (int i = 0; status && i < effort.gates; ++i)
        status = gate.copy(first.fromBelow(), first.toDevice(), effort.bytes);
      if (status)
        status = watch->start(gate.stream());
      if (status)
        status = work();
      if (status)
        status = watch->stop(gate.stream());
      if (status)
        status = settle();
      double one = 0;
      if (status)
        status = watch->seconds(one);
      if (run >= 0)
        all.push_back(one);
    }
    if (status)
      result = medianOf(all);
    return status;
  }

  Status measurePair(LinkedDevice &a, LinkedDevice &b, PairLink &pair) {
    bool there = true, back = true;
    Status status = &a.device == &b.device ? Status() : a.device.openTo(b.device, there);
    if (status && &a.device != &b.device)
      status = b.device.openTo(a.device, back);
    pair.isDirect = there && back;
    const auto bytes = double(effort.bytes);
    const auto ahead = [&] { return a.up.copy(b.fromBelow(), a.own(), effort.bytes); };
    if (status)
      status = rate(bytes, ahead, pair.oneWay);
    const auto both = [&] {
      const Status first = ahead();
      return first ? b.down.copy(a.fromAbove(), b.own(), effort.bytes) : first;
    };
    if (status)
      status = rate(bytes, both, pair.bothWays);
    double hops = 0;
    const auto toAndFro = [&] {
      Status enqueued;
      for (int i = 0; enqueued && i < effort.hops; ++i) {
        a.up.waitFor(b.down);
        enqueued = a.up.copy(b.fromBelow(), a.own(), effort.hop);
        b.down.waitFor(a.up);
        if (enqueued)
          enqueued = b.down.copy(a.fromAbove(), b.own(), effort.hop);
      }
      a.up.waitFor(b.down);
      return enqueued;
    };
    if (status)
      status = secondsBehind(a, a.up, toAndFro, hops);
    pair.hop = 1e6 * hops / (2.0 * effort.hops);
    return status;
  }

  Status measureHost(const std::vector<LinkedDevice *> &devices, HostRates &rates) {
    const auto copy = [&](bool in, bool out) {
      Status status;
      for (LinkedDevice *one : devices) {
        if (status && in)
          status = one->down.copy(one->fromBelow(), one->toDevice(), effort.bytes);
        if (status && out)
          status = one->up.copy(one->toHost(), one->own(), effort.bytes);
      }
      return status;
    };
    const double bytes = double(effort.bytes) * double(devices.size());
    Status status = rate(bytes, [&] { return copy(true, false); }, rates.toDevice);
    if (status)
      status = rate(bytes, [&] { return copy(false, true); }, rates.toHost);
    return status ? rate(2 * bytes, [&] { return copy(true, true); }, rates.bothWays) : status;
  }

  /// Sets `result` to the time in seconds from one nearly empty launch to the next. After each
  /// launch, each device exchanges `bytes` bytes with each neighbour, in the way in which programs
  /// exchange planes. If `bytes` is 0, there is no exchange.
  Status secondsOfExchange(std::uint64_t bytes, double &result) {
    double seconds = 0;
    const auto exchanges = [&] {
      Status status;
      for (int i = 0; status && i < effort.exchanges; ++i)
        status = exchangeOnce(bytes);
      all[0]->compute.waitFor(all[1]->down);
      return status;
    };
    Status status = secondsBehind(*all[0], all[0]->compute, exchanges, seconds);
    result = seconds / effort.exchanges;
    return status;
  }
  Status exchangeOnce(std::uint64_t bytes) {
    Status status;
    for (std::size_t i = 0; i < all.size(); ++i) {
      LinkedDevice &one = *all[i];
      if (i > 0 && bytes > 0)
        one.compute.waitFor(all[i - 1]->up);
      if (i + 1 < all.size() && bytes > 0)
        one.compute.waitFor(all[i + 1]->down);
      if (status)
        status = one.device.fill(one.own(), 0, 1, one.compute.stream());
      one.compute.finish();
    }
    for (std::size_t i = 0; i < all.size() && bytes > 0; ++i) {
      LinkedDevice &one = *all[i];
      one.down.waitFor(one.compute);
      if (status && i > 0)
        status = one.down.copy(all[i - 1]->fromAbove(), one.own(), bytes);
      one.up.waitFor(one.compute);
      if (status && i + 1 < all.size())
        status = one.up.copy(all[i + 1]->fromBelow(), one.own(), bytes);
    }
    return status;
  }

  Links &links;
  const LinkEffort effort;
  std::vector<std::unique_ptr<LinkedDevice>> all;
};

} // namespace

Status measureLinks(const std::vector<Device *> &devices, Links &links) {
  LinkBench bench(devices, links);
  Status status = bench.open();
  if (status)
    status = bench.measurePairs();
  if (status)
    status = bench.measureHost();
  return status ? bench.measureExchange() : status;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
