/// \file Processor time of planning for programs with many fields and reads. It is about 0.02 s,
/// and the limit leaves room for slow machines. A walk over all reads for every size of tile
/// exceeds it.
#include "Compiled.h"
#include "plan/search/Planner.h"
#include <ctime>

using namespace stencilc;
using namespace stencilc::test;

namespace {

constexpr double kMostSeconds = 0.5;

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

void expectFast(const analysis::Facts &facts) {
  const machine::Target chip = *machine::findTarget(machine::TargetKind::Cuda, "sm_90");
  for (const char *name : {"", "wavefront", "sweep", "stream", "slabs"}) {
    std::optional<plan::ScheduleRequest> request;
    if (*name)
      request = plan::ScheduleRequest{name, {}};
    const double start = processorSeconds();
    const plan::Planning planning = plan::choosePlan(facts, chip, request);
    EXPECT_LT(processorSeconds() - start, kMostSeconds) << "schedule '" << name << "'";
    EXPECT_FALSE(planning.candidates.empty() && planning.rejected.empty());
  }
}

TEST(PlanningTime, OfALatticeOf27FieldsIsShort) {
  const auto facts = factsOfFile(STENCILC_SOURCES + std::string("/stencils/fluids/d3q27.stencil"));
  ASSERT_TRUE(facts);
  ASSERT_GE(facts->program.fields.size(), 27u);
  expectFast(*facts);
}

TEST(PlanningTime, OfThirtyFieldsAndFourHundredReadsIsShort) {
  constexpr int kFields = 30, kReads = 400;
  const char *const offsets[] = {"",      "[x+1]",      "[x-1, y+1]", "[y-1]",
                                 "[z+1]", "[x+1, z-1]", "[z-1]"};
  std::string source = "stencil many(x, y, z) {\n", first = "f0[t+1] = ";
  for (int field = 0; field < kFields; ++field)
    source += "field f" + std::to_string(field) + " { boundary mirror; init 1; }\n";
  for (int read = 0; read < kReads; ++read)
    first += (read ? " + 0.00" : "0.00") + std::to_string(read + 1) + " * f" +
             std::to_string(read % kFields) + offsets[read / kFields % std::size(offsets)];
  source += first + ";\n";
  for (int field = 1; field < kFields; ++field)
    source += "f" + std::to_string(field) + "[t+1] = 0.9 * f" + std::to_string(field) +
              " + 0.1 * f" + std::to_string(7 * field % kFields) + "[x+1];\n";
  expectFast(factsOfSource(source + "}"));
}

} // namespace
