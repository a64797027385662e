/// \file Pitches and sizes: the padding rule, refusals, and addresses beyond 2^31 cells, which are
/// checked without allocating.
#include "runtime/core/fields/Layout.h"
#include "runtime/core/fields/Checked.h"
#include <gtest/gtest.h>

namespace {

using namespace stencilc;

TEST(ChecksTest, overflowIsSeen) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_EQ(checkedProduct({3, 5, 7}), 105u);
  EXPECT_EQ(checkedProduct({}), 1u);
  EXPECT_EQ(checkedProduct({half, 2}), std::nullopt);
  EXPECT_EQ(checkedProduct({0, half, 2}), 0u);
  EXPECT_EQ(checkedSum({half, half - 1}), ~std::uint64_t{0});
  EXPECT_EQ(checkedSum({half, half}), std::nullopt);
  EXPECT_EQ(checkedRoundUp(129, 128), 256u);
  EXPECT_EQ(checkedRoundUp(~std::uint64_t{0}, 128), std::nullopt);
}

TEST(LayoutTest, rowPitchIsAMultipleOf128AndNoPowerOfTwo) {
  EXPECT_EQ(chooseRowPitch(1), 128u);
  EXPECT_EQ(chooseRowPitch(128), 128u) << "short rows may be powers of two";
  EXPECT_EQ(chooseRowPitch(256), 256u);
  EXPECT_EQ(chooseRowPitch(385), 640u) << "padded to 512, then once more";
  EXPECT_EQ(chooseRowPitch(512), 640u);
  EXPECT_EQ(chooseRowPitch(513), 640u);
  EXPECT_EQ(chooseRowPitch(4096), 4224u);
  EXPECT_EQ(chooseRowPitch(4097), 4224u);
  EXPECT_EQ(chooseRowPitch(2432), 2432u);
  EXPECT_EQ(chooseRowPitch(~std::uint64_t{0}), std::nullopt);
}

TEST(LayoutTest, stridesAndBytes) {
  Layout layout;
  ASSERT_TRUE(makeLayout({512, 10, 3}, 8, 0, layout).ok());
  EXPECT_EQ(layout.rowPitch, 4224u);
  EXPECT_EQ(layout.planePitch, 42240u);
  EXPECT_EQ(layout.bytes, 126720u);
  EXPECT_EQ(layout.rowBytes(), 4096u);
  double *const base = reinterpret_cast<double *>(std::uintptr_t{1} << 20);
  const View<double> view = layout.view<double>(base);
  EXPECT_EQ(&view(5, 2, 1) - base, 5 + 2 * 528 + 5280);
}

TEST(LayoutTest, moreThanTwoToThe31Cells) {
  Layout layout;
  ASSERT_TRUE(makeLayout({3000, 3000, 3000}, 8, 0, layout).ok());
  EXPECT_EQ(layout.bytes, 24064ull * 3000 * 3000); // 216 GB: nothing is allocated
  EXPECT_EQ(layout.grid.cells(), 27'000'000'000);
  const View<double> view = layout.view<double>(nullptr);
  EXPECT_EQ(view.index(2999, 2999, 2999), 2999 + 3008ll * 2999 + 3008ll * 3000 * 2999);
  EXPECT_EQ(view.index(-1, -1, -1), -1 - 3008ll - 3008ll * 3000);

  ASSERT_TRUE(makeLayout({kMaxExtent, 2, 1}, 4, 0, layout).ok());
  EXPECT_EQ(layout.view<float>(nullptr).index(0, 1), kMaxExtent)
      << "already a multiple of 128 bytes";
  ASSERT_TRUE(makeLayout({1, kMaxExtent, 1}, 4, 0, layout).ok());
  EXPECT_EQ(layout.view<float>(nullptr).index(0, 2'000'000'000), 64'000'000'000);
}

TEST(LayoutTest, refusals) {
  Layout layout;
  const auto message = [&](const std::int64_t (&extents)[3], std::uint64_t pitch = 0) {
    const Status status = makeLayout(extents, 8, pitch, layout);
    EXPECT_EQ(status.code(), StatusCode::Invalid);
    EXPECT_EQ(status.exitCode(), 1);
    return status.message();
  };
  EXPECT_EQ(message({0, 4, 4}),
            "a grid of 0 x 4 x 4 cells has no cells; each extent must be 1 or more");
  EXPECT_EQ(message({4, kMaxExtent + 1, 1}),
            "a grid of 4 x 2147418113 x 1 cells is too long: an axis "
            "holds up to 2147418112 cells");
  EXPECT_EQ(message({2000000000, 2000000000, 2000000000}),
            "a grid of 2000000000 x 2000000000 x 2000000000 cells of 8 bytes is larger than 64-bit "
            "addresses reach");
  EXPECT_EQ(message({2000000000, 1000000000, 1}).substr(0, 6), "a grid"); // 2^63.8 bytes
  EXPECT_EQ(message({10, 1, 1}, 64),
            "a row pitch of 64 bytes does not fit rows of 80 bytes: it must "
            "not be smaller, and a multiple of 16");
  EXPECT_NE(message({10, 1, 1}, 88), "");
  EXPECT_EQ(layout.bytes, 0u) << "left alone";
}

TEST(LayoutTest, pitchOfTheUser) {
  Layout layout;
  ASSERT_TRUE(makeLayout({10, 4, 1}, 8, 512, layout).ok());
  EXPECT_EQ(layout.rowPitch, 512u);
  EXPECT_EQ(layout.bytes, 2048u);
  ASSERT_TRUE(makeLayout({512, 4, 1}, 8, kPackedRows, layout).ok());
  EXPECT_EQ(layout.rowPitch, 4096u) << "a power of two: the rule is off";
  ASSERT_TRUE(makeLayout({5, 4, 1}, 4, kPackedRows, layout).ok());
  EXPECT_EQ(layout.rowPitch, 32u) << "the least that 16-byte accesses allow";
}

} // namespace
