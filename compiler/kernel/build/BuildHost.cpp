/// \file Builders for host code: parameters, launches, and switches.
#include "kernel/build/Build.h"

namespace stencilc::kernel {

Term Builder::hostParam(NameHint hint, Type type, bool isConst) {
  const VarId var = module.vars.add(Var{std::move(hint), type, isConst, true});
  function().params.push_back({var, HostStep{}});
  return {module, module.use(var)};
}

void Builder::launch(FunctionId kernel, const LaunchTerms &terms) {
  Launch launch{.kernel = kernel,
                .threads = idsOf(terms.threads),
                .blocks = idsOf(terms.blocks),
                .sharedBytes = terms.sharedBytes.in(module),
                .arguments = idsOf(terms.arguments),
                .title = terms.title,
                .waits = terms.waits,
                .isDependent = terms.isDependent,
                .inPairs = terms.inPairs,
                .isCooperative = terms.isCooperative};
  for (const auto &[when, constants] : terms.versions)
    launch.versions.push_back({when.in(module), idsOf(constants)});
  add(std::move(launch));
}

void Builder::launchReduction(FunctionId kernel, const std::vector<Term> &kinds) {
  add(Launch{.kernel = kernel, .sharedBytes = module.integer(0), .kinds = idsOf(kinds)});
}

void Builder::ofKernel(std::size_t kernel, const std::function<void()> &body) {
  add(KernelScope{kernel, inside(body)});
}

void Builder::choose(const Term &on, const std::vector<Choice> &choices) {
  Switch node{on.in(module), {}};
  for (std::size_t i = 0; i < choices.size(); ++i)
    node.cases.push_back({static_cast<std::int64_t>(i), inside(choices[i].body), choices[i].note});
  add(std::move(node));
}

} // namespace stencilc::kernel
