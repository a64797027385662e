/// \file Each promise of the kernel tree, broken once.
#include "kernel/build/Build.h"
#include "kernel/passes/Passes.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Verify : testing::Test {
  Module module;
  /// A variable that is in shared memory, declared in the function being built.
  VarId sharedRow(Builder &k) {
    const Term extent = k.number(32);
    const VarId var = module.vars.add(Var{.hint = "row",
                                          .type = {Type::Value},
                                          .extents = {extent.in(module)},
                                          .space = Space::Shared});
    k.function().params.push_back({var}); // as good as a declaration here
    return var;
  }
  Term use(VarId var) { return {module, module.use(var)}; }
};

TEST_F(Verify, AVariableIsDeclaredBeforeItIsUsed) {
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term late(module, module.use(module.vars.add(Var{"late", {Type::Int}})));
    k.define("x", {Type::Int}, late + 1);
  }
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("'late' is used before it is declared")));
}

TEST_F(Verify, AVariableOfAnInnerBodyEndsWithIt) {
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term n = k.param("n", {Type::Int});
    std::optional<Term> inner;
    k.when(n < 3, [&] { inner = k.define("inner", {Type::Int}, n + 1); });
    k.define("x", {Type::Int}, *inner + 1);
  }
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("'inner' is used before")));
}

TEST_F(Verify, ATargetCanDoWhatPrimitivesNeed) {
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term from = k.param("from", {Type::Pointer}), to = k.param("to", {Type::Pointer});
    k.run(k.call(Primitive::CopyAsync, {to, from}));
    k.run(k.call(Primitive::FenceTensorLoads, {}));
    k.run(k.call(Primitive::Barrier, {}));
  }
  const auto without = [&](std::set<Needs> missing) {
    return verifyNeeds(module, [=](Needs needs) { return !missing.count(needs); });
  };
  EXPECT_THAT(without({}), IsEmpty());
  EXPECT_THAT(without({Needs::AsyncCopies}), ElementsAre(HasSubstr("'stencilc::copyAsync'")));
  EXPECT_THAT(without({Needs::TensorLoads}),
              ElementsAre(HasSubstr("'kernel' calls 'stencilc::fenceTensorLoads', which the target "
                                    "cannot do")));
}

TEST_F(Verify, AnIndexIsAnInteger) {
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term row = k.param("row", {Type::Pointer}), n = k.param("n", {Type::Bool});
    k.define("x", {Type::Value}, row[n]);
  }
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("an index is not an integer")));
}

TEST_F(Verify, ABarrierStandsBetweenWriteAndReadOfSharedMemory) {
  const auto build = [&](bool hasBarrier) {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term at = k.param("at", {Type::Int});
    const Term row = use(sharedRow(k));
    k.assign(row[at], k.number(1));
    if (hasBarrier)
      k.run(k.call(Primitive::Barrier, {}));
    k.define("x", {Type::Value}, row[at + 1]);
  };
  build(true);
  EXPECT_THAT(verify(module), IsEmpty());
  build(false);
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("'row' is read with no barrier")));
}

TEST_F(Verify, WhatOneIterationWritesTheNextOneReads) {
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term row = use(sharedRow(k));
    k.forEach("i", 0, 4, Repeat::Plain, [&](const Term &i) {
      k.define("x", {Type::Value}, row[i]);
      k.assign(row[i], k.number(1));
    });
  }
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("'row' is read with no barrier")));
}

TEST_F(Verify, AsynchronousCopiesAreWaitedFor) {
  const auto build = [&](bool waits) {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term from = k.param("from", {Type::Pointer});
    const Term row = use(sharedRow(k));
    k.run(k.call(Primitive::CopyAsync, {row, from}));
    if (waits)
      k.run(k.call(Primitive::WaitCopies, {}));
    k.run(k.call(Primitive::Barrier, {}));
    k.define("x", {Type::Value}, row[k.number(0)]);
  };
  build(true);
  EXPECT_THAT(verify(module), IsEmpty());
  build(false);
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("copies to it are in flight")));
}

TEST_F(Verify, FunctionsWriteThroughTheirPointersAsConstantsSay) {
  FunctionId load;
  {
    Builder k(module, Kind::Helper, "load", "");
    const Term isAsync = k.templateConstant("kAsync", {Type::Bool});
    const Term to = k.param("to", {Type::Pointer}),
               from = k.param("from", {.kind = Type::Pointer, .isConst = true});
    k.run(k.call(Primitive::Stage, {to, from}, {1, isAsync}));
    load = k.id;
  }
  const auto build = [&](bool isAsync, bool hasBarrier) {
    Builder k(module, Kind::Kernel, "kernel", "");
    const Term from = k.param("from", {.kind = Type::Pointer, .isConst = true});
    const Term row = use(sharedRow(k));
    k.run(k.call(load, {row[k.number(0)].address(), from}, {k.truth(isAsync)}));
    if (hasBarrier)
      k.run(k.call(Primitive::Barrier, {}));
    k.define("x", {Type::Value}, row[k.number(0)]);
  };
  build(false, true);
  EXPECT_THAT(verify(module), IsEmpty());
  build(false, false);
  EXPECT_THAT(verify(module), ElementsAre(HasSubstr("'row' is read with no barrier")));
  build(true, true);
  EXPECT_THAT(verify(module), testing::Contains(HasSubstr("copies to it are in flight")));
}

} // namespace
} // namespace stencilc::kernel
