/// \file The wavefronts of every program of the library and of test/run, with every exchange, delay
/// and load: the verifier finds nothing wrong, unless the schedule refuses the program anyway.
#include "Compiled.h"
#include "plan/interface/Schedule.h"
#include "schedules/wavefront/shape/Choices.h"
#include "schedules/wavefront/shape/Limits.h"
#include "schedules/wavefront/shape/Shape.h"
#include <filesystem>

using namespace stencilc;
using namespace stencilc::test;

namespace {

using Options = std::map<std::string, std::string>;

const machine::Target kChip = *machine::findTarget(machine::TargetKind::Cuda, "sm_90");

/// Shapes that are found wrong, and how many there are.
std::pair<int, int> judge(const analysis::Facts &facts, std::string &finding) {
  std::vector<Options> requests = {{},
                                   {{"newest", "next"}, {"lanes", "now"}},
                                   {{"lanes", "next"}, {"load", "async"}, {"ahead", "6"}}};
  if (facts.program.rank() == 3)
    requests.insert(
        requests.end(),
        {{{"exchange", "planes"}}, {{"exchange", "edges"}}, {{"teams", "2"}, {"align", "16"}}});
  int wrong = 0, all = 0;
  std::string reason;
  for (const Options &options : requests)
    for (const schedules::WavefrontOptions &plan : schedules::wavefrontChoices(
             facts, kChip, {"wavefront", options}, schedules::TileSize::Standard))
      if (const auto shape = schedules::makeWavefrontShape(facts, plan, reason)) {
        const std::vector<std::string> findings = shape->verify(facts);
        finding = findings.empty() ? finding : findings.front();
        wrong += !findings.empty();
        EXPECT_LE(schedules::leastSharedBytes(facts, plan), shape->block.sharedBytes);
        ++all;
      }
  return {wrong, all};
}

TEST(LibraryShapes, AreRightWhereTheScheduleFits) {
  int shapes = 0, refused = 0;
  for (const char *folder : {"stencils", "test/run"})
    for (const auto &entry : std::filesystem::recursive_directory_iterator(
             STENCILC_SOURCES + std::string("/") + folder)) {
      if (entry.path().extension() != ".stencil")
        continue;
      const auto facts = factsOfFile(entry.path().string());
      if (!facts || !facts->program.repeats.empty()) // which wavefronts refuse
        continue;
      std::string finding;
      const auto [wrong, all] = judge(*facts, finding);
      shapes += all;
      if (plan::findSchedule("wavefront")->fit(*facts, kChip).legal)
        EXPECT_EQ(wrong, 0) << entry.path() << ": " << finding;
      else
        refused += wrong > 0;
    }
  EXPECT_GT(shapes, 10000);
  // Reads of other rows that no longer wait anywhere: the schedule says so before it makes a shape.
  EXPECT_GT(refused, 0) << "what the schedule refuses is wrong indeed";
}

} // namespace
