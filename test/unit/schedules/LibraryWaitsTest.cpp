/// \file The kernels of fused steps of every program of the library and of lit-run, with every way
/// to bring and to exchange planes: the verifier of kernel trees misses no wait in them.
#include "Compiled.h"
#include "kernel/Passes.h"
#include "plan/Planner.h"
#include "plan/Schedule.h"
#include "llvm/Support/Error.h"
#include <filesystem>

using namespace stencilc;
using namespace stencilc::test;

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

/// Kernels of a plan, each looked at; how many there are.
int judge(const analysis::Facts &facts, const plan::Plan &plan, const std::string &what) {
  std::vector<const plan::KernelPlan *> all;
  if (plan.fused)
    all.push_back(&plan.fusedKernel);
  for (const plan::FusedKernel &rest : plan.rest)
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
      for (const char *request : kRequests)
        if (const auto plan =
                plan::choosePlan(*facts, chip, llvm::cantFail(plan::parseScheduleRequest(request)))
                    .best)
          kernels += judge(*facts, *plan, entry.path().string() + " by " + request);
    }
  EXPECT_GT(kernels, 500);
}

} // namespace
