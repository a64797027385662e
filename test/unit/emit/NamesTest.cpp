/// \file Names in emitted code are legal, unique and near to the source.
#include "emit/names/Names.h"
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
  EXPECT_EQ(legalIdentifier("cudaStreamLegacy"), "v_cudaStreamLegacy");
  EXPECT_EQ(legalIdentifier("cudaless"), "cudaless");
}

TEST(Names, LongOnesAreCut) {
  const std::string hint(1 << 20, 'a');
  Names names;
  EXPECT_EQ(names.claim(hint, "Field"), std::string(64, 'a'));
  EXPECT_EQ(names.claim(hint, "Field"), std::string(64, 'a') + "2");
}

TEST(Names, ClaimedNamesAreUnique) {
  Names names({"fma"});
  EXPECT_EQ(names.claim("sum"), "sum");
  EXPECT_EQ(names.claim("sum"), "sum2");
  EXPECT_EQ(names.claim("sum"), "sum3");
  EXPECT_EQ(names.claim("fma", "Value"), "fmaValue");
  EXPECT_EQ(names.claim("double", "Value"), "doubleValue");
}

TEST(Names, AnInnerScopeSeesTheOuterOne) {
  Names outer;
  outer.claim("T");
  Names inner = outer;
  EXPECT_EQ(inner.claim("T", "Value"), "TValue");
  EXPECT_FALSE(outer.isTaken("TValue"));
  outer.settle();
  EXPECT_TRUE(Names(outer).isTaken("T"));
}

TEST(Names, ATextDeclaresItsOwnInEachScopeOnce) {
  Names file({"i", "next"});
  EXPECT_EQ(file.claim("i", "Field"), "iField");
  EXPECT_EQ(file.claim("i2", "Field"), "i2");
  file.settle();
  Names loop = file, beside = file;
  EXPECT_EQ(loop.declare("i"), "i");
  Names inner = loop;
  EXPECT_EQ(inner.declare("i"), "i3"); // i2 is a field's
  EXPECT_EQ(inner.claim("next"), "next2");
  EXPECT_EQ(beside.declare("i"), "i");
}

TEST(Names, WhatIsCalledAfterAFieldMeetsNoOther) {
  Names file;
  for (const char *field : {"T", "T_row"})
    file.claim(field, "Field");
  file.settle();
  EXPECT_EQ(file.declare("T_row"), "T_row"); // that field's own view
  EXPECT_EQ(Names(file).derive("T_row"), "T_row2");
  EXPECT_EQ(Names(file).derive("T_new"), "T_new");
}

TEST(Names, OthersAreTakenWithTheOneTheyAreMadeFrom) {
  Names names;
  const Affixes views = {{"", ""}, {"", "_next"}};
  EXPECT_EQ(names.claim("T", "Field", views), "T");
  EXPECT_EQ(names.claim("T_next", "Field", views), "T_nextField");
  EXPECT_TRUE(names.isTaken("T_nextField_next"));
}

TEST(Names, MacrosNeverStayAsTheyAre) {
  Names names;
  for (const char *macro : {"M_PI", "CUDA_VERSION", "STENCILC_CPU_DEVICE", "RHO", "errno", "linux",
                            "M_PIf32x", "HUGE_VAL", "__LINE__"}) {
    const std::string name = names.claim(macro, "Field");
    EXPECT_EQ(name, legalIdentifier(macro) + "Field");
    EXPECT_NE(names.claim(macro), macro); // without a hint, too, there is an end to it
    EXPECT_NE(names.claim(macro), macro);
  }
  // No header of the last ones is in front of a text.
  for (const char *ordinary :
       {"T", "u1", "T1", "Hx", "velocity", "M_x", "CUDA_x", "STENCILC_x", "cuda", "I", "st_mtime"})
    EXPECT_EQ(names.claim(ordinary), ordinary);
}

TEST(Names, TheInterfaceKeepsItsNameWhereNothingElseHasIt) {
  const Affixes made = {{"", ""}, {"", "_create"}, {"", "_options"}};
  const auto claimed = [&](const char *name) {
    return Names::ofInterface({"instance"}).claim(name, "Stencil", made);
  };
  for (const char *free : {"heat3d", "LBM", "copy", "T"})
    EXPECT_EQ(claimed(free), free);
  // The last one for pthread_create.
  for (const char *taken : {"index", "time", "clock", "std", "int", "EOF", "instance", "pthread"})
    EXPECT_EQ(claimed(taken), std::string(taken) + "Stencil");
}

TEST(OwnNames, AreTheIdentifiersOfAText) {
  Words words;
  addIdentifiers("#include \"a.h\" // b\n"
                 "/* c */ const int d = e->f + f::g(\"h\\\"i\", 'j', 1e5f, 2.k, 1'000l);\n"
                 "  #pragma m\n"
                 "template <class... n> p->q;",
                 words);
  EXPECT_EQ(words, (Words{"const", "int", "d", "e", "f", "template", "class", "n", "p"}));
}

TEST(OwnNames, OfATemplateAreOutsideOfItsTags) {
  const TemplatePieces pieces = {{false, "int read"}, {true, "end"},        {false, "(View v) // "},
                                 {true, "note"},      {false, "\nreturn "}, {true, "code.name"},
                                 {false, "_x(a."},    {true, "member"},     {false, ");"}};
  Words words;
  addIdentifiers(pieces, words);
  EXPECT_EQ(words, (Words{"int", "View", "v", "return", "a"}));
  Affixes around;
  addAffixes(pieces, "code.name", around);
  addAffixes(pieces, "end", around);
  EXPECT_EQ(around, (Affixes{{"", "_x"}, {"read", ""}}));
}

/// A text that uses these words.
static Surroundings around(const Words &words) {
  Surroundings known;
  known.kernels = words;
  return known;
}

TEST(ProgramNames, FieldsCalledLikeVariablesOfTheText) {
  const Surroundings known = around({"g", "i", "min", "kCells"});
  const ProgramNames names(withFields({"g", "i", "min", "int", "kCells", "T"}), known);
  EXPECT_EQ(names.fields, (std::vector<std::string>{"gField", "iField", "minField", "intField",
                                                    "kCellsField", "T"}));
  EXPECT_EQ(names.capitals[0], "G");
  EXPECT_EQ(names.capitals[3], "Int");
}

/// A module with a function of each field: readT.
static kernel::Module withReaders(const ir::Program &program) {
  kernel::Module module{.program = &program};
  for (ir::FieldId field : program.fields.ids())
    module.order.push_back(module.functions.add(
        {kernel::Kind::Helper, kernel::NameHint("read", kernel::NameOfField{field}), ""}));
  module.order.push_back(module.functions.add({kernel::Kind::Kernel, "readAll", ""}));
  return module;
}

TEST(ProgramNames, FunctionsOfAFieldMeetNoOthers) {
  const ir::Program program = withFields({"T", "t", "all", "readT"});
  const kernel::Module module = withReaders(program);
  Surroundings known = around({"readAll"});
  known.modules = {&module};
  const ProgramNames names(program, known);
  std::vector<std::string> functions;
  for (const auto &[id, name] : names.of(module).functions)
    functions.push_back(name);
  EXPECT_EQ(functions,
            (std::vector<std::string>{"readT", "readTField", "readAll2", "readReadT", "readAll"}));
  EXPECT_EQ(names.fields[3], "readTField2"); // functions see both
}

TEST(ProgramNames, TheUniformsGiveWayToAField) {
  const Surroundings known;
  const auto uniforms = [&](const std::vector<std::string> &fields) {
    return ProgramNames(withFields(fields), known).uniforms;
  };
  EXPECT_EQ(uniforms({"T"}), "u");
  EXPECT_EQ(uniforms({"u"}), "c");
  EXPECT_EQ(uniforms({"c", "u"}), "scalars");
}

TEST(ProgramNames, KernelsOfSeveralFieldsAreNoField) {
  ir::Program program = withFields({"u", "v", "uV"});
  analysis::Kernel both;
  for (unsigned field : {0u, 1u}) {
    ir::Stage stage;
    stage.target = ir::FieldId{field};
    both.stages.push_back(program.stages.add(stage));
  }
  const Surroundings known;
  const ProgramNames names(program, known, {both});
  EXPECT_EQ(names.capitals[2], "UV");
  EXPECT_EQ(names.kernels, std::vector<std::string>{"UVKernel"});
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
