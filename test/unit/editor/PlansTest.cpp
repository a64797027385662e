/// \file Plans for editors: known when they are made, and nobody waits for them.
#include "editor/Plans.h"
#include <atomic>
#include <future>
#include <gtest/gtest.h>

namespace stencilc::editor {
namespace {

Plans::SharedFacts factsOf(const std::string &name) {
  auto facts = std::make_shared<analysis::Facts>();
  facts->program.name = name;
  return facts;
}

std::string waitFor(Plans &plans, const std::string &text) {
  std::string answer;
  while ((answer = plans.of(text, factsOf(text))) == "planning ...")
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return answer;
}

TEST(Plans, AnswerBeforeTheyAreMade) {
  std::promise<void> mayEnd;
  Plans plans([&, wait = mayEnd.get_future().share()](const analysis::Facts &facts) {
    wait.wait();
    return "plan of " + facts.program.name;
  });
  EXPECT_EQ(plans.of("a", factsOf("a")), "planning ...");
  EXPECT_EQ(plans.of("a", factsOf("a")), "planning ...");
  mayEnd.set_value();
  EXPECT_EQ(waitFor(plans, "a"), "plan of a");
}

TEST(Plans, AreMadeOnce) {
  std::atomic<int> made = 0;
  Plans plans([&](const analysis::Facts &facts) {
    ++made;
    return facts.program.name;
  });
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(waitFor(plans, "a"), "a");
  EXPECT_EQ(waitFor(plans, "b"), "b");
  EXPECT_EQ(waitFor(plans, "a"), "a");
  EXPECT_EQ(made, 2);
}

TEST(Plans, OfTheLastOfManyEditsAlone) {
  std::promise<std::string> first;
  std::atomic<int> made = 0;
  Plans plans([&](const analysis::Facts &facts) {
    if (made++ == 0)
      first.set_value(facts.program.name);
    return facts.program.name;
  });
  for (const char *text : {"a", "b", "c"})
    plans.wantSoon(text, factsOf(text)); // nobody asks
  EXPECT_EQ(first.get_future().get(), "c");
  EXPECT_EQ(waitFor(plans, "c"), "c");
  EXPECT_EQ(made, 1);
}

TEST(Plans, ManyTextsFromOneThread) {
  Plans plans([](const analysis::Facts &facts) { return "plan of " + facts.program.name; });
  for (int i = 0; i < 300; ++i) { // more than are remembered
    const std::string text = std::to_string(i % 150);
    plans.wantSoon("x" + text, factsOf("x" + text));
    EXPECT_EQ(waitFor(plans, text), "plan of " + text);
  }
}

TEST(Plans, EndWithWorkLeft) {
  for (int i = 0; i < 50; ++i) {
    Plans plans([](const analysis::Facts &) { return ""; });
    plans.wantSoon("a", factsOf("a"));
    if (i % 2)
      plans.of("b", factsOf("b"));
  }
}

} // namespace
} // namespace stencilc::editor
