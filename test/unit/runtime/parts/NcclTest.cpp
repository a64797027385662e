/// \file The choice of NCCL, and waits that end when a process fails: with functions of the test's
/// in place of NCCL's, and threads in place of processes.
#include "ThreadRanks.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/engines/slabs/transport/PlaneTransfer.h"
#include "runtime/parts/ranks/NcclLink.h"
#include <atomic>

namespace stencilc {
namespace {

TransferOffer offer(int nccl, std::vector<std::string> places, const char *why = "") {
  return {nccl, why, std::move(places)};
}

TEST(PlaneTransfer, isNcclWhereAllHaveTheSameAndGpusOfTheirOwn) {
  const PlaneTransfer way = wayOf({offer(22803, {"a 1"}), offer(22803, {"a 2", "a 3"})});
  EXPECT_TRUE(way.isNccl);
  EXPECT_EQ(way.text, "NCCL 2.28.3");
  EXPECT_EQ(way.why, "");
}

TEST(PlaneTransfer, isMpiElseAndSaysWhy) {
  const auto why = [](const std::vector<TransferOffer> &all) {
    const PlaneTransfer way = wayOf(all);
    EXPECT_FALSE(way.isNccl);
    EXPECT_EQ(way.text, "MPI on host buffers");
    return way.why;
  };
  EXPECT_EQ(why({offer(0, {}), offer(0, {})}), ""); // on the host nobody expects it
  EXPECT_EQ(why({offer(22803, {"a 1"}), offer(0, {"a 2"}, "libnccl.so.2: not found")}),
            "process 1 has no NCCL: libnccl.so.2: not found");
  EXPECT_EQ(why({offer(22803, {"a 1"}), offer(21805, {"a 2"})}),
            "process 0 has NCCL 2.28.3, process 1 2.18.5");
  EXPECT_EQ(why({offer(22803, {"a 1"}), offer(22803, {"b 1"}), offer(22803, {"a 2", "a 1"})}),
            "processes 0 and 2 share a GPU, a 1");
}

TEST(PlaneTransfer, whatAProcessSaysIsReadByAll) {
  for (const TransferOffer &said :
       {offer(0, {}, "there is none"), offer(22803, {"a 0000:1", "a 2"})}) {
    const TransferOffer read = TransferOffer::read(said.text());
    EXPECT_EQ(read.nccl, said.nccl);
    EXPECT_EQ(read.why, said.why);
    EXPECT_EQ(read.places, said.places);
  }
}

TEST(Nccl, aFileThatIsNoneIsSaid) {
  Nccl library;
  EXPECT_NE(openNcclFile("/nowhere/libnccl.so.2", library).find("/nowhere/libnccl.so.2"),
            std::string::npos);
  EXPECT_EQ(openNcclFile("libc.so.6", library),
            "libc.so.6 does not report a version: it is not NCCL");
}

/// What all communicators of a test are in, and what happened to them.
struct Fake {
  std::atomic<int> state{kNcclSuccess}, joined{0}, aborted{0}, destroyed{0}, finalized{0};
  std::atomic<int> groups{0};
};
Fake *fake = nullptr;

Nccl functions() {
  Nccl nccl;
  nccl.makeId = [](NcclId *) { return kNcclSuccess; };
  nccl.errorText = [](NcclResult) { return "unhandled system error"; };
  nccl.lastError = [](NcclCommunicator) { return "a cable is out"; };
  nccl.join = [](NcclCommunicator *made, int, NcclId, int, void *) {
    *made = reinterpret_cast<NcclCommunicator>(std::intptr_t{++fake->joined});
    return kNcclInProgress;
  };
  nccl.state = [](NcclCommunicator, NcclResult *state) {
    *state = static_cast<NcclResult>(fake->state.load());
    return kNcclSuccess;
  };
  nccl.finalize = [](NcclCommunicator) { return ++fake->finalized, kNcclSuccess; };
  nccl.destroy = [](NcclCommunicator) { return ++fake->destroyed, kNcclSuccess; };
  nccl.abort = [](NcclCommunicator) { return ++fake->aborted, kNcclSuccess; };
  nccl.groupStart = [] { return ++fake->groups, kNcclSuccess; };
  nccl.groupEnd = [] { return --fake->groups, kNcclInProgress; };
  return nccl;
}

class NcclWaits : public testing::Test {
protected:
  NcclWaits() { fake = &all; }
  /// Two processes of two devices each join, and do act(ranks, link).
  std::vector<Status> run(const std::function<Status(Ranks &, NcclLink &)> &act,
                          double patience = 0) {
    return eachRank(
        boxes,
        [&](Ranks &ranks) {
          NcclLink link(nccl, ranks);
          Status status = link.open(4, 2 * ranks.rank(), {&hostDevice(), &hostDevice()});
          return status ? act(ranks, link) : status;
        },
        patience);
  }
  /// Waits for what never ends. Once that has failed, nothing is under way any more: what comes
  /// next may wait for streams.
  Status awaitForEver(NcclLink &link) {
    Status status = link.await([] { return false; });
    EXPECT_FALSE(status);
    EXPECT_GE(all.aborted, 2);
    return status;
  }
  Fake all;
  const Nccl nccl = functions();
  Boxes boxes{2};
};

TEST_F(NcclWaits, endInPeaceWhenAllIsDone) {
  std::atomic<bool> isDone = false;
  for (const Status &status : run([&](Ranks &ranks, NcclLink &link) {
         if (ranks.rank() == 1)
           isDone = true;
         return link.await([&] { return isDone.load(); });
       }))
    EXPECT_EQ(status.message(), "");
  EXPECT_EQ(all.joined, 4);
  EXPECT_EQ(all.finalized, 4);
  EXPECT_EQ(all.destroyed, 4);
  EXPECT_EQ(all.aborted, 0);
  EXPECT_EQ(all.groups, 0);
}

/// All give up: what is under way would keep streams, and waits for them, from ever ending.
TEST_F(NcclWaits, endWithTheErrorOfNccl) {
  const double start = secondsNow();
  for (const Status &status : run([&](Ranks &ranks, NcclLink &link) {
         if (ranks.rank() == 1)
           all.state = 2;
         return awaitForEver(link);
       })) {
    EXPECT_EQ(status.exitCode(), 2);
    EXPECT_NE(status.message().find("NCCL: unhandled system error: a cable is out; NCCL_DEBUG"),
              std::string::npos)
        << status.message();
  }
  EXPECT_EQ(all.aborted, 4);
  EXPECT_EQ(all.destroyed, 0);
  EXPECT_LT(secondsNow() - start, 10);
}

TEST_F(NcclWaits, endWithTheFailureOfAnotherProcess) {
  for (const Status &status : run([&](Ranks &ranks, NcclLink &link) {
         if (ranks.rank() == 1)
           return Status::invalid("the disk is full");
         return awaitForEver(link);
       }))
    EXPECT_TRUE(status.message().ends_with("the disk is full")) << status.message();
  EXPECT_EQ(all.aborted, 2); // the other has not waited, and has nothing under way
}

TEST_F(NcclWaits, endAfterThePatience) {
  for (const Status &status : run([&](Ranks &, NcclLink &link) { return awaitForEver(link); }, 0.3))
    EXPECT_NE(status.message().find("has not taken or sent planes for 0.3 seconds (--patience)"),
              std::string::npos)
        << status.message();
  EXPECT_EQ(all.aborted, 4);
}

TEST_F(NcclWaits, aFailureWhileMessagesAreDescribedLeavesNoGroupOpen) {
  for (const Status &status : run([&](Ranks &ranks, NcclLink &link) {
         return link.together(
             [&] { return ranks.rank() == 0 ? Status::device("no such stream") : Status(); });
       }))
    EXPECT_TRUE(status.message().ends_with("no such stream")) << status.message();
  EXPECT_EQ(all.groups, 0);
}

} // namespace
} // namespace stencilc
