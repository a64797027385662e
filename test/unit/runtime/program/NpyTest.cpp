/// \file .npy files: what is written can be read back, and every kind of broken file is named.
#include "runtime/files/Npy.h"
#include "Folder.h"
#include "Texts.h"
#include "runtime/core/support/Text.h"
#include <cmath>
#include <csignal>
#include <cstring>
#include <sys/resource.h>

using namespace stencilc;
using testing::Test;

namespace {

class NpyTest : public Folder {
protected:
  /// A file of `version` with `dictionary`, then `cells` as raw bytes.
  std::string npy(const std::string &dictionary, const std::string &cells, int version = 1) {
    const std::size_t length = dictionary.size();
    std::string bytes = std::string("\x93NUMPY", 6) + static_cast<char>(version) + '\0';
    for (int i = 0; i < (version > 1 ? 4 : 2); ++i)
      bytes += static_cast<char>(length >> 8 * i & 0xff);
    return put("a.npy", bytes + dictionary + cells);
  }
  template <class T> static std::string raw(std::initializer_list<T> values) {
    std::string bytes;
    for (T value : values)
      bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    return bytes;
  }
  static NpyAxes axes(int rank, std::int64_t nx, std::int64_t ny = 1, std::int64_t nz = 1) {
    NpyAxes a;
    a.rank = rank;
    a.extents[0] = nx;
    a.extents[1] = ny;
    a.extents[2] = nz;
    return a;
  }
  /// The error of reading a.npy as a field T; empty if it is fine.
  std::string read(const NpyAxes &a, Scalar scalar = Scalar::F64) {
    NpyInput input;
    std::vector<double> cells(a.cells());
    if (input.open(file("a.npy")) && input.checkShape(a, "T") &&
        input.readCells(cells.data(), a.cells(), scalar))
      return "";
    return input.error();
  }
};

const char *const kGood = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }\n";

TEST_F(NpyTest, roundTripKeepsEveryBit) {
  double cells[6] = {0.1, -0.0, 5e-324, 1.7976931348623157e308, 3, -1.0 / 3};
  NpyOutput output;
  ASSERT_TRUE(output.open(file("a.npy"), Scalar::F64, axes(2, 3, 2))) << output.error();
  ASSERT_TRUE(output.writeCells(cells, 4) && output.writeCells(cells + 4, 2));
  ASSERT_TRUE(output.finish() && output.commit()) << output.error();
  NpyInput input;
  double back[6];
  ASSERT_TRUE(input.open(file("a.npy")) && input.checkShape(axes(2, 3, 2), "T"));
  ASSERT_TRUE(input.readCells(back, 6, Scalar::F64)) << input.error();
  EXPECT_EQ(std::memcmp(cells, back, sizeof cells), 0);
  EXPECT_EQ(entries(), 1);
}

TEST_F(NpyTest, headerIsWhatNumpyWrites) {
  NpyOutput output;
  float cells[6] = {};
  ASSERT_TRUE(output.open(file("a.npy"), Scalar::F32, axes(3, 3, 2, 1)));
  ASSERT_TRUE(output.writeCells(cells, 6) && output.finish() && output.commit());
  const std::string bytes = get("a.npy");
  const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3), }";
  EXPECT_EQ(bytes.size(), 128u + 24);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(bytes.substr(10, 118), text + std::string(117 - text.size(), ' ') + "\n");
}

TEST_F(NpyTest, oneDimensionHasATrailingComma) {
  NpyOutput output;
  double cells[2] = {1, 2};
  ASSERT_TRUE(output.open(file("a.npy"), Scalar::F64, axes(1, 2)));
  ASSERT_TRUE(output.writeCells(cells, 2) && output.finish() && output.commit());
  EXPECT_HAS(get("a.npy"), "'shape': (2,), }");
  EXPECT_EQ(read(axes(1, 2)), "");
}

TEST_F(NpyTest, allVersionsAndSpellingsAreRead) {
  const std::string cells = raw({1.0, 2.0, 3.0});
  for (int version = 1; version <= 3; ++version) {
    npy(kGood, cells, version);
    EXPECT_EQ(read(axes(1, 3)), "");
  }
  npy("{\"shape\":(3L,),\"fortran_order\":False,\"descr\":\"<f8\"}", cells);
  EXPECT_EQ(read(axes(1, 3)), "");
}

TEST_F(NpyTest, narrowFilesWidenAndWideFilesRoundOnce) {
  npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", raw({0.1f, -2.5f}));
  NpyInput input;
  double wide[2];
  ASSERT_TRUE(input.open(file("a.npy")) && input.readCells(wide, 2, Scalar::F64));
  EXPECT_EQ(wide[0], static_cast<double>(0.1f));
  npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", raw({0.1, -2.5}));
  NpyInput second;
  float narrow[2];
  ASSERT_TRUE(second.open(file("a.npy")) && second.readCells(narrow, 2, Scalar::F32));
  EXPECT_EQ(narrow[0], 0.1f);
}

TEST_F(NpyTest, wrongShapeNamesEveryExtent) {
  npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", raw({1., 2., 3., 4., 5., 6.}));
  const std::string wrong = read(axes(2, 4, 2));
  EXPECT_HAS(wrong, "has shape (ny=2, nx=3)");
  EXPECT_HAS(wrong, "field 'T' has (ny=2, nx=4)");
  EXPECT_HAS(wrong, "--size=3,2");
  EXPECT_HAS(read(axes(2, 2, 3)), "the axes are reversed");
  EXPECT_HAS(read(axes(3, 3, 2, 1)), "has 2 dimensions, shape (2, 3); field 'T' needs 3");
}

TEST_F(NpyTest, wrongTypesAreNamedWithTheRemedy) {
  const auto type = [&](const char *text) {
    npy(format("{'descr': '%s', 'fortran_order': False, 'shape': (3,), }", text),
        std::string(24, '\0'));
    return read(axes(1, 3));
  };
  EXPECT_HAS(type("<i8"), "holds integers of another size (<i8)");
  EXPECT_HAS(type(">f8"), "big-endian");
  EXPECT_HAS(type("<f16"), "another size");
  EXPECT_HAS(type("<c16"), "complex");
  EXPECT_HAS(type("|b1"), "truth values");
  EXPECT_HAS(type("|O"), "no numbers");
  EXPECT_HAS(type("<i8"), "array.astype('<f8')");
  npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", std::string(24, '\0'));
  EXPECT_HAS(read(axes(1, 3)), "records");
  npy("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 1), }", std::string(24, '\0'));
  EXPECT_HAS(read(axes(2, 1, 3)), "Fortran order");
}

TEST_F(NpyTest, truncatedAndOverlongFilesAreRefused) {
  npy(kGood, raw({1.0, 2.0}));
  EXPECT_HAS(read(axes(1, 3)),
             "is cut short: its header announces 24 bytes of numbers, it holds 16");
  npy(kGood, raw({1.0, 2.0, 3.0, 4.0}));
  EXPECT_HAS(read(axes(1, 3)), "8 bytes more");
  const std::string whole = (npy(kGood, raw({1.0, 2.0, 3.0})), get("a.npy"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put("a.npy", whole.substr(0, length));
    EXPECT_NE(read(axes(1, 3)), "") << length;
  }
}

TEST_F(NpyTest, brokenHeadersAreRefused) {
  for (const char *text :
       {"", "{", "}", "{'descr' '<f8'}", "{'descr': '<f8', 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 3}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} more",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'extra': True}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"}) {
    npy(text, raw({1.0, 2.0, 3.0}));
    EXPECT_HAS(read(axes(1, 3)), "is not a .npy header") << text;
  }
  npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "");
  EXPECT_HAS(read(axes(2, 3, 3)), "more cells than 64 bits can address");
  npy(kGood, raw({1.0, 2.0, 3.0}), 4);
  EXPECT_HAS(read(axes(1, 3)), "version 4.0");
  put("a.npy", "PNG and something else");
  EXPECT_HAS(read(axes(1, 3)), "is not a .npy file");
  std::filesystem::remove(file("a.npy"));
  EXPECT_HAS(read(axes(1, 3)), "cannot be read: No such file");
}

TEST_F(NpyTest, theFirstCellThatIsNotFiniteIsNamedAndTaken) {
  npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }",
      raw({1., 2., 3., 4., std::nan(""), HUGE_VAL}));
  NpyInput input;
  std::vector<double> cells(6);
  ASSERT_TRUE(input.open(file("a.npy")) && input.checkShape(axes(2, 3, 2), "T") &&
              input.readCells(cells.data(), 6, Scalar::F64));
  EXPECT_HAS(input.firstNotFinite(), "holds nan at cell x=1, y=1, array index [1, 1]");
  EXPECT_EQ(cells[5], HUGE_VAL);
  npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", raw({1e300}));
  EXPECT_EQ(read(axes(1, 1)), "");
  EXPECT_HAS(read(axes(1, 1), Scalar::F32), "a field stored as f32 cannot hold this");
}

TEST_F(NpyTest, everyNanIsWrittenWithTheSameBits) {
  double wide[3] = {std::copysign(std::nan("7"), -1.), -HUGE_VAL, 1};
  float narrow[2] = {std::copysign(std::nanf("7"), -1.F), 2};
  NpyAxes three = axes(1, 3), two = axes(1, 2);
  for (const auto &[scalar, count] : {std::pair{Scalar::F64, 3}, {Scalar::F32, 2}}) {
    NpyOutput output;
    ASSERT_TRUE(output.open(file("a.npy"), scalar, scalar == Scalar::F64 ? three : two));
    ASSERT_TRUE(
        output.writeCells(scalar == Scalar::F64 ? static_cast<void *>(wide) : narrow, count));
    EXPECT_FALSE(output.allFinite());
    ASSERT_TRUE(output.finish() && output.commit());
    const std::string bytes = get("a.npy");
    const std::string nan = scalar == Scalar::F64 ? std::string("\0\0\0\0\0\0\xf8\x7f", 8)
                                                  : std::string("\0\0\xc0\x7f", 4);
    EXPECT_EQ(bytes.substr(128, nan.size()), nan);
  }
}

TEST_F(NpyTest, anUnfinishedFileLeavesNothing) {
  const double cell = 1;
  for (bool nameless : {true, false}) {
    OutputFile output;
    ASSERT_TRUE(output.open(file("a.npy"), 8, nameless)) << output.error();
    ASSERT_TRUE(output.write(&cell, 8) && output.finish());
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(NpyTest, anExistingFileIsReplacedOnlyAtTheEnd) {
  for (bool nameless : {true, false}) {
    put("a.npy", "old");
    OutputFile output;
    ASSERT_TRUE(output.open(file("a.npy"), 3, nameless));
    ASSERT_TRUE(output.write("new", 3) && output.finish());
    EXPECT_EQ(get("a.npy"), "old");
    ASSERT_TRUE(output.commit()) << output.error();
    EXPECT_EQ(get("a.npy"), "new");
    EXPECT_EQ(entries(), 1);
  }
}

TEST_F(NpyTest, aLinkStaysALink) {
  put("real.npy", "old");
  std::filesystem::create_symlink("real.npy", folder / "a.npy");
  OutputFile output;
  ASSERT_TRUE(output.open(file("a.npy"), 3) && output.write("new", 3));
  ASSERT_TRUE(output.finish() && output.commit());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "a.npy"));
  EXPECT_EQ(get("real.npy"), "new");
}

TEST_F(NpyTest, aFullDiskIsNamed) {
  NpyOutput output;
  EXPECT_FALSE(output.open("/dev/full", Scalar::F64, axes(1, 3)));
  EXPECT_HAS(output.error(), "the disk is full");
  OutputFile large;
  EXPECT_FALSE(large.open(file("a.npy"), std::uint64_t(1) << 60));
  EXPECT_HAS(large.error(), "not enough space: need 1.00 EiB, have ");
  EXPECT_EQ(entries(), 0);
}

TEST_F(NpyTest, aLimitOnFileSizesLeavesNothing) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::vector<char> bytes(10000);
  for (bool nameless : {true, false}) {
    OutputFile output;
    EXPECT_TRUE(output.open(file("a.npy"), bytes.size(), nameless));
    EXPECT_FALSE(output.write(bytes.data(), bytes.size()));
    EXPECT_HAS(output.error(), "ulimit -f");
    EXPECT_EQ(entries(), 0);
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
}

TEST_F(NpyTest, aMissingFolderIsNamed) {
  OutputFile output;
  EXPECT_FALSE(output.open(file("none/a.npy"), 8));
  EXPECT_HAS(output.error(), "its folder does not exist");
  EXPECT_FALSE(output.open(folder.string(), 8));
  EXPECT_HAS(output.error(), "is a folder");
}

} // namespace
