/// \file Threads in place of processes: messages go through boxes, and may be lost, late or refused
/// where a test says so.
#pragma once

#include "runtime/parts/ranks/Ranks.h"
#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <list>
#include <map>
#include <mutex>
#include <thread>

namespace stencilc {

/// What becomes of a message.
enum class Fate { Arrives, IsLost, IsLate, Fails };

/// What all threads share.
struct Boxes {
  explicit Boxes(int size) : size(size) {}
  const int size;
  /// Of message `number`, from 0 on, that `from` sends with `tag`.
  std::function<Fate(int from, int tag, int number)> fate;

  struct Letter {
    std::string text;
    int looks = 0; // so many times it is not there yet
  };
  std::mutex mutex;
  std::map<std::tuple<int, int, int>, std::deque<Letter>> letters; // to, from, tag
  std::map<std::pair<int, int>, int> sent;                         // from, tag
  bool isAborted = false;
};

class ThreadLink final : public RankLink {
public:
  ThreadLink(Boxes &boxes, int mine) : boxes(boxes), mine(mine) {}
  int rank() const override { return mine; }
  int size() const override { return boxes.size; }

  Status send(int to, int tag, const void *data, std::size_t bytes, RankRequest &) override {
    const std::lock_guard lock(boxes.mutex);
    const int number = boxes.sent[{mine, tag}]++;
    const Fate fate = boxes.fate ? boxes.fate(mine, tag, number) : Fate::Arrives;
    if (fate == Fate::Fails)
      return Status::device("the network is down");
    if (fate != Fate::IsLost)
      boxes.letters[{to, mine, tag}].push_back(
          {std::string(static_cast<const char *>(data), bytes), fate == Fate::IsLate ? 300 : 0});
    return {};
  }
  Status receive(int from, int tag, void *data, std::size_t bytes, RankRequest &request) override {
    waiting.push_back({from, tag, data, bytes});
    request.push_back(&waiting.back());
    return {};
  }
  Status test(RankRequest &request) override {
    const std::lock_guard lock(boxes.mutex);
    std::erase_if(request, [&](void *one) { return take(*static_cast<Waiting *>(one)); });
    return {};
  }
  void drop(RankRequest &request) override { request.clear(); }
  Status arrived(int tag, int &from, std::size_t &bytes) override {
    const std::lock_guard lock(boxes.mutex);
    from = -1;
    for (int other = 0; other < boxes.size && from < 0; ++other)
      if (auto &box = boxes.letters[{mine, other, tag}]; !box.empty()) {
        from = other;
        bytes = box.front().text.size();
      }
    return {};
  }
  void abort(int) override { boxes.isAborted = true; }

private:
  struct Waiting {
    int from, tag;
    void *data;
    std::size_t bytes;
  };
  bool take(const Waiting &wanted) {
    auto &box = boxes.letters[{mine, wanted.from, wanted.tag}];
    if (box.empty() || box.front().looks-- > 0)
      return false;
    EXPECT_EQ(box.front().text.size(), wanted.bytes);
    std::memcpy(wanted.data, box.front().text.data(), wanted.bytes);
    box.pop_front();
    return true;
  }

  Boxes &boxes;
  const int mine;
  std::list<Waiting> waiting;
};

/// Runs act(ranks) in as many threads as there are boxes, and says how each ended.
inline std::vector<Status> eachRank(Boxes &boxes, const std::function<Status(Ranks &)> &act,
                                    double patience = 0) {
  std::vector<Status> results(std::size_t(boxes.size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < boxes.size; ++rank)
    threads.emplace_back([&, rank] {
      Ranks ranks(std::make_unique<ThreadLink>(boxes, rank));
      ranks.setPatience(patience);
      results[std::size_t(rank)] = ranks.meet(act(ranks));
    });
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

} // namespace stencilc
