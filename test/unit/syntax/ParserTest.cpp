/// \file The parser's promises that no printed tree shows: source ranges, truncation, bounded
/// stack.
#include "syntax/parse/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace stencilc {
namespace {

constexpr llvm::StringLiteral kHeat = R"(stencil heat(x, y) {
    param d = 0.1 in 0 .. 1/6;
    field T levels 2 storage f32 { boundary fixed(1) on x.low; boundary copy elsewhere; init 0; }
    neighbourhood faces = star(1) \ { (0,0) };
    coefficient w over axis(x, -1 .. 1) = { (-1,0): 1, (0,0): -2, (1,0): 1 };
    T[t+1] = (T + d) * apply(w, T[y-1]);
    size 64, 32;
})";

struct Parsed {
  explicit Parsed(llvm::StringRef text) : diags(sources, llvm::nulls()) {
    unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text), {});
    stencil = parse(sources, id, diags);
  }
  static std::string textOf(llvm::SMRange range) {
    return {range.Start.getPointer(), range.End.getPointer()};
  }

  llvm::SourceMgr sources;
  Diagnostics diags;
  std::optional<ast::Stencil> stencil;
};

TEST(Parser, StatementRangesCoverTheStatementAsWritten) {
  Parsed parsed(kHeat);
  ASSERT_TRUE(parsed.stencil);
  ASSERT_EQ(parsed.stencil->statements.size(), 6u);
  EXPECT_EQ(Parsed::textOf(parsed.stencil->statements[0].range), "param d = 0.1 in 0 .. 1/6;");
  EXPECT_EQ(Parsed::textOf(parsed.stencil->statements[1].range).back(), '}');
  EXPECT_EQ(Parsed::textOf(parsed.stencil->statements[4].range),
            "T[t+1] = (T + d) * apply(w, T[y-1]);");
}

TEST(Parser, ExpressionRangesCoverTheirBrackets) {
  Parsed parsed(kHeat);
  ASSERT_TRUE(parsed.stencil);
  const auto &update = std::get<ast::UpdateStatement>(parsed.stencil->statements[4].node);
  EXPECT_EQ(Parsed::textOf(update.targetRange), "T[t+1]");
  const ast::Expr &product = parsed.stencil->exprs[update.value];
  EXPECT_EQ(Parsed::textOf(product.range), "(T + d) * apply(w, T[y-1])");
  const auto &binary = std::get<ast::Binary>(product.node);
  EXPECT_EQ(Parsed::textOf(binary.opRange), "*");
  EXPECT_EQ(Parsed::textOf(parsed.stencil->exprs[binary.lhs].range), "(T + d)");
}

TEST(Parser, EveryTruncatedFileIsAnError) {
  for (std::size_t length = 0; length < kHeat.size(); ++length) {
    Parsed parsed(kHeat.take_front(length));
    EXPECT_GT(parsed.diags.errors(), 0u) << "after " << length << " bytes";
    EXPECT_LE(parsed.diags.errors(), 4u) << "a cascade after " << length << " bytes";
  }
  EXPECT_EQ(Parsed(kHeat).diags.errors(), 0u);
}

TEST(Parser, EveryMissingByteIsReadWithoutCascade) {
  for (std::size_t gap = 0; gap < kHeat.size(); ++gap) {
    Parsed parsed((kHeat.take_front(gap) + kHeat.drop_front(gap + 1)).str());
    EXPECT_LE(parsed.diags.errors(), 4u) << "without byte " << gap;
  }
}

TEST(Parser, DepthIsBounded) {
  for (llvm::StringRef part : {"(", "-", "!", "2^", "sum((", "min(a | (", "1 + ", "f(", "u[x]^-"}) {
    std::string text = "stencil s(x) { let a = ";
    for (int i = 0; i < 200000; ++i)
      text += part;
    Parsed parsed(text + "1; }");
    EXPECT_GT(parsed.diags.errors(), 0u) << part.str();
    EXPECT_LE(parsed.diags.errors(), 2u) << part.str();
  }
}

} // namespace
} // namespace stencilc
