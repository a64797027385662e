/// \file Tables of options: descriptions, requested values, and values as text.
#include "plan/interface/OptionTable.h"
#include <gtest/gtest.h>

namespace stencilc::plan {

struct TestOptions {
  int rows = 1, chunks = 0, delay = 0;
  bool isLate = false;
  std::vector<int> block = {8};
  CopyEngine engine = CopyEngine::Plain;
};

static const OptionTable<TestOptions> &table() {
  static const OptionTable<TestOptions> options({
      {.key = "rows", .member = &TestOptions::rows, .meaning = "rows", .axes = 3},
      {"chunks", &TestOptions::chunks, "chunks", {"auto"}, OptionForm::IntegerOrListed},
      {"delay", &TestOptions::delay, "delay", {"now", "next"}},
      {"when", &TestOptions::isLate, "when", {"early", "late"}},
      {"block", &TestOptions::block, "threads", {}, OptionForm::Block},
      {"engine", &TestOptions::engine, "copies", {"plain", "async", "tensor"}},
  });
  return options;
}

static AskedOptions<TestOptions> asked(std::map<std::string, std::string> options) {
  return table().parse({"test", std::move(options)});
}

TEST(OptionTable, DescribesItsOptionsInOrder) {
  const std::vector<OptionSpec> specs = table().specs();
  ASSERT_EQ(specs.size(), 6u);
  EXPECT_EQ(specs[1].key, "chunks");
  EXPECT_EQ(specs[1].form, OptionForm::IntegerOrListed);
  EXPECT_EQ(specs[3].values, (std::vector<std::string>{"early", "late"}));
}

TEST(OptionTable, GivesTheValuesThatARequestSets) {
  const auto some =
      asked({{"rows", "5"}, {"when", "late"}, {"block", "32x8"}, {"engine", "async"}});
  EXPECT_EQ(some(&TestOptions::rows), 5);
  EXPECT_EQ(some(&TestOptions::isLate), true);
  EXPECT_EQ(some(&TestOptions::block), (std::vector{32, 8}));
  EXPECT_EQ(some(&TestOptions::engine), CopyEngine::Async);
  EXPECT_EQ(some(&TestOptions::chunks), std::nullopt);
  EXPECT_FALSE(some.has(&TestOptions::delay));
}

TEST(OptionTable, ReadsWordsAsPositionsAndNumbersAsThemselves) {
  EXPECT_EQ(asked({{"chunks", "auto"}})(&TestOptions::chunks), 0);
  EXPECT_EQ(asked({{"chunks", "7"}})(&TestOptions::chunks), 7);
  EXPECT_EQ(asked({{"delay", "next"}})(&TestOptions::delay), 1);
}

TEST(OptionTable, PrintsWhatItReads) {
  const TestOptions options = {.rows = 4,
                               .chunks = 0,
                               .delay = 1,
                               .isLate = true,
                               .block = {16, 2},
                               .engine = CopyEngine::Tensor};
  const std::map<std::string, std::string> texts = {{"rows", "4"},     {"chunks", "auto"},
                                                    {"delay", "next"}, {"when", "late"},
                                                    {"block", "16x2"}, {"engine", "tensor"}};
  EXPECT_EQ(table().print(options, 3), texts);
  EXPECT_EQ(table().print(options, 2).count("rows"), 0u) << "it is for three axes";
  EXPECT_EQ(table().print(options, {&TestOptions::delay}).size(), 1u);
}

TEST(OptionTable, NamesAnOptionOfMoreAxes) {
  EXPECT_STREQ(table().beyondAxes({"test", {{"rows", "2"}}}, 2), "rows");
  EXPECT_EQ(table().beyondAxes({"test", {{"rows", "2"}}}, 3), nullptr);
}

TEST(OptionTable, AddsAnOptionToARequest) {
  ScheduleRequest request{"test", {}};
  table().ask(request, &TestOptions::isLate, {.isLate = true});
  EXPECT_EQ(request.options.at("when"), "late");
}

} // namespace stencilc::plan
