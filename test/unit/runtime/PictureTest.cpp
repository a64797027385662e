/// \file Pictures: sizes, colours at known places, and what happens to odd values.
#include "stencilc/picture/Picture.h"
#include "Folder.h"
#include "stencilc/Npy.h"
#include <cmath>
#include <png.h>

using namespace stencilc;

namespace {

/// A decoded PNG.
struct Image {
  explicit Image(const std::string &path) {
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path.c_str()))
      return;
    image.format = PNG_FORMAT_RGB;
    pixels.resize(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr))
      return;
    width = static_cast<int>(image.width);
    height = static_cast<int>(image.height);
  }
  std::uint32_t at(int x, int y) const {
    const unsigned char *p = &pixels[(std::size_t(y) * width + x) * 3];
    return p[0] << 16 | p[1] << 8 | p[2];
  }
  bool has(std::uint32_t colour) const {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (at(x, y) == colour)
          return true;
    return false;
  }

  int width = 0, height = 0;
  std::vector<unsigned char> pixels;
};

class PictureTest : public Folder {};

int distance(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (int shift : {0, 8, 16})
    most = std::max(most, std::abs(int(a >> shift & 255) - int(b >> shift & 255)));
  return most;
}

TEST(Colours, viridisFollowsThePublishedTable) {
  const struct {
    int index;
    std::uint32_t colour;
  } published[] = {{0, 0x440154},   {8, 0x470d60},   {25, 0x482475},  {42, 0x443983},
                   {60, 0x3d4e8a},  {111, 0x26818e}, {128, 0x21918c}, {179, 0x44bf70},
                   {212, 0x8ed645}, {225, 0xb0dd2f}, {230, 0xbddf26}, {234, 0xc8e020},
                   {243, 0xdfe318}, {247, 0xeae51a}, {251, 0xf4e61e}, {255, 0xfde725}};
  for (const auto &[index, colour] : published)
    EXPECT_LE(distance(pictureColour({0, 255, false}, index), colour), 2) << index;
}

TEST(Colours, theDivergingMapIsWhiteInTheMiddleAndEvenInLightness) {
  const auto light = [](std::uint32_t c) { // relative luminance, good enough to compare
    const auto part = [&](int shift) { return std::pow((c >> shift & 255) / 255.0, 2.2); };
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
  };
  const PictureScale scale{-2, 2, true};
  EXPECT_GT(light(pictureColour(scale, 0)), 0.85);
  double last = 2;
  for (double value = 0; value <= 2; value += 0.125) {
    const double cold = light(pictureColour(scale, -value)),
                 warm = light(pictureColour(scale, value));
    EXPECT_NEAR(cold, warm, 0.08) << value;
    EXPECT_LT(cold, last);
    last = cold;
  }
  const std::uint32_t blue = pictureColour(scale, -2), red = pictureColour(scale, 2);
  EXPECT_GT(blue & 255, (blue >> 16) + 60);
  EXPECT_GT(red >> 16, (red & 255) + 60);
}

TEST(Colours, theScaleDivergesOnlyAroundZero) {
  const auto scale = [](std::vector<double> cells) {
    return pictureScale({PictureSlice(cells.data(), std::int64_t(cells.size()), 1)});
  };
  EXPECT_FALSE(scale({1, 2}).diverging);
  EXPECT_FALSE(scale({-1, 100}).diverging);
  EXPECT_TRUE(scale({-1, 2}).diverging);
  EXPECT_TRUE(scale({-0.3, 1}).diverging); // a wave that began as a bump
  EXPECT_TRUE(scale({-10, 1}).diverging);
  EXPECT_FALSE(scale({-1e-17, 1}).diverging); // the rounding of 0
  EXPECT_EQ(scale({-1, 2}).low, -2);
  EXPECT_EQ(scale({NAN, 3, HUGE_VAL}).high, 3);
  EXPECT_EQ(scale({NAN}).high, 0);
}

TEST_F(PictureTest, smallGridsAreEnlargedAndTheFirstRowIsWhereItShould) {
  const double cells[6] = {0, 1, 2, 3, 4, 5}; // rows 0 1 2 and 3 4 5
  for (const FirstRow first : {FirstRow::Bottom, FirstRow::Top}) {
    ASSERT_EQ(writePicture(file("a.png"), {cells, 3, 2}, {"title", first}), "");
    const Image image(file("a.png"));
    ASSERT_GE(image.width, 480);
    ASSERT_GE(image.height, 320);
    EXPECT_TRUE(image.has(0x202020)); // title and frame
    const int left = 20, top = 16 + 14 + 8 + 4;
    const std::uint32_t corner = image.at(left, top);
    EXPECT_EQ(corner, pictureColour({0, 5, false}, first == FirstRow::Top ? 0 : 3));
    EXPECT_EQ(image.at(left + 320, top),
              pictureColour({0, 5, false}, first == FirstRow::Top ? 2 : 5));
    EXPECT_EQ(image.at(left, top + 160),
              pictureColour({0, 5, false}, first == FirstRow::Top ? 3 : 0));
  }
  EXPECT_EQ(get("a.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(entries(), 1);
}

TEST_F(PictureTest, largeGridsAreAveragedAndKeepWhatIsNotFinite) {
  std::vector<float> cells(4000 * 100, 1.0f);
  cells[3999] = NAN;
  ASSERT_EQ(writePicture(file("a.png"), {cells.data(), 4000, 100}, {}), "");
  const Image image(file("a.png"));
  EXPECT_LT(image.width, 1800);
  EXPECT_TRUE(image.has(kNotFinite));
}

TEST_F(PictureTest, cellsThatAreNotFiniteStandOut) {
  const double cells[4] = {NAN, 1, 2, 3};
  ASSERT_EQ(writePicture(file("a.png"), {cells, 2, 2}, {.firstRow = FirstRow::Top}), "");
  EXPECT_EQ(Image(file("a.png")).at(20, 20), kNotFinite);
  EXPECT_NE(Image(file("a.png")).at(20 + 240, 20), kNotFinite);
}

TEST_F(PictureTest, pairsShareOneScale) {
  const double before[4] = {0, 0, 0, 8}, after[4] = {2, 2, 2, 2};
  ASSERT_EQ(writePairPicture(file("a.png"), {before, 2, 2}, "step 0", {after, 2, 2}, "step 9",
                             {"heat", FirstRow::Top}),
            "");
  const Image image(file("a.png"));
  const int top = 16 + 2 * 22 + 4;
  EXPECT_EQ(image.at(20, top), pictureColour({0, 8, false}, 0));
  EXPECT_EQ(image.at(16 + 480 + 16 + 4, top), pictureColour({0, 8, false}, 2));
}

TEST_F(PictureTest, odditiesAreDrawn) {
  const double one = 7, zero = 0, both[2] = {-1e308, 1.7e308};
  EXPECT_EQ(writePicture(file("a.png"), {&one, 1, 1}, {"\xc3\xa9t\xc3\xa9"}), "");
  EXPECT_GE(Image(file("a.png")).height, 64);
  EXPECT_EQ(writePicture(file("a.png"), {both, 2, 1}, {std::string(500, 'x')}), "");
  EXPECT_NE(writePicture(file("b.png"), {&zero, 0, 1}, {}), "");
  EXPECT_NE(writePicture(file("none/b.png"), {&zero, 1, 1}, {}), "");
  EXPECT_EQ(entries(), 1);
}

TEST_F(PictureTest, slicesAreLoadedFromNpy) {
  NpyOutput output;
  NpyAxes axes;
  axes.rank = 2;
  axes.extents[0] = 2;
  float cells[2] = {1, NAN};
  ASSERT_TRUE(output.open(file("a.npy"), Scalar::F32, axes) && output.writeCells(cells, 2) &&
              output.finish() && output.commit());
  LoadedSlice slice;
  ASSERT_EQ(loadSlice(file("a.npy"), slice), "");
  EXPECT_EQ(slice.nx, 2);
  EXPECT_EQ(slice.ny, 1);
  EXPECT_EQ(slice.cells[0], 1);
  EXPECT_TRUE(std::isnan(slice.cells[1]));
}

} // namespace
