/// \file Files of shares: those of the tool are fine, each number matters, and mistakes have
/// places.
#include "machine/Shares.h"
#include "PlanTesting.h"
#include "machine/JsonFile.h"
#include <gmock/gmock.h>

using namespace stencilc;
using namespace stencilc::test;
using testing::HasSubstr;

namespace shares_test {
namespace {

std::string fileText() {
  for (const machine::EmbeddedShares &embedded : machine::embeddedShares())
    if (embedded.name == "h200")
      return std::string(embedded.text);
  return "";
}

std::string complaint(const std::string &text) {
  auto shares = machine::readShares(text);
  return shares ? "" : llvm::toString(shares.takeError());
}

TEST(SharesTest, FilesOfTheToolAreFine) {
  ASSERT_FALSE(machine::embeddedShares().empty());
  for (const machine::EmbeddedShares &embedded : machine::embeddedShares()) {
    const machine::FittedShares fitted = llvm::cantFail(machine::readShares(embedded.text));
    EXPECT_GT(fitted.programs, 0);
    EXPECT_LT(fitted.error, 0.5) << embedded.name;
    EXPECT_EQ(machine::findShares(fitted.machine)->date, fitted.date);
  }
  EXPECT_EQ(machine::defaultShares().machine, "NVIDIA H200");
  EXPECT_FALSE(machine::findShares("NVIDIA A100"));
}

TEST(SharesTest, TargetsHaveThoseOfTheirMachineOrTheDefault) {
  for (const std::string &name : machine::targetNames(plan::TargetKind::Cuda))
    EXPECT_EQ(cuda(name).shares.space.loss, machine::defaultShares().shares.space.loss);
}

/// Predictions over what shares are about.
std::vector<double> costs(const plan::Target &target) {
  std::vector<double> all;
  const auto add = [&](const analysis::Facts &facts, const std::string &request) {
    for (const plan::Plan &one : planning(facts, target, request).candidates)
      all.push_back(one.cost);
  };
  const auto grid = [](int rank, int radius, Shape shape, std::int64_t x, std::int64_t y,
                       std::int64_t z) {
    return factsOf(rank, radius, shape, ScalarType::F64, {{x, y, z}});
  };
  for (int rank : {1, 2, 3})
    add(grid(rank, 1, Shape::Star, rank == 1 ? 1 << 27 : 500, rank > 1 ? 500 : 1,
             rank > 2 ? 300 : 1),
        "wavefront");
  add(grid(3, 2, Shape::Box, 512, 512, 512), "wavefront");
  add(factsOf(3, 1, Shape::Box, ScalarType::F32, {{512, 512, 512}}), "wavefront");
  add(grid(3, 2, Shape::Star, 512, 512, 512), "wavefront");
  add(grid(3, 1, Shape::Star, 512, 512, 512), "sweep");
  add(grid(3, 1, Shape::Star, 64, 64, 64), "sweep");
  add(grid(3, 1, Shape::Star, 512, 512, 512), "tile3d");
  for (const char *request : {"sweep:stage=shared,engine=async", "sweep:stage=rows,engine=async"})
    add(grid(3, 1, Shape::Star, 512, 512, 512), request);
  add(grid(2, 1, Shape::Star, 16384, 16384, 1), "sweep:stage=shared,engine=async");
  ir::Program kept = grid(3, 1, Shape::Star, 512, 512, 512).program;
  for (ir::FieldDecl &field : kept.fields)
    for (auto &axis : field.boundary)
      for (ir::Boundary &face : axis)
        face.kind = BoundaryKind::Keep;
  for (ir::Stage &stage : kept.stages)
    for (int axis = 0; axis < kMaxAxes; ++axis)
      stage.frozen.low[axis] = stage.frozen.high[axis] = 1;
  add(analysis::gatherFacts(kept), "wavefront:steps=1");
  Draft waves(2);
  const FieldId u = waves.field("u", BoundaryKind::Periodic, 2);
  waves.stage(u, waves.sub(waves.add(waves.read(u, {{1, 0, 0}}), waves.read(u, {{0, 1, 0}})),
                           waves.read(u, {}, -1)));
  waves.program.sizeHint = Extents{{16384, 16384, 1}};
  add(analysis::gatherFacts(waves.program), "wavefront");
  Draft quotients(2);
  const FieldId q = quotients.field("q", BoundaryKind::Periodic, 1);
  quotients.stage(
      q, quotients.b.binary(BinaryOp::Divide, quotients.read(q), quotients.read(q, {{1, 0, 0}})));
  quotients.program.sizeHint = Extents{{256, 256, 1}};
  add(analysis::gatherFacts(quotients.program), "naive");
  return all;
}

TEST(SharesTest, EachNumberMatters) {
  const plan::Target target = cuda();
  const std::vector<double> before = costs(target);
#define SHARE(SECTION, MEMBER, NAME, LEAST, MOST)                                                  \
  {                                                                                                \
    plan::Target other = target;                                                                   \
    double value = target.shares.SECTION.MEMBER == MOST ? LEAST : MOST;                            \
    other.shares.SECTION.MEMBER = value;                                                           \
    EXPECT_NE(costs(other), before) << #SECTION "." NAME;                                          \
  }
#include "machine/Shares.def"
#undef SHARE
}

TEST(SharesTest, MistakesAreFound) {
  const auto replaced = [](const std::string &from, const std::string &to) {
    std::string text = fileText();
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_THAT(complaint(replaced("\"sharpness\": 3.3", "\"sharpness\": 0.5")),
              HasSubstr("\"shares.cached.sharpness\" must be a number from 1 to 100"));
  EXPECT_THAT(complaint(replaced("\"line\"", "\"lines\"")),
              HasSubstr("\"shares.line\" is missing"));
  EXPECT_THAT(complaint(replaced("stencilc-shares", "stencilc-machine")),
              HasSubstr("no \"format\": \"stencilc-shares\""));
  EXPECT_THAT(complaint(replaced("\"median_error\": ", "\"median_error\": -")),
              HasSubstr("\"median_error\" must be a number from 0 to 1000"));
}

} // namespace
} // namespace shares_test
