/// \file Pictures: sizes, colours at known places, and what happens to odd values.
#include "runtime/pictures/Picture.h"
#include "Folder.h"
#include "runtime/files/Npy.h"
#include "runtime/pictures/ColourMap.h"
#include <cmath>
#include <png.h>

namespace stencilc::picture_test {
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
    EXPECT_LE(distance(viridis(index / 255.0), colour), 2) << index;
}

TEST(Colours, theDivergingMapIsWhiteInTheMiddleAndEvenInLightness) {
  const auto light = [](std::uint32_t c) { // relative luminance, good enough to compare
    const auto part = [&](int shift) { return std::pow((c >> shift & 255) / 255.0, 2.2); };
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
  };
  const PictureScale scale{-2, 2, ColourMap::Diverging};
  EXPECT_GT(light(pictureColour(scale, 0)), 0.85);
  EXPECT_EQ(pictureColour(scale, 0), blueWhiteRed(0));
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
  const auto scale = [](std::vector<double> cells, ColourMap map = ColourMap::Auto) {
    return pictureScale({PictureSlice(cells.data(), std::int64_t(cells.size()), 1)}, map);
  };
  const auto diverges = [&](std::vector<double> cells) {
    return scale(std::move(cells)).map == ColourMap::Diverging;
  };
  EXPECT_FALSE(diverges({1, 2}));
  EXPECT_FALSE(diverges({-1, 100}));
  EXPECT_TRUE(diverges({-1, 2}));
  EXPECT_TRUE(diverges({-0.3, 1})); // a wave that began as a bump
  EXPECT_TRUE(diverges({-10, 1}));
  EXPECT_FALSE(diverges({-1e-17, 1})); // the rounding of 0
  EXPECT_EQ(scale({-1, 2}).low, -2);
  EXPECT_EQ(scale({-1, 2}, ColourMap::Grey).low, -1);
  EXPECT_EQ(scale({1, 2}, ColourMap::Diverging).low, -2);
  EXPECT_EQ(scale({NAN, 3, HUGE_VAL}).high, 3);
  EXPECT_EQ(scale({NAN}).high, 0);
}

TEST(Colours, singleSpikesAreLeftOutOfTheScale) {
  const auto scale = [](const std::vector<double> &cells) {
    return pictureScale({PictureSlice(cells.data(), std::int64_t(cells.size()), 1)},
                        ColourMap::Auto, /*leavesSpikes=*/true);
  };
  std::vector<double> cells(1000);
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = 1 + static_cast<double>(i) / 1000;
  EXPECT_EQ(scale(cells).high, 1.999); // no spike: all values
  EXPECT_FALSE(scale(cells).isCut());
  cells[500] = 1e6;
  EXPECT_NEAR(scale(cells).high, 2, 0.01);
  EXPECT_NEAR(scale(cells).low, 1, 0.01);
  EXPECT_EQ(scale(cells).most, 1e6);
  EXPECT_TRUE(scale(cells).isCut());
  std::vector<double> pulse(100000, 0.0); // a background, which the pulse is not a spike of
  for (std::size_t i = 0; i < 1000; ++i)
    pulse[i] = static_cast<double>(i);
  EXPECT_EQ(scale(pulse).high, 999);
  for (std::size_t i = 0; i < 1000; ++i)
    pulse[i] = 1 + static_cast<double>(i % 3);
  pulse[5] = 1e6; // a spike over whole numbers: the background keeps a colour of its own
  EXPECT_EQ(scale(pulse).low, 0);
  EXPECT_EQ(scale(pulse).high, 3);
  pulse.assign(100, 0.0);
  pulse[7] = 1; // too few cells
  EXPECT_EQ(scale(pulse).high, 1);
}

/// One panel without axes: cells alone.
PictureOptions plain(FirstRow first = FirstRow::Bottom) {
  PictureOptions options;
  options.firstRow = first;
  options.look = PictureLook::Plain;
  return options;
}

TEST_F(PictureTest, smallGridsAreEnlargedAndTheFirstRowIsWhereItShould) {
  const double cells[6] = {0, 1, 2, 3, 4, 5}; // rows 0 1 2 and 3 4 5
  const PictureScale scale{0, 5};
  for (const FirstRow first : {FirstRow::Bottom, FirstRow::Top}) {
    ASSERT_EQ(writePicture(file("a.png"), {{{{cells, 3, 2}}}}, plain(first)), "");
    const Image image(file("a.png"));
    ASSERT_EQ(image.width, 480);
    ASSERT_EQ(image.height, 320);
    const bool isTop = first == FirstRow::Top;
    EXPECT_EQ(image.at(0, 0), pictureColour(scale, isTop ? 0 : 3));
    EXPECT_EQ(image.at(479, 0), pictureColour(scale, isTop ? 2 : 5));
    EXPECT_EQ(image.at(0, 319), pictureColour(scale, isTop ? 3 : 0));
  }
  EXPECT_EQ(get("a.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(entries(), 1);
}

TEST_F(PictureTest, axesStandAroundTheCells) {
  const double cells[6] = {0, 1, 2, 3, 4, 5};
  PictureOptions options;
  options.title = "title";
  ASSERT_EQ(writePicture(file("a.png"), {{{{cells, 3, 2}, "panel", {"x"}, {"y"}}}}, options), "");
  const Image image(file("a.png"));
  ASSERT_GT(image.width, 480 + 60);
  ASSERT_GT(image.height, 320 + 60);
  EXPECT_TRUE(image.has(0x202020)); // frame and letters
  const std::uint32_t third = pictureColour({0, 5}, 3);
  int cell = 0, grey = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint32_t colour = image.at(x, y);
      cell += colour == third;
      grey += colour != 0xffffff && colour != 0x202020 && (colour >> 16) == (colour & 255) &&
              (colour >> 16) == (colour >> 8 & 255);
    }
  EXPECT_GE(cell, 160 * 160);
  EXPECT_GT(grey, 100); // letters have smooth edges
}

TEST_F(PictureTest, wideScalesAndLabelsChangeTheSizeAndTitlesDoNot) {
  const double cells[4] = {0, 1, 2, 3}, large[4] = {-1.23456e-12, 1e9, 2, 3};
  PictureOptions options;
  const auto sizeOf = [&](const double *values, const std::string &title) {
    EXPECT_EQ(writePicture(file("a.png"), {{{{values, 2, 2}, title}}}, options), "");
    const Image image(file("a.png"));
    return std::pair(image.width, image.height);
  };
  const auto usual = sizeOf(cells, "a");
  EXPECT_EQ(sizeOf(cells, std::string(300, 'x')), usual);
  EXPECT_NE(sizeOf(large, "a"), usual);
  options.range = {0, 3};
  EXPECT_EQ(sizeOf(large, "a"), usual);
}

TEST_F(PictureTest, largeGridsAreAveragedAndKeepWhatIsNotFinite) {
  std::vector<float> cells(4000 * 100, 1.0f);
  cells[3999] = NAN;
  ASSERT_EQ(writePicture(file("a.png"), {{{{cells.data(), 4000, 100}}}}, plain()), "");
  const Image image(file("a.png"));
  EXPECT_EQ(image.width, 1334);
  EXPECT_TRUE(image.has(kNotFinite));
  PictureOptions small = plain();
  small.longest = 200;
  ASSERT_EQ(writePicture(file("a.png"), {{{{cells.data(), 4000, 100}}}}, small), "");
  EXPECT_EQ(Image(file("a.png")).width, 200);
}

TEST_F(PictureTest, cellsThatAreNotFiniteStandOut) {
  const double cells[4] = {NAN, 1, 2, 3};
  ASSERT_EQ(writePicture(file("a.png"), {{{{cells, 2, 2}}}}, plain(FirstRow::Top)), "");
  EXPECT_EQ(Image(file("a.png")).at(20, 20), kNotFinite);
  EXPECT_NE(Image(file("a.png")).at(20 + 240, 20), kNotFinite);
}

TEST_F(PictureTest, panelsShareOneScale) {
  const double before[4] = {0, 0, 0, 8}, after[4] = {2, 2, 2, 2};
  ASSERT_EQ(writePicture(file("a.png"), {{{{before, 2, 2}, "step 0"}, {{after, 2, 2}, "step 9"}}},
                         {"heat", FirstRow::Top}),
            "");
  const Image image(file("a.png"));
  const int y = image.height / 2;
  EXPECT_EQ(image.at(image.width / 4, y - 100), pictureColour({0, 8}, 0));
  EXPECT_EQ(image.at(image.width * 6 / 10, y), pictureColour({0, 8}, 2));
}

TEST_F(PictureTest, aRowIsACurve) {
  std::vector<double> flat(50, 1.0), step(50, 0.0);
  std::fill(step.begin() + 25, step.end(), 2.0);
  step[10] = NAN;
  ASSERT_EQ(
      writePicture(file("a.png"), {{{{flat.data(), 50, 1}, "before"}, {{step.data(), 50, 1}}}}, {}),
      "");
  const Image image(file("a.png"));
  EXPECT_TRUE(image.has(0x0072b2)); // the last one
  EXPECT_TRUE(image.has(kNotFinite));
  EXPECT_LT(image.height, image.width);
}

TEST_F(PictureTest, odditiesAreDrawn) {
  const double one = 7, zero = 0, both[2] = {-1e308, 1.7e308}, odd[4] = {NAN, NAN, NAN, NAN};
  EXPECT_EQ(writePicture(file("a.png"), {{{{&one, 1, 1}}}}, {"\xc3\xa9t\xc3\xa9"}), "");
  EXPECT_GE(Image(file("a.png")).height, 64);
  EXPECT_EQ(writePicture(file("a.png"), {{{{both, 2, 1}}}}, {std::string(500, 'x')}), "");
  EXPECT_EQ(writePicture(file("a.png"), {{{{both, 1, 2}}}}, {"\xc3\xff\xe2\x80"}), "");
  EXPECT_EQ(writePicture(file("a.png"), {{{{odd, 2, 2}}}}, {}), "");
  EXPECT_NE(writePicture(file("b.png"), {{{{&zero, 0, 1}}}}, {}), "");
  EXPECT_NE(writePicture(file("none/b.png"), {{{{&zero, 1, 1}}}}, {}), "");
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
} // namespace stencilc::picture_test
