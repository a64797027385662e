/// \file Names in emitted code are legal, unique and near to the source.
#include "emit/Names.h"
#include <gtest/gtest.h>

namespace stencilc::emit {

static ir::Program withFields(const std::vector<std::string> &fields) {
  ir::Program program;
  program.name = "test";
  program.axes = {"x", "y"};
  for (const std::string &name : fields) {
    ir::FieldDecl field;
    field.name = name;
    program.fields.add(field);
  }
  return program;
}

TEST(Names, LegalIdentifiersStayAsTheyAre) {
  EXPECT_EQ(legalIdentifier("T"), "T");
  EXPECT_EQ(legalIdentifier("flux_x2"), "flux_x2");
}

TEST(Names, ReservedFormsAreAvoided) {
  EXPECT_EQ(legalIdentifier("_T"), "T");
  EXPECT_EQ(legalIdentifier("a__b_"), "a_b");
  EXPECT_EQ(legalIdentifier("2d"), "v2d");
  EXPECT_EQ(legalIdentifier("_"), "v");
}

TEST(Names, ClaimedNamesAreUnique) {
  Names names = Names::ofCode();
  EXPECT_EQ(names.claim("sum"), "sum");
  EXPECT_EQ(names.claim("sum"), "sum2");
  EXPECT_EQ(names.claim("sum"), "sum3");
  EXPECT_EQ(names.claim("fma", "Value"), "fmaValue");
  EXPECT_EQ(names.claim("double", "Value"), "doubleValue");
}

TEST(Names, AnInnerScopeSeesTheOuterOne) {
  Names outer = Names::ofCode();
  outer.claim("T");
  Names inner = outer;
  EXPECT_EQ(inner.claim("T", "Value"), "TValue");
  EXPECT_FALSE(outer.isTaken("TValue"));
}

TEST(Names, MembersMayBeCalledLikeFunctions) {
  Names members = Names::ofMembers();
  EXPECT_EQ(members.claim("min"), "min");
  EXPECT_EQ(members.claim("int", "Value"), "intValue");
}

TEST(ProgramNames, FieldsCalledLikeVariablesOfTheTemplates) {
  const ProgramNames names(withFields({"g", "i", "min", "int", "kCells", "readT", "T"}));
  EXPECT_EQ(names.fields, (std::vector<std::string>{"gField", "iField", "minField", "intField",
                                                    "kCellsField", "readTField", "T"}));
  EXPECT_EQ(names.capitals[0], "G");
  EXPECT_EQ(names.capitals[3], "Int");
}

TEST(ProgramNames, TheUniformsGiveWayToAField) {
  EXPECT_EQ(ProgramNames(withFields({"T"})).uniforms, "u");
  EXPECT_EQ(ProgramNames(withFields({"u"})).uniforms, "c");
  EXPECT_EQ(ProgramNames(withFields({"c", "u"})).uniforms, "scalars");
}

TEST(ProgramNames, DerivedNamesNeverMeetAField) {
  for (const std::vector<std::string> &fields :
       {std::vector<std::string>{"T", "T_next", "T_prev2", "T_zm1yp2", "T_at"},
        std::vector<std::string>{"T_next", "T_prev2", "T_zm1yp2", "T_at", "T"}}) {
    const ProgramNames names(withFields(fields));
    std::set<std::string> all;
    for (const char *tail : {"", "_next", "_prev", "_prev2", "_c", "_zm1", "_zm1yp2", "_at", "_new",
                             "_ahead", "_row", "_kept"})
      for (const std::string &stem : names.fields)
        EXPECT_TRUE(all.insert(stem + tail).second) << stem + tail;
  }
}

TEST(ProgramNames, FunctionsOfFieldsThatDifferInCaseDiffer) {
  const ProgramNames names(withFields({"u", "U"}));
  EXPECT_EQ(names.capitals, (std::vector<std::string>{"U", "UField"}));
}

TEST(ProgramNames, LevelsAreSpelt) {
  const ProgramNames names(withFields({"p"}));
  EXPECT_EQ(names.view(ir::FieldId{0}, 1), "p_next");
  EXPECT_EQ(names.view(ir::FieldId{0}, 0), "p");
  EXPECT_EQ(names.view(ir::FieldId{0}, -1), "p_prev");
  EXPECT_EQ(names.view(ir::FieldId{0}, -2), "p_prev2");
}

TEST(ProgramNames, TheHeaderIsLegalC) {
  ir::Program program = withFields({"T"});
  program.name = "double";
  program.axes = {"ew", "x"};
  const ProgramNames names(program);
  EXPECT_EQ(names.program, "doubleStencil");
  EXPECT_EQ(names.extents, (std::vector<std::string>{"newExtent", "nx"}));
}

} // namespace stencilc::emit
