/// \file Runs whose domain is divided give the bytes of one device that has all of it: fields,
/// levels, what is reported, cells that are read and written between steps.
#include "runtime/engines/slabs/run/SlabRun.h"
#include "MeetingProgram.h"
#include "runtime/engines/slabs/run/SlabSums.h"
#include <gtest/gtest.h>

namespace stencilc {
namespace {

TEST(SlabRun, anyNumberOfPartsGivesTheSameBytes) {
  for (const bool wraps : {false, true})
    for (const bool fuses : {false, true}) {
      constexpr int kPlanes = 29;
      const Wave whole(wraps, fuses, "after");
      const Outcome expected = runOf(*create(whole, kPlanes, 0), kPlanes);
      ASSERT_FALSE(expected.reports.empty());
      for (const char *exchange : {"after", "ends", "ordered"})
        for (const int every : {1, 2})
          for (int parts = 1; parts <= 6; ++parts) {
            Wave wave(wraps, fuses, exchange, every);
            wave.divide();
            const std::unique_ptr<Instance> instance = create(wave, kPlanes, parts);
            ASSERT_TRUE(instance);
            EXPECT_TRUE(runOf(*instance, kPlanes) == expected)
                << wraps << fuses << " " << exchange << " every " << every << ", parts " << parts;
            EXPECT_EQ(instance->reset(), 0);
            EXPECT_TRUE(runOf(*instance, kPlanes) == expected) << "again";
          }
    }
}

TEST(SlabRun, partsThatMeetOnTheWayOfAStepGiveTheSameBytes) {
  for (const bool wraps : {false, true})
    for (const int planes : {6, 29}) {
      const MeetingProgram whole(wraps);
      const Outcome expected = runOf(*create(whole, planes, 0), planes, 1);
      ASSERT_FALSE(expected.reports.empty());
      for (int parts = 1; parts <= 6; ++parts) {
        MeetingProgram meeting(wraps);
        meeting.divide();
        const std::unique_ptr<Instance> instance = create(meeting, planes, parts);
        ASSERT_TRUE(instance);
        EXPECT_TRUE(runOf(*instance, planes, 1) == expected) << wraps << ", parts " << parts;
        EXPECT_EQ(instance->reset(), 0);
        EXPECT_TRUE(runOf(*instance, planes, 1) == expected) << "again";
      }
    }
}

TEST(SlabRun, thinSlabsTakeSingleStepsAndMorePartsAreRefused) {
  Wave wave(false, true, "after");
  wave.divide();
  EXPECT_TRUE(create(wave, 6, 5)); // one plane each: halos of two steps do not fit
  std::string why;
  EXPECT_FALSE(create(wave, 6, 7, &why));
  EXPECT_EQ(why, "7 parts are too many for 6 planes along z: a step reads 1 to each side, "
                 "so at most 6 parts fit; give fewer devices");
}

TEST(SlabRun, partsAreKnown) {
  Wave wave(true, true, "ends");
  wave.divide();
  const std::unique_ptr<Instance> instance = create(wave, 29, 3);
  Int64 begin = -1, end = -1;
  int device = 7;
  EXPECT_TRUE(instance->itsEngine().part(2, &begin, &end, &device));
  EXPECT_EQ(begin, 19);
  EXPECT_EQ(end, 29);
  EXPECT_EQ(device, -1);
  EXPECT_EQ(instance->itsEngine().part(3, nullptr, nullptr, nullptr).message(),
            "there is no part 3: the domain has 3, counted from 0");
  FieldView view;
  EXPECT_NE(instance->view("u", 0, &view), 0);
  int stream = 0;
  EXPECT_NE(instance->run(1, &stream), 0);
  ASSERT_TRUE(instance->itsEngine().divided());
  EXPECT_EQ(instance->itsEngine().divided()->parts, 3);
  EXPECT_STREQ(instance->itsEngine().divided()->exchange, "ends");
  EXPECT_EQ(instance->itsEngine().divided()->sideBytes, 2.0 * 2 * kNx * kNy * sizeof(double));
}

TEST(SlabRun, devicesAreRefusedWhereNothingIsDivided) {
  const Wave wave(false, false, "after");
  std::string why;
  EXPECT_FALSE(create(wave, 8, 2, &why));
  EXPECT_NE(why.find("compile it with --schedule=slabs"), std::string::npos);
}

TEST(SlabSums, listsAreJoinedAsOnOneDevice) {
  std::vector<double> values(5000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0 / double(1 + i % 97);
  double segments[5];
  for (int segment = 0; segment < 5; ++segment) {
    double sums[kAccumulators] = {};
    for (int i = segment * kSegment; i < std::min(5000, (segment + 1) * kSegment); ++i)
      sums[i % kAccumulators] += values[std::size_t(i)];
    for (int width = 1; width < kAccumulators; width *= 2)
      for (int i = 0; i < kAccumulators; i += 2 * width)
        sums[i] += sums[i + width];
    segments[segment] = sums[0];
  }
  // Neighbours of five: the accumulators beyond are empty.
  const double expected = ((segments[0] + segments[1]) + (segments[2] + segments[3])) + segments[4];
  EXPECT_EQ(joinPlanes(Reduce::Sum, values), expected);
  EXPECT_EQ(joinPlanes(Reduce::Max, values), 1.0);
  EXPECT_EQ(joinPlanes(Reduce::Min, {3.0}), 3.0);
}

TEST(DeviceChoice, numbersOrHowManyOrAll) {
  DeviceChoice choice;
  EXPECT_EQ(parseDevices("3", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(parseDevices("2,0", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{2, 0}));
  EXPECT_EQ(parseDevices("2,", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{2}));
  EXPECT_EQ(parseDevices("all", choice), "");
  EXPECT_TRUE(choice.all);
  EXPECT_FALSE(choice.resolve(ExecutionSpace::Cpu));
  for (const char *wrong : {"0", "-1", "2,2", "x", "1,,2", "", ",", "99999"})
    EXPECT_NE(parseDevices(wrong, choice), "") << wrong;
}

} // namespace
} // namespace stencilc
