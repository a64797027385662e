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

TEST(Names, LongOnesAreCut) {
  const std::string wish(1 << 20, 'a');
  EXPECT_EQ(legalIdentifier(wish), std::string(64, 'a'));
  const Surroundings known;
  Names names = Names::ofCode(known);
  EXPECT_EQ(names.claim(wish, "Field"), std::string(64, 'a'));
  EXPECT_EQ(names.claim(wish, "Field"), std::string(64, 'a') + "2");
}

/// What a text says that uses these words, and derives these names of fields and of functions.
static Surroundings around(const Vocabulary::Words &words, const Vocabulary::Affixes &stems = {},
                           const Vocabulary::Affixes &ends = {}) {
  Surroundings known;
  known.code.words = words;
  known.code.stems = stems;
  known.code.ends = ends;
  return known;
}

TEST(Vocabulary, HoldsTheIdentifiersOfATextOfItsOwn) {
  Vocabulary vocabulary;
  vocabulary.add("#include \"a.h\" // b\n"
                 "/* c */ const int d = zqn0qz.e + f::g(\"h\\\"i\", 'j', 1e5f, 2.k, 1'000l);\n"
                 "  #pragma m\n"
                 "template <class... n> p->q;");
  EXPECT_EQ(vocabulary.words,
            (Vocabulary::Words{"const", "int", "d", "f", "template", "class", "n", "p"}));
}

TEST(Vocabulary, SeesWhatIsMadeOfStandIns) {
  Vocabulary vocabulary;
  const std::string stem = standIn(NameKind::Stem, 12), end = standIn(NameKind::End, 0);
  vocabulary.add("x." + stem + "_next = read" + end + "(" + stem + ", place" + end + "x);");
  EXPECT_EQ(vocabulary.stems, (Vocabulary::Affixes{{"", ""}, {"", "_next"}}));
  EXPECT_EQ(vocabulary.ends, (Vocabulary::Affixes{{"read", ""}, {"place", "x"}}));
  EXPECT_EQ(vocabulary.words, (Vocabulary::Words{"x"}));
}

TEST(Names, ClaimedNamesAreUnique) {
  const Surroundings known = around({"fma"});
  Names names = Names::ofCode(known);
  EXPECT_EQ(names.claim("sum"), "sum");
  EXPECT_EQ(names.claim("sum"), "sum2");
  EXPECT_EQ(names.claim("sum"), "sum3");
  EXPECT_EQ(names.claim("fma", "Value"), "fmaValue");
  EXPECT_EQ(names.claim("double", "Value"), "doubleValue");
}

TEST(Names, AnInnerScopeSeesTheOuterOne) {
  const Surroundings known;
  Names outer = Names::ofCode(known);
  outer.claim("T");
  Names inner = outer;
  EXPECT_EQ(inner.claim("T", "Value"), "TValue");
  EXPECT_FALSE(outer.isTaken("TValue"));
  outer.settle();
  EXPECT_TRUE(Names(outer).isTaken("T"));
}

TEST(Names, MembersMayBeCalledLikeFunctions) {
  const Surroundings known = around({"min"});
  Names members = Names::ofMembers(known);
  EXPECT_EQ(members.claim("min"), "min");
  EXPECT_EQ(members.claim("int", "Value"), "intValue");
}

TEST(Names, MacrosNeverStayAsTheyAre) {
  const Surroundings known;
  Names names = Names::ofCode(known);
  for (const char *macro : {"M_PI", "CUDA_VERSION", "STENCILC_CPU_DEVICE", "RHO", "errno", "I",
                            "st_mtime", "B50", "HUGE_VAL", "__LINE__"}) {
    const std::string name = names.claim(macro, "Field");
    EXPECT_EQ(name, legalIdentifier(macro) + "Field");
    EXPECT_NE(names.claim(macro), macro); // without a hint, too, there is an end to it
    EXPECT_NE(names.claim(macro), macro);
  }
  for (const char *ordinary : {"T", "u1", "T1", "Hx", "velocity", "M_x", "CUDA_x", "STENCILC_x"})
    EXPECT_EQ(names.claim(ordinary), ordinary);
}

TEST(Names, TheInterfaceKeepsItsNameWhereNothingElseHasIt) {
  Surroundings known;
  known.interface.stems = {{"", ""}, {"", "_create"}, {"", "_options"}};
  known.interface.words = {"instance"};
  const auto claimed = [&](const char *name) {
    return Names::ofInterface(known).claimStem(name, "Stencil");
  };
  for (const char *free : {"heat3d", "LBM", "copy", "T"})
    EXPECT_EQ(claimed(free), free);
  // The last one for pthread_create.
  for (const char *taken : {"index", "time", "clock", "std", "int", "EOF", "instance", "pthread"})
    EXPECT_EQ(claimed(taken), std::string(taken) + "Stencil");
}

TEST(ProgramNames, FieldsCalledLikeVariablesOfTheTemplates) {
  const Surroundings known =
      around({"g", "i", "min", "kCells"}, {{"", ""}}, {{"read", ""}, {"step", ""}});
  const ProgramNames names(withFields({"g", "i", "min", "int", "kCells", "readT", "T"}), known);
  EXPECT_EQ(names.fields, (std::vector<std::string>{"gField", "iField", "minField", "intField",
                                                    "kCellsField", "readTField", "T"}));
  EXPECT_EQ(names.capitals[0], "G");
  EXPECT_EQ(names.capitals[3], "Int");
}

TEST(ProgramNames, TheUniformsGiveWayToAField) {
  const Surroundings known;
  EXPECT_EQ(ProgramNames(withFields({"T"}), known).uniforms, "u");
  EXPECT_EQ(ProgramNames(withFields({"u"}), known).uniforms, "c");
  EXPECT_EQ(ProgramNames(withFields({"c", "u"}), known).uniforms, "scalars");
}

TEST(ProgramNames, DerivedNamesNeverMeetAField) {
  const std::vector<std::string> tails = {"",     "_next",   "_prev", "_prev2", "_c",   "_zm1",
                                          "_row", "_zm1yp2", "_at",   "_new",   "_kept"};
  Vocabulary::Affixes stems;
  for (const std::string &tail : tails)
    stems.emplace("", tail);
  const Surroundings known = around({}, stems);
  for (const std::vector<std::string> &fields :
       {std::vector<std::string>{"T", "T_next", "T_prev2", "T_zm1yp2", "T_at"},
        std::vector<std::string>{"T_next", "T_prev2", "T_zm1yp2", "T_at", "T"}}) {
    const ProgramNames names(withFields(fields), known);
    std::set<std::string> all;
    for (const std::string &tail : tails)
      for (const std::string &stem : names.fields)
        EXPECT_TRUE(all.insert(stem + tail).second) << stem + tail;
  }
}

TEST(ProgramNames, FunctionsOfAFieldMeetNoOthers) {
  const Surroundings known =
      around({"sweepChunk"}, {{"", ""}}, {{"sweep", ""}, {"kOwn", ""}, {"kOwn", "Prev1"}});
  const ProgramNames names(withFields({"T", "TPrev1", "chunk"}), known);
  EXPECT_EQ(names.capitals, (std::vector<std::string>{"T", "TPrev1Field", "ChunkField"}));
}

TEST(ProgramNames, PassesOverSeveralFieldsAreNoField) {
  ir::Program program = withFields({"u", "v", "uV"});
  analysis::Pass both;
  for (unsigned field : {0u, 1u}) {
    ir::Stage stage;
    stage.target = ir::FieldId{field};
    both.stages.push_back(program.stages.add(stage));
  }
  const Surroundings known = around({}, {{"", ""}}, {{"step", ""}});
  const ProgramNames names(program, known, {both});
  EXPECT_EQ(names.capitals[2], "UV");
  EXPECT_EQ(names.passes, std::vector<std::string>{"UVPass"});
}

TEST(ProgramNames, FunctionsOfFieldsThatDifferInCaseDiffer) {
  const Surroundings known;
  const ProgramNames names(withFields({"u", "U"}), known);
  EXPECT_EQ(names.capitals, (std::vector<std::string>{"U", "UField"}));
}

TEST(ProgramNames, LevelsAreSpelt) {
  const Surroundings known;
  const ProgramNames names(withFields({"p"}), known);
  EXPECT_EQ(names.view(ir::FieldId{0}, 1), "p_next");
  EXPECT_EQ(names.view(ir::FieldId{0}, 0), "p");
  EXPECT_EQ(names.view(ir::FieldId{0}, -1), "p_prev");
  EXPECT_EQ(names.view(ir::FieldId{0}, -2), "p_prev2");
}

TEST(ProgramNames, TheHeaderIsLegalC) {
  ir::Program program = withFields({"T"});
  program.name = "double";
  program.axes = {"ew", "x"};
  const Surroundings known;
  const ProgramNames names(program, known);
  EXPECT_EQ(names.program, "doubleStencil");
  EXPECT_EQ(names.extents, (std::vector<std::string>{"newExtent", "nx"}));
}

} // namespace stencilc::emit
