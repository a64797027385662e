/// \file Frames of movies: means of cells, their file, and the GIF that is drawn of them.
#include "Folder.h"
#include "runtime/files/FieldPlane.h"
#include "runtime/files/FrameFile.h"
#include "runtime/pictures/Movie.h"
#include "runtime/pictures/Ticks.h"
#include <cmath>
#include <fstream>

namespace stencilc::frames_test {
namespace {

class FramesTest : public Folder {
public:
  /// A file of frames, each of nx times ny cells of one value.
  void write(std::int64_t nx, std::int64_t ny, std::int64_t most,
             const std::vector<double> &values) {
    FrameOutput output;
    ASSERT_TRUE(output.open(file("frames"), nx, ny, most)) << output.error();
    std::int64_t step = 0;
    for (const double value : values) {
      const std::vector<double> cells(std::size_t(nx * ny), value);
      output.begin();
      output.add(cells.data(), nx * ny, Scalar::F64);
      ASSERT_TRUE(output.end(step));
      step += 10;
    }
    ASSERT_TRUE(output.finish() && output.commit());
  }
};

TEST_F(FramesTest, largePlanesAreMeansOfSquares) {
  FrameOutput output;
  ASSERT_TRUE(output.open(file("frames"), 5, 3, 3)); // squares of two; narrower at the ends
  const float cells[15] = {1, 3, 5, 7, 9, 1, 3, 5, 7, 9, 2, 4, 6, NAN, 8};
  output.begin();
  output.add(cells, 7, Scalar::F32); // in parts
  output.add(cells + 7, 8, Scalar::F32);
  ASSERT_TRUE(output.end(42) && output.finish() && output.commit());
  FrameInput input;
  ASSERT_TRUE(input.open(file("frames")));
  EXPECT_EQ(input.header().nx, 3);
  EXPECT_EQ(input.header().ny, 2);
  EXPECT_EQ(input.header().perValue, 2);
  Frame frame;
  ASSERT_TRUE(input.next(frame));
  EXPECT_EQ(frame.step, 42);
  EXPECT_EQ(frame.values[0], 2);
  EXPECT_EQ(frame.values[1], 6);
  EXPECT_EQ(frame.values[2], 9);
  EXPECT_EQ(frame.values[3], 3);
  EXPECT_TRUE(std::isnan(frame.values[4]));
  EXPECT_EQ(frame.values[5], 8);
  EXPECT_FALSE(input.next(frame));
  input.rewind();
  EXPECT_TRUE(input.next(frame));
}

TEST_F(FramesTest, anotherFileHoldsNone) {
  std::ofstream(file("a")) << "something else that is longer than a head of a file with frames";
  FrameInput input;
  EXPECT_FALSE(input.open(file("a")));
  EXPECT_FALSE(input.open(file("none")));
  MovieFacts facts;
  EXPECT_NE(writeMovie(file("a.gif"), file("a"), {}, facts), "");
  write(4, 4, 100, {});
  EXPECT_NE(writeMovie(file("a.gif"), file("frames"), {}, facts), "");
}

TEST_F(FramesTest, moviesHaveAllFramesAndAppearWhole) {
  write(8, 6, 100, {0, 1, 1, NAN, -2});
  MovieOptions options;
  options.look.longest = 64;
  int drawn = 0;
  options.drawn = [&](std::int64_t) { ++drawn; };
  MovieFacts facts;
  ASSERT_EQ(writeMovie(file("a.gif"), file("frames"), options, facts), "");
  EXPECT_EQ(facts.frames, 5);
  EXPECT_EQ(drawn, 5);
  const std::string gif = get("a.gif");
  EXPECT_EQ(gif.size(), facts.bytes);
  EXPECT_EQ(gif.substr(0, 6), "GIF89a");
  EXPECT_EQ(gif.back(), ';');
  EXPECT_NE(writeMovie(file("none/a.gif"), file("frames"), options, facts), "");
  write(30, 1, 100, {0, 1});
  EXPECT_EQ(writeMovie(file("b.gif"), file("frames"), options, facts), "");
}

TEST_F(FramesTest, moviesInMemoryHaveTheBytesOfThoseInFiles) {
  std::vector<float> planes[2];
  FrameOutput output;
  ASSERT_TRUE(output.open(file("frames"), 50, 30, 20));
  for (int i = 0; i < 2; ++i) {
    for (int cell = 0; cell < 50 * 30; ++cell)
      planes[i].push_back(static_cast<float>((cell * 7 + i * 13) % 31));
    output.begin();
    output.add(planes[i].data(), 50 * 30, Scalar::F32);
    ASSERT_TRUE(output.end(40 * i));
  }
  ASSERT_TRUE(output.finish() && output.commit());
  MovieOptions options;
  options.look.longest = 20;
  MovieFacts facts;
  ASSERT_EQ(writeMovie(file("a.gif"), file("frames"), options, facts), "");
  std::string gif;
  ASSERT_EQ(
      encodeMovie({{planes[0].data(), 50, 30}, {planes[1].data(), 50, 30}}, {0, 40}, options, gif),
      "");
  EXPECT_EQ(gif, get("a.gif"));
  EXPECT_NE(encodeMovie({}, {}, options, gif), "");
}

TEST(Ticks, areRoundAndLieBetweenTheEnds) {
  const auto texts = [](double low, double high, int most, bool isWhole = false) {
    const Ticks ticks = ticksBetween(low, high, most, isWhole);
    std::string text;
    for (const Tick &tick : ticks.marks) {
      EXPECT_GE(tick.at, low - 1e-9 * std::abs(low));
      EXPECT_LE(tick.at, high + 1e-9 * std::abs(high));
      text += tick.text + " ";
    }
    return text + ticks.factor;
  };
  EXPECT_EQ(texts(0, 99, 5, true), "0 20 40 60 80 ");
  EXPECT_EQ(texts(0, 2, 8, true), "0 1 2 ");
  EXPECT_EQ(texts(-1, 1, 4), "\u22121.0 \u22120.5 0 0.5 1.0 ");
  EXPECT_EQ(texts(0, 3e-7, 3), "0 1 2 3 \u00d710\u207b\u2077");
  EXPECT_EQ(texts(0, 2.5e12, 5), "0 0.5 1.0 1.5 2.0 2.5 \u00d710\u00b9\u00b2");
  EXPECT_EQ(texts(7, 7, 5), "7 ");
  EXPECT_EQ(texts(0, 0, 5), "0 ");
  EXPECT_EQ(texts(-1e308, 1.7e308, 3), "\u22121 0 1 \u00d710\u00b3\u2070\u2078");
}

TEST(Planes, areNamedByAnAxisAndACell) {
  const auto plane = parseFieldPlane("p[ y = 12 ]");
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->field, "p");
  EXPECT_EQ(plane->axis, "y");
  EXPECT_EQ(plane->at, 12);
  EXPECT_EQ(parseFieldPlane("p[z]")->at, -1);
  for (const char *wrong :
       {"p", "p[", "p[]", "p[y=]", "p[y=-1]", "p[y=a]", "p[t-1]", "p[y+1=2]", ""})
    EXPECT_FALSE(parseFieldPlane(wrong)) << wrong;
}

} // namespace
} // namespace stencilc::frames_test
