/// \file Template data of a domain that is divided among several devices.
#include "analysis/KernelFacts.h"
#include "analysis/StepPieces.h"
#include "emit/frame/Frame.h"
#include "plan/interface/Ranged.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Returns the initialisers for the links between devices: latency in seconds and bandwidth in
/// bytes per second. Returns "" if they were not measured.
static std::string linksText(const plan::Target &target) {
  return target.links ? membersText({{"exchangeLatency",
                                      llvm::formatv("{0:e2}", target.links->latency).str()},
                                     {"linkBytesPerSecond",
                                      llvm::formatv("{0:e2}", target.links->bytesPerSecond).str()}})
                      : "";
}

std::string addGlobalReductionReaches(const FrameState &state, Object &code) {
  code["globalReductionReaches"] = false;
  if (!state.plan.outOfCore || !analysis::meetsWithin(state.program()))
    return "";
  Members members = {{"isStepwise", "true"}};
  Array list;
  for (const plan::GlobalReductionReach &globalReduction :
       plan::globalReductionReaches(state.facts))
    list.push_back(Object{{"kernels", globalReduction.kernels}, {"reach", globalReduction.reach}});
  if (!list.empty()) {
    code["globalReductionReaches"] = Object{{"list", std::move(list)}};
    members.emplace_back("globalReductions", "globalReductionReaches");
  }
  return membersText(members);
}

std::string checksText(const FrameState &state) {
  if (state.plan.outOfCore) {
    const int reach = plan::reductionReach(state.facts);
    return reach >= 0 ? membersText({{"checkReach", std::to_string(reach)}}) : "";
  }
  const int reach = plan::reachOfChecks(state.facts, state.program().lastAxis());
  return reach > 0 ? membersText({{"checkReach", std::to_string(reach)}}) : "";
}

namespace {
/// Lists of the parts of a time step: kernels, reductions, and begins and ends of iterations, in
/// order. A part has the fields that it reads and writes, and the number of planes it reads on each
/// side.
class PieceLists {
public:
  explicit PieceLists(const FrameState &state) : state(state) {
    for (const analysis::StepPiece &piece :
         analysis::stepPieces(state.program(), state.facts.dependence))
      add(piece);
    for (const ir::Repeat &repeat : state.program().repeats)
      add(repeat);
  }

  Array pieces, uses, repeats, carries;

private:
  void add(const analysis::StepPiece &piece) {
    static const char *const kActs[] = {"Kernel", "GlobalReduction", "Begin", "End"};
    const std::size_t first = uses.size();
    const int axis = state.program().lastAxis();
    for (const auto &[fieldLevel, read] : analysis::readsOf(state.facts, piece))
      use(fieldLevel.field, fieldLevel.level,
          std::max(read.reach.low[axis], read.reach.high[axis]));
    const std::size_t reads = uses.size() - first;
    if (piece.act == analysis::StepPiece::Act::Kernel)
      for (ir::FieldId field : analysis::KernelFacts(state.facts, piece.number).stored)
        use(field, 1, 0);
    pieces.push_back(Object{{"act", kActs[static_cast<int>(piece.act)]},
                            {"number", piece.number},
                            {"first", first},
                            {"reads", reads},
                            {"writes", uses.size() - first - reads}});
  }
  void use(ir::FieldId field, int level, int reach) {
    uses.push_back(Object{{"field", field.index},
                          {"level", level},
                          {"reach", reach},
                          {"name", state.program().fields[field].name}});
  }
  void add(const ir::Repeat &repeat) {
    const std::size_t first = carries.size();
    for (const ir::Carry &carry : repeat.carries)
      carries.push_back(Object{{"previous", carry.previous.index},
                               {"target", carry.target.index},
                               {"from", carry.from.index},
                               {"level", carry.level}});
    repeats.push_back(Object{{"count", repeat.count},
                             {"first", first},
                             {"carries", carries.size() - first},
                             {"mayEnd", repeat.until.valid() ? "true" : "false"}});
  }

  const FrameState &state;
};
} // namespace

/// Adds lists of the parts of a time step to `code`, and returns the initialisers that refer to
/// these lists. Devices need the lists if they must exchange data within a time step, for example
/// for a reduction. For other programs returns "" and adds no lists.
static std::string addPieces(const FrameState &state, Object &code) {
  code["pieces"] = false;
  if (!analysis::meetsWithin(state.program()))
    return "";
  PieceLists lists(state);
  Members members = {
      {"pieces", "pieces"}, {"pieceCount", std::to_string(lists.pieces.size())}, {"uses", "uses"}};
  if (!lists.repeats.empty())
    members.emplace_back("repeats", "repeats");
  if (!lists.carries.empty())
    members.emplace_back("carries", "carries");
  code["pieces"] = Object{{"list", std::move(lists.pieces)},
                          {"uses", std::move(lists.uses)},
                          {"repeats", listOrFalse(std::move(lists.repeats))},
                          {"carries", listOrFalse(std::move(lists.carries))}};
  return membersText(members);
}

/// Returns true if one launch computes all stages of a time step, as a wavefront kernel for a
/// single step does.
static bool isOneLaunch(const plan::Plan &plan) { return plan.fused && plan.fused->steps == 1; }

int launchesOfAStep(const FrameState &state) {
  return isOneLaunch(state.plan) ? 1 : static_cast<int>(state.facts.dependence.kernels.size());
}

std::string addReaches(const FrameState &state, Object &code) {
  const plan::RangedPlan *const ranged = state.plan.ranged();
  code["reaches"] = false;
  if (!ranged || launchesOfAStep(state) == 1 ||
      (state.plan.slabs && analysis::meetsWithin(state.program())))
    return "";
  Array list;
  for (const analysis::KernelReach &kernel : ranged->reach.kernels)
    list.push_back(Object{{"reads", kernel.most()},
                          {"beyondLow", kernel.beyondLow},
                          {"beyondHigh", kernel.beyondHigh},
                          {"lag", kernel.lag}});
  code["reaches"] = Object{{"list", std::move(list)}};
  return membersText({{"reaches", "reaches"}});
}

void addSlabs(const FrameState &state, Object &code) {
  const std::optional<plan::SlabsPlan> &slabs = state.plan.slabs;
  code["slabs"] = Array();
  code["pieces"] = false;
  code["slabMembers"] = slabs ? membersText({{"slabs", "&slabs"}}) +
                                    membersText(partMember(state, "engine", "slab_engine"))
                              : "";
  if (!slabs)
    return;
  const std::string pieces = addPieces(state, code);
  code["slabs"] = Array{Object{
      {"inner", slabs->inner},
      {"exchange", slabs->exchange},
      {"every", slabs->every},
      {"isPeriodic", slabs->isPeriodic ? "true" : "false"},
      {"passes", pieces.empty() ? launchesOfAStep(state) : 1},
      {"reachLow", slabs->reach.low},
      {"reachHigh", slabs->reach.high},
      {"margin", slabs->margin},
      {"rate", llvm::formatv("{0:e2}", std::max(1e6, 1e9 / slabs->kernelCost)).str()},
      {"ends", slabs->doesBoundaryFirst() && state.plan.target.kind == plan::TargetKind::Cuda
                   ? membersText({{"boundaryFirst", "true"}})
                   : ""},
      {"links", linksText(state.plan.target)},
      {"checks", checksText(state)},
      {"pieces", pieces},
      {"reaches", addReaches(state, code)},
  }};
}

} // namespace stencilc::emit
