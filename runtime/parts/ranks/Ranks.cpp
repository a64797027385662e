/// \file Messages, collective operations and failures among the processes of a run.
#include "runtime/parts/ranks/Ranks.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/ranks/Launcher.h"
#include "runtime/parts/ranks/MpiLink.h"
#include "runtime/parts/ranks/StartWatch.h"
#include <algorithm>
#include <cstring>
#include <sched.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Pause between two polls, so that other processes can use this processor.
class Pause {
public:
  /// Pauses briefly. Returns true about every 10 ms: the caller should then check for dead
  /// processes.
  bool operator()() {
    constexpr double kEager = 1e-3; // in seconds: the first yield is often longer
    constexpr int kSeldom = 200;
    if (secondsNow() - start < kEager)
      return sched_yield() != 0;
    usleep(50);
    return ++count % kSeldom == 0;
  }

private:
  const double start = secondsNow();
  int count = 0;
};

std::string bytesOf(std::int64_t number) {
  return {reinterpret_cast<const char *>(&number), sizeof number};
}

} // namespace

Ranks::~Ranks() {
  if (outcome)
    return;
  const bool allKnow = waitUntilAllKnow();
  if (allKnow && dead.empty())
    return;
  constexpr unsigned kWord = 1; // second
  if (!isRoot())
    sleep(kWord);                  // abort() may end a process before its message is printed
  link->abort(outcome.exitCode()); // MPI_Finalize would wait for all processes
}

bool Ranks::waitUntilAllKnow() {
  constexpr double kMost = 10; // seconds
  const double start = secondsNow(), answer = patience > 0 ? std::min(patience, kMost) : kMost;
  Pause pause;
  while (secondsNow() - start < answer) {
    listen();
    bool isTold = true;
    for (auto &message : telling)
      isTold = link->test(message.second).ok() && message.second.empty() && isTold;
    if (isTold && std::count(heard.begin(), heard.end(), true) == size() - 1)
      return true;
    if (pause())
      lookForDead();
  }
  return false;
}

Status Ranks::watchProcesses() {
  std::vector<std::string> all;
  Status status = gather(RankWatch::address(), all);
  if (status)
    processes.open(all, rank());
  return status;
}

void Ranks::lookForDead() {
  listen(); // some processes send a failure message before they end
  heard.resize(std::size_t(size()));
  for (int other = 0; other < size(); ++other) {
    if (heard[std::size_t(other)] || !processes.hasEnded(other))
      continue;
    heard[std::size_t(other)] = true;
    dead.push_back(other);
    (void)failAlike(Status::device(
        format("process %d has ended without a message: was it killed, or out of memory?", other)));
  }
}

bool Ranks::isRoot() {
  lookForDead();
  for (int before = 0; before < rank(); ++before)
    if (std::find(dead.begin(), dead.end(), before) == dead.end())
      return false;
  return true;
}

void Ranks::listen() {
  int from = -1;
  std::size_t bytes = 0;
  while (link->arrived(kRankFailure, from, bytes) && from >= 0)
    hear(from, bytes);
}

/// Receives a failure message of process `from`, with `bytes` bytes. The first byte is the status
/// code, the others are the text for the user.
void Ranks::hear(int from, std::size_t bytes) {
  std::string text(bytes, '\0');
  RankRequest request;
  Status status = link->receive(from, kRankFailure, text.data(), bytes, request);
  while (status && !request.empty())
    status = link->test(request);
  heard.resize(std::size_t(size()));
  heard[std::size_t(from)] = true;
  if (!status || text.empty() || !outcome)
    return;
  outcome = Status::of(static_cast<StatusCode>(text[0]), text.substr(1));
  sendToAll(text);
}

void Ranks::fail(const Status &why) {
  listen();
  const std::string who = isFirst() ? "" : format("process %d (%s): ", rank(), hostName().c_str());
  (void)failAlike(Status::of(why.code(), who + why.message()));
}

Status Ranks::failAlike(const Status &why) {
  if (!outcome)
    return outcome;
  outcome = why;
  sendToAll(std::string(1, static_cast<char>(why.code())) + why.message());
  return outcome;
}

void Ranks::sendToAll(const std::string &text) {
  heard.resize(std::size_t(size()));
  telling.reserve(std::size_t(size())); // the texts must not move while they are sent
  for (int other = 0; other < size(); ++other)
    if (other != rank()) {
      auto &message = telling.emplace_back(text, RankRequest());
      if (!link->send(other, kRankFailure, message.first.data(), text.size(), message.second))
        return;
    }
}

Status Ranks::waitUntil(const std::function<Status(bool &isOver)> &look, const char *what,
                        int who) {
  const double start = patience > 0 ? secondsNow() : 0;
  Pause pause;
  bool isTime = false;
  while (outcome) {
    bool isOver = false;
    if (Status status = look(isOver); !status) {
      fail(status);
      break;
    }
    if (isOver)
      return {};
    listen();
    if (isTime)
      lookForDead();
    if (outcome && patience > 0 && secondsNow() - start > patience)
      fail(Status::device((who < 0 ? "one of the processes" : format("process %d", who)) +
                          format(" has not %s for %.6g seconds (--patience)", what, patience)));
    isTime = pause();
  }
  return outcome;
}

Status Ranks::wait(RankRequest &request, const char *what, int who) {
  const auto look = [&](bool &isOver) {
    Status status = link->test(request);
    isOver = request.empty();
    return status;
  };
  Status status = waitUntil(look, what, who);
  if (!status)
    link->drop(request);
  return status;
}

template <class Begin> Status Ranks::exchange(Begin begin, const char *what, int other) {
  if (!outcome)
    return outcome;
  RankRequest request;
  if (Status status = begin(request); !status) {
    fail(status);
    return outcome;
  }
  return wait(request, what, other);
}

Status Ranks::send(int to, int tag, const void *data, std::size_t bytes) {
  return exchange([&](RankRequest &request) { return link->send(to, tag, data, bytes, request); },
                  "received its data", to);
}

Status Ranks::receive(int from, int tag, void *data, std::size_t bytes) {
  return exchange(
      [&](RankRequest &request) { return link->receive(from, tag, data, bytes, request); },
      "sent any data", from);
}

/// Collects the text `mine` of every process in `all`, on every process: process 0 receives all
/// texts and sends them to the others.
Status Ranks::gather(const std::string &mine, std::vector<std::string> &all) {
  all.assign(std::size_t(size()), "");
  all[std::size_t(rank())] = mine;
  const auto put = [&](int to, const std::string &text) {
    const std::uint64_t bytes = text.size();
    Status status = send(to, kRankNumbers, &bytes, sizeof bytes);
    return status ? send(to, kRankNumbers, text.data(), text.size()) : status;
  };
  const auto take = [&](int from, std::string &text) {
    std::uint64_t bytes = 0;
    Status status = receive(from, kRankNumbers, &bytes, sizeof bytes);
    text.resize(status ? bytes : 0);
    return status ? receive(from, kRankNumbers, text.data(), text.size()) : status;
  };
  Status status;
  if (!isFirst()) {
    status = put(0, mine);
    for (int i = 0; status && i < size(); ++i)
      status = take(0, all[std::size_t(i)]);
    return status;
  }
  for (int from = 1; status && from < size(); ++from)
    status = take(from, all[std::size_t(from)]);
  for (int to = 1; status && to < size(); ++to)
    for (int i = 0; status && i < size(); ++i)
      status = put(to, all[std::size_t(i)]);
  return status;
}

Status Ranks::gather(std::int64_t mine, std::vector<std::int64_t> &all) {
  std::vector<std::string> texts;
  if (Status status = gather(bytesOf(mine), texts); !status)
    return status;
  all.clear();
  for (const std::string &text : texts)
    std::memcpy(&all.emplace_back(), text.data(), sizeof mine);
  return {};
}

std::int64_t Ranks::fromRoot(std::int64_t mine) {
  if (!isFirst())
    (void)receive(0, kRankNumbers, &mine, sizeof mine); // a failure is stored in `outcome`
  else
    for (int to = 1; to < size() && send(to, kRankNumbers, &mine, sizeof mine); ++to) {
    }
  return mine;
}

Status Ranks::share(int owner, void *data, std::size_t bytes, bool toAll) {
  if (owner != rank())
    return toAll || isFirst() ? receive(owner, kRankCells, data, bytes) : outcome;
  Status status = outcome;
  for (int to = 0; status && to < (toAll ? size() : 1); ++to)
    if (to != rank())
      status = send(to, kRankCells, data, bytes);
  return status;
}

Status Ranks::meet(const Status &mine) {
  if (!mine)
    fail(mine);
  std::vector<std::string> all;
  return gather("", all);
}

/// Returns advice for the user if processes differ in entry `which` of `values`. Returns "" if the
/// entry has no advice or does not exist, because another version of stencilc compares more values.
static std::string remedyText(const std::vector<RankValue> &values, std::size_t which) {
  return which < values.size() && !values[which].remedy.empty() ? "; " + values[which].remedy : "";
}

Status Ranks::compare(const std::vector<RankValue> &values) {
  std::string mine;
  for (const auto &[name, value, remedy] : values)
    mine += name + '\0' + value + '\0';
  std::vector<std::string> all;
  if (Status status = gather(mine, all); !status)
    return status;
  const auto parts = [](const std::string &text) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1)
      list.push_back(text.substr(at, text.find('\0', at) - at));
    return list;
  };
  const std::vector<std::string> first = parts(all[0]);
  for (int other = 1; other < size(); ++other) {
    const std::vector<std::string> its = parts(all[std::size_t(other)]);
    for (std::size_t i = 0; i + 1 < std::min(first.size(), its.size()); i += 2)
      if (first[i] != its[i] || first[i + 1] != its[i + 1])
        return failAlike(Status::invalid(
            format("the processes of this run differ in %s: %s in process 0, %s in process %d",
                   first[i].c_str(), first[i + 1].c_str(), its[i + 1].c_str(), other) +
            remedyText(values, i / 2)));
  }
  return {};
}

Status Ranks::agreeNowAndThen() { return ++groups < nextAgreement ? outcome : agree(); }

Status Ranks::agree() {
  constexpr double kOften = 0.1; // seconds
  const double now = secondsNow(), each = (now - lastAgreement) / double(groups - sinceAgreement);
  std::int64_t more = lastAgreement > 0 ? std::int64_t(kOften / std::max(each, 1e-9)) : 1;
  more = fromRoot(std::clamp<std::int64_t>(more, 1, 1 << 20));
  std::int64_t raised = 0;
  for (std::size_t i = 0; i < marks.size(); ++i)
    raised |= std::int64_t(*marks[i].first) << i;
  std::vector<std::int64_t> all;
  if (Status status = gather(raised, all); !status)
    return status;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (std::any_of(all.begin(), all.end(), [i](std::int64_t of) { return of >> i & 1; }))
      *marks[i].second = true;
  sinceAgreement = groups;
  nextAgreement = groups + more;
  lastAgreement = secondsNow();
  return {};
}

Status joinRanks(std::unique_ptr<Ranks> &ranks, double patience) {
  const Launched launch = launched();
  if (!launch.areSeveral())
    return {};
  const std::string were = format("%d processes were started (%s), and this one cannot find the "
                                  "others: ",
                                  launch.size, launch.by.c_str());
  const std::string file = mpiLibraryFile();
  if (file.empty())
    return Status::invalid(
        were + "run `stencilc mpi` once; for independent runs, set STENCILC_MPI= (empty)");
  std::string why;
  const stencilc_mpi *const functions = openMpiLibrary(file, why);
  std::unique_ptr<RankLink> link;
  if (functions) {
    const StartWatch watch(patience, launch.rank);
    link = openMpiLink(*functions, why);
  }
  if (!link)
    return Status::device(were + why + "; run `stencilc mpi` again with the mpicxx of this MPI");
  if (link->size() != launch.size)
    return Status::invalid(were +
                           format("%s sees %d; run `stencilc mpi` with the mpicxx of the MPI "
                                  "that starts them",
                                  functions->library, link->size()));
  ranks = std::make_unique<Ranks>(std::move(link));
  ranks->setPatience(patience);
  ranks->setLocal(launch.local);
  return ranks->watchProcesses();
}

} // namespace stencilc::inline STENCILC_SPACE
