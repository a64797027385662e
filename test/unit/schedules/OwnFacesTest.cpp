/// \file Faces of another piece of the domain, taken out of the kernels of every schedule.
#include "Compiled.h"
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

/// A program and a request that some schedule takes.
struct Case {
  int rank;
  std::string request;
};

/// Along each axis a field that comes from below, and one from above.
std::string pairsOf(int rank) {
  std::string fields, updates;
  for (int axis = 0; axis < rank; ++axis) {
    const std::string name(1, "xyz"[axis]), up = "up" + name, down = "down" + name;
    for (const std::string &field : {up, down})
      fields += "field " + field + " { boundary fixed(1); init 0; } ";
    updates += up + "[t+1] = 0.5 * " + up + "[" + name + "-1]; ";
    updates += down + "[t+1] = 0.5 * " + down + "[" + name + "+1]; ";
  }
  return fields + updates;
}

/// One that nearly all schedules take, or whose products are those of matrices, or pairs.
std::string sourceOf(int rank, const std::string &request) {
  static const char *const axes[] = {"x", "x, y", "x, y, z"};
  static const char *const sizes[] = {"size 999;", "size 99, 98;", "size 33, 32, 31;"};
  if (request == "inplace")
    return std::string("stencil heat(") + axes[rank - 1] + ") { " + pairsOf(rank) + "}";
  const std::string sum =
      R"(T + 0.1 * (sum(star(1) \ centre, T) - )" + std::to_string(2 * rank) + " * T)";
  return std::string("stencil heat(") + axes[rank - 1] + R"() {
    field T { boundary fixed(1) on x.low; boundary copy elsewhere; init 0; }
    T[t+1] = )" +
         (request == "tensorcore" && rank == 2 ? "0.1 * T[x-1, y-2] + 0.2 * T + 0.3 * T[x+2, y+1]"
                                               : sum) +
         ";\n" + (request == "persistent" ? sizes[rank - 1] : "") + "}";
}

std::optional<plan::Plan> planFor(const analysis::Facts &facts, const std::string &request) {
  const auto parsed = llvm::cantFail(plan::parseScheduleRequest(request));
  const plan::TargetKind kind = plan::findSchedule(parsed.name)->target();
  const bool isCpu = kind == plan::TargetKind::Cpu;
  return plan::choosePlan(facts, *machine::findTarget(kind, isCpu ? "x86-64-v3" : "sm_90"), parsed)
      .best;
}

/// Every schedule by its name, and requests for kernels of other structure.
std::vector<Case> cases() {
  std::vector<std::string> requests = {
      "sweep:stage=shared", "sweep:stage=plane,reuse=none,engine=plain",
      "tile2d:passes=2",    "tile3d:halo=overlap",
      "wavefront:steps=1",  "wavefront:steps=2,load=async",
      "wavefront:teams=2",  "stream:inner=naive",
      "stream:inner=sweep"};
  for (const plan::Schedule *schedule : plan::allSchedules())
    requests.push_back(schedule->name().str());
  std::vector<Case> all;
  for (int rank = 1; rank <= kMaxAxes; ++rank)
    for (const std::string &request : requests)
      if (planFor(test::factsOfSource(sourceOf(rank, request)), request))
        all.push_back({rank, request});
  return all;
}

std::string nameOf(const testing::TestParamInfo<Case> &info) {
  std::string name = info.param.request;
  for (char &c : name)
    c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name + "_of_" + std::to_string(info.param.rank);
}

struct EverySchedule : testing::TestWithParam<Case> {
  const analysis::Facts facts = test::factsOfSource(sourceOf(GetParam().rank, GetParam().request));
  const plan::Plan plan = *planFor(facts, GetParam().request);
  const plan::Schedule &schedule = *plan::findSchedule(plan.schedule);

  bool isWavefront() const { return plan.fused.has_value(); }

  /// The modules of single steps and of the plan's fused steps, before any kernel.
  std::vector<Module> lower() const {
    std::vector<Module> all;
    if (plan.hasStepKernels()) {
      all.push_back({.program = &facts.program});
      Readers readers(all.back(), plan.facesInMemory(facts));
      for (ir::FieldId field : facts.program.fields.ids())
        readers.add(field, {.reach = readBeyond(facts, field,
                                                [&](std::size_t kernel) {
                                                  return plan.kernels[kernel].loadsAll();
                                                }),
                            .isReadOnly = plan.hasReadOnlyViews()});
      schedule.lower(all.back(), facts, plan, readers);
    }
    if (plan.fused) {
      all.push_back({.program = &facts.program});
      schedule.lowerFused(all.back(), facts, plan, plan.fusedKernel);
    }
    return all;
  }

  template <class Node, class Is> static int count(const std::vector<Module> &modules, Is is) {
    int found = 0;
    for (const Module &module : modules)
      for (FunctionId id : module.order)
        if (module.functions[id].kind != Kind::Host || module.functions[id].memberOf.valid())
          forEachExprBelow(module, module.functions[id].body, [&](ExprId expr) {
            const auto *node = std::get_if<Node>(&module.exprs[expr]);
            found += node && is(*node);
          });
    return found;
  }
  static int facesAt(const std::vector<Module> &modules, int axis, Side side) {
    return count<Face>(modules,
                       [&](const Face &face) { return face.axis == axis && face.side == side; });
  }
  static int faces(const std::vector<Module> &modules) {
    return count<Face>(modules, [](const Face &) { return true; });
  }
  static std::vector<Module> piece(std::vector<Module> modules, const OwnFaces &own) {
    for (Module &module : modules)
      module = simplify(bindToGrid(ownFaces(std::move(module), own)));
    return modules;
  }
};

TEST_P(EverySchedule, AsksAboutNoFaceOfAnotherPiece) {
  const std::vector<Module> all = piece(lower(), {});
  for (int axis = 0; axis < GetParam().rank; ++axis)
    for (Side side : {Side::Low, Side::High}) {
      OwnFaces own;
      (side == Side::Low ? own.low : own.high)[axis] = false;
      const std::vector<Module> inner = piece(lower(), own);
      EXPECT_EQ(facesAt(inner, axis, side), 0);
      EXPECT_LE(faces(inner), faces(all)) << "no other face is asked about more often";
      for (const Module &module : inner)
        EXPECT_TRUE(verify(module).empty()) << verify(module).front();
    }
}

TEST_P(EverySchedule, InsideAPieceNobodyAsksAboutAFace) {
  EXPECT_GT(faces(piece(lower(), {})), 0);
  OwnFaces none;
  none.low = none.high = {false, false, false};
  const std::vector<Module> inner = piece(lower(), none);
  EXPECT_EQ(faces(inner), 0);
  for (const Module &module : inner)
    EXPECT_TRUE(verify(module).empty()) << verify(module).front();
}

INSTANTIATE_TEST_SUITE_P(OwnFaces, EverySchedule, testing::ValuesIn(cases()), nameOf);

TEST(OwnFaces, AreTestedForEverySchedule) {
  std::set<std::string> seen;
  for (const Case &one : cases())
    seen.insert(one.request);
  for (const plan::Schedule *schedule : plan::allSchedules())
    EXPECT_TRUE(seen.count(schedule->name().str())) << schedule->name().str();
}

} // namespace
} // namespace stencilc::kernel
