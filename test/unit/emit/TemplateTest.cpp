/// \file The strict wrapper around llvm::mustache: what it renders, and each error with its place.
#include "emit/template/Template.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <gtest/gtest.h>

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// A folder of templates that lives as long as the test.
class TemplateTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("templates", folder));
    write("partials/Shared", "shared {{name}}\n");
  }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(folder); }

  void write(const std::string &name, const std::string &text) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name + ".mustache");
    (void)llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
    std::ofstream(path.c_str()) << text;
  }

  /// The text, or the messages.
  std::string render(const std::string &text, const llvm::json::Value &context) {
    write("Test", text);
    std::string messages;
    llvm::raw_string_ostream out(messages);
    Diagnostics diags(sources, out);
    const auto library = TemplateLibrary::open(folder, diags);
    if (!library)
      return messages;
    const std::optional<std::string> rendered = library->render("Test", context);
    EXPECT_EQ(rendered.has_value(), diags.errors() == 0);
    return rendered ? *rendered : messages;
  }
  void expectError(const std::string &text, const llvm::json::Value &context,
                   const std::string &message) {
    const std::string got = render(text, context);
    EXPECT_NE(got.find(message), std::string::npos) << got;
    EXPECT_NE(got.find("Test.mustache:"), std::string::npos) << got;
    EXPECT_NE(got.find("^"), std::string::npos) << got;
  }

  llvm::SmallString<128> folder;
  llvm::SourceMgr sources;
};

TEST_F(TemplateTest, RendersNamesSectionsAndLists) {
  EXPECT_EQ(render("a {{name}}{{#on}} on{{/on}}{{^on}} off{{/on}}{{#list}} {{.}}{{/list}}\n",
                   Object{{"name", "x"}, {"on", true}, {"list", Array{"1", "2"}}}),
            "a x on 1 2\n");
}

TEST_F(TemplateTest, LeavesCharactersAlone) {
  EXPECT_EQ(render("{{a}} <T> & \"q\"", Object{{"a", "x < y && \"z\""}}),
            "x < y && \"z\" <T> & \"q\"");
}

TEST_F(TemplateTest, IntegersAreExact) {
  EXPECT_EQ(render("{{n}} {{m}}", Object{{"n", 123456789012}, {"m", -1}}), "123456789012 -1");
}

TEST_F(TemplateTest, APartialSeesWhatItsSurroundingsSee) {
  EXPECT_EQ(render("{{#list}}\n{{>Shared}}\n{{/list}}\n",
                   Object{{"name", "outer"}, {"list", Array{Object{{"k", 1}}, Object{{"k", 2}}}}}),
            "shared outer\nshared outer\n");
}

TEST_F(TemplateTest, TheInnermostNameCounts) {
  EXPECT_EQ(render("{{#a}}{{name}}{{/a}} {{a.name}}",
                   Object{{"name", "outer"}, {"a", Object{{"name", "inner"}}}}),
            "inner inner");
}

TEST_F(TemplateTest, SectionsOnTheirOwnLineLeaveNoLine) {
  EXPECT_EQ(render("a\n{{#on}}\nb\n{{/on}}\n{{! comment }}\nc\n", Object{{"on", true}}),
            "a\nb\nc\n");
}

TEST_F(TemplateTest, MissingName) {
  expectError("x\n  {{blokc}}\n", Object{{"block", "1"}},
              "Test.mustache:2:5: error: the context has no name 'blokc' here "
              "[template-missing-name]");
  EXPECT_NE(render("{{blokc}}", Object{{"block", "1"}}).find("block"), std::string::npos);
  expectError("{{#nothing}}{{/nothing}}", Object{}, "[template-missing-name]");
  expectError("{{plan.blokc}}", Object{{"plan", Object{{"block", 1}}}}, "plan.block");
}

TEST_F(TemplateTest, MissingNameInALaterElement) {
  expectError("{{#list}}{{k}}{{/list}}",
              Object{{"list", Array{Object{{"k", "1"}}, Object{{"j", "2"}}}}},
              "[template-missing-name]");
}

TEST_F(TemplateTest, MissingPartial) {
  expectError("{{>Nobody}}", Object{}, "there is no partial 'Nobody' [template-missing-partial]");
  expectError("{{#on}}{{>Nobody}}{{/on}}", Object{{"on", false}}, "[template-missing-partial]");
}

TEST_F(TemplateTest, PartialThatContainsItself) {
  write("partials/Loop", "{{>Loop}}");
  const std::string got = render("{{>Loop}}", Object{});
  EXPECT_NE(got.find("partial 'Loop' contains itself [template-recursion]"), std::string::npos)
      << got;
}

TEST_F(TemplateTest, UnclosedSection) {
  expectError("a\n{{#on}} b", Object{{"on", true}},
              "Test.mustache:2:4: error: section 'on' is never closed [template-unclosed-section]");
}

TEST_F(TemplateTest, WrongClose) {
  expectError("{{#a}}{{#b}}{{/a}}{{/b}}", Object{{"a", true}, {"b", true}},
              "[template-stray-close]");
  expectError("{{/a}}", Object{}, "[template-stray-close]");
}

TEST_F(TemplateTest, BracesOfTheLanguageAreNoTag) {
  expectError("float a[1][2] = {{1.f, 2.f}};", Object{},
              "'{{1.f, 2.f}}' is not a tag [template-bad-tag]");
  expectError("if (a) {{", Object{}, "[template-bad-tag]");
  expectError("{{{name}}}", Object{{"name", "x"}}, "[template-bad-tag]");
  expectError("{{=<% %>=}}", Object{}, "[template-bad-tag]");
}

TEST_F(TemplateTest, NumbersWithAFractionAreRefused) {
  expectError("{{pi}}", Object{{"pi", 3.25}},
              "'pi' is a number with a fraction, which would lose digits [template-value]");
}

TEST_F(TemplateTest, ListsAreNoText) {
  expectError("{{list}}", Object{{"list", Array{"1"}}}, "[template-value]");
  expectError("{{#text}}x{{/text}}", Object{{"text", "a"}}, "cannot open a section");
}

TEST_F(TemplateTest, AFolderThatCannotBeRead) {
  std::string messages;
  llvm::raw_string_ostream out(messages);
  Diagnostics diags(sources, out);
  EXPECT_EQ(TemplateLibrary::open("no/such/folder", diags), nullptr);
  EXPECT_NE(messages.find("[template-folder]"), std::string::npos) << messages;
}

TEST_F(TemplateTest, TheBuiltInTemplatesAreSound) {
  Diagnostics diags(sources, llvm::errs());
  const auto library = TemplateLibrary::open("", diags);
  ASSERT_NE(library, nullptr);
  EXPECT_TRUE(library->contains("Program"));
  EXPECT_TRUE(library->checkAll());
}

} // namespace stencilc::emit
