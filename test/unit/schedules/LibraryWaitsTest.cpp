/// \file The kernels of fused steps of every program of the library and of test/run, with every way
/// to bring and to exchange planes: the verifier of kernel trees misses no wait in them.
#include "Compiled.h"
#include "kernel/passes/Passes.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "schedules/wavefront/shape/Shape.h"
#include "llvm/Support/Error.h"
#include <array>
#include <filesystem>
#include <set>

using namespace stencilc;
using namespace stencilc::test;

namespace library_waits_test {
namespace {

const char *const kRequests[] = {
    "wavefront",
    "wavefront:load=async",
    "wavefront:load=tensor",
    "wavefront:steps=1",
    "wavefront:steps=1,load=async",
    "wavefront:steps=2,exchange=planes",
    "wavefront:steps=2,exchange=edges,load=async",
    "wavefront:steps=2,cells=1,rows=3,warps=2,load=tensor",
    "wavefront:steps=2,lanes=next,newest=next",
    "wavefront:faces=apart",
    "wavefront:steps=2,exchange=edges,teams=2",
    "wavefront:steps=2,exchange=planes,teams=2,load=async",
};

/// All that a kernel of a wavefront of one program is made of: no member of WavefrontOptions may be
/// forgotten here.
using Choices = std::array<int, 16>;

Choices choicesOf(const plan::KernelPlan &kernel) {
  const auto &[steps, lanes, teams, cells, rows, warps, ahead, group, chunks, isWhole, laneDelay,
               ownDelay, rowDelay, apart, byThreads, align] =
      kernel.shapeAs<schedules::WavefrontShape>().plan;
  return {steps,  lanes,   teams,     cells,    rows,     warps, ahead,     group,
          chunks, isWhole, laneDelay, ownDelay, rowDelay, apart, byThreads, align};
}

/// Kernels of a plan, each looked at that is not among those `seen`; how many there are.
int judge(const analysis::Facts &facts, const plan::Plan &plan, const std::string &what,
          std::set<Choices> &seen) {
  std::vector<const plan::KernelPlan *> all;
  if (plan.fused && seen.insert(choicesOf(plan.fusedKernel)).second)
    all.push_back(&plan.fusedKernel);
  for (const plan::FusedKernel &rest : plan.rest)
    if (seen.insert(choicesOf(rest.needs)).second)
      all.push_back(&rest.needs);
  for (const plan::KernelPlan *kernel : all) {
    kernel::Module module{.program = &facts.program};
    plan::findSchedule(plan.schedule)->lowerFused(module, facts, plan, *kernel);
    for (const std::string &broken :
         kernel::verify(kernel::simplify(kernel::bindToGrid(std::move(module)))))
      ADD_FAILURE() << what << ": " << broken;
  }
  return static_cast<int>(all.size());
}

TEST(LibraryWaits, AreAllThere) {
  const machine::Target chip = *machine::findTarget(machine::TargetKind::Cuda, "sm_90");
  int kernels = 0;
  for (const char *folder : {"stencils", "test/run"})
    for (const auto &entry : std::filesystem::recursive_directory_iterator(
             STENCILC_SOURCES + std::string("/") + folder)) {
      if (entry.path().extension() != ".stencil")
        continue;
      const auto facts = factsOfFile(entry.path().string());
      if (!facts)
        continue;
      std::set<Choices> seen; // of this program: several requests choose the same kernel
      for (const char *request : kRequests)
        if (const auto plan =
                plan::choosePlan(*facts, chip, llvm::cantFail(plan::parseScheduleRequest(request)))
                    .best)
          kernels += judge(*facts, *plan, entry.path().string() + " by " + request, seen);
    }
  EXPECT_GT(kernels, 500);
}

} // namespace
} // namespace library_waits_test
