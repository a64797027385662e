/// \file The program around emitted code: files in and out, exit codes, refusals that leave
/// nothing.
#include "Folder.h"
#include "HandPrograms.h"
#include "Texts.h"
#include "runtime/files/Npy.h"
#include "runtime/program/Main.h"
#include <fstream>
#include <nlohmann/json.hpp>

namespace stencilc::program_test {
namespace {

class ProgramTest : public Folder {
protected:
  /// Runs the program as a command; what it printed is in `printed` and `said`.
  int run(const ProgramDescription &program, std::vector<std::string> words) {
    words.insert(words.begin(), program.name);
    std::vector<const char *> argv;
    for (const std::string &word : words)
      argv.push_back(word.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = programMain(program, static_cast<int>(argv.size()), argv.data());
    printed = testing::internal::GetCapturedStdout();
    said = testing::internal::GetCapturedStderr();
    return code;
  }

  /// Writes cells of a field with two axes.
  void array(const std::string &name, std::vector<double> cells, std::int64_t nx, std::int64_t ny) {
    NpyAxes axes;
    axes.rank = 2;
    axes.extents[0] = nx;
    axes.extents[1] = ny;
    NpyOutput output;
    ASSERT_TRUE(output.open(file(name), Scalar::F64, axes));
    ASSERT_TRUE(output.writeCells(cells.data(), nx * ny) && output.finish() && output.commit());
  }
  std::vector<double> cells(const std::string &name) {
    NpyInput input;
    EXPECT_TRUE(input.open(file(name))) << input.error();
    std::vector<double> values(input.header().cells);
    EXPECT_TRUE(input.readCells(values.data(), std::int64_t(values.size()), Scalar::F64));
    return values;
  }

  std::string printed, said;
};

ProgramDescription hinted() {
  ProgramDescription program = programs::heat;
  program.sizeHint[0] = 6;
  program.sizeHint[1] = 3;
  program.stepsHint = 2;
  return program;
}

TEST_F(ProgramTest, runsAsItStands) {
  ASSERT_EQ(run(hinted(), {}), 0) << said;
  EXPECT_HAS(printed, "heat2d: 6 x 3 cells (x, y), 2 steps, 36 updates\n");
  EXPECT_HAS(printed, "  not kept  T: add --out T=T.npy\n");
  EXPECT_EQ(printed.find("  memory "), std::string::npos) << printed;
  EXPECT_EQ(said, "");
  ASSERT_EQ(run(hinted(), {"-v"}), 0) << said;
  EXPECT_HAS(printed, "  memory    device ");
}

TEST_F(ProgramTest, jsonIsOneObjectAndQuietIsQuiet) {
  ASSERT_EQ(run(hinted(), {"--json", "--out", "T=" + file("T.npy")}), 0) << said;
  const nlohmann::json json = nlohmann::json::parse(printed);
  EXPECT_EQ(json["steps"], 2);
  EXPECT_EQ(json["size"], (nlohmann::json{6, 3}));
  EXPECT_EQ(json["results"], nlohmann::json{file("T.npy")});
  EXPECT_GT(json["host_bytes"], 0);
  ASSERT_EQ(run(hinted(), {"-q"}), 0);
  EXPECT_EQ(printed + said, "");
}

TEST_F(ProgramTest, theSummaryGoesToAFileAsWell) {
  ASSERT_EQ(run(hinted(), {"-q", "--predicted=0.5", "--summary=" + file("s.json")}), 0) << said;
  EXPECT_EQ(printed + said, "");
  std::ifstream written(file("s.json"));
  const nlohmann::json json = nlohmann::json::parse(written);
  EXPECT_EQ(json["steps"], 2);
  EXPECT_DOUBLE_EQ(json["predicted_glups"], 0.5);
  EXPECT_DOUBLE_EQ(json["measured_over_predicted"], json["glups"].get<double>() / 0.5);
  EXPECT_EQ(run(hinted(), {"--summary=" + file("none/s.json")}), 1);
  EXPECT_HAS(said, "its folder does not exist");
}

TEST_F(ProgramTest, filesInAndOut) {
  array("in.npy", {0, 4, 0, 0, 8, 0}, 3, 2);
  ASSERT_EQ(run(hinted(), {"--init=T=" + file("in.npy"), "--steps=1", "--param=d=0.25", "-q",
                           "--out=T=" + file("out.npy"), "--slice=T=" + file("after.npy"),
                           "--slice-start=T=" + file("before.npy")}),
            0)
      << said;
  EXPECT_EQ(cells("out.npy"), (std::vector<double>{1, 2, 1, 2, 4, 2}));
  EXPECT_EQ(cells("after.npy"), cells("out.npy"));
  EXPECT_EQ(cells("before.npy"), cells("in.npy"));
  EXPECT_EQ(entries(), 4);
}

TEST_F(ProgramTest, theSizeComesFromTheCommandLineThenTheFileThenTheSource) {
  array("in.npy", {1, 2, 3, 4, 5, 6}, 2, 3);
  ASSERT_EQ(run(hinted(), {"--init=T=" + file("in.npy"), "--steps=0"}), 0) << said;
  EXPECT_HAS(printed, "2 x 3 cells");
  EXPECT_EQ(run(hinted(), {"--init=T=" + file("in.npy"), "--size=3,2"}), 1);
  EXPECT_HAS(said, "the axes are reversed");
  EXPECT_EQ(run(programs::heat, {}), 1);
  EXPECT_HAS(said, "names no size: give --size=nx,ny");
  EXPECT_EQ(run(programs::heat, {"--size=4,4"}), 0);
  EXPECT_HAS(printed, "100 steps");
}

TEST_F(ProgramTest, aFieldMayNameItsFile) {
  FieldDescription field = programs::heatFields[0];
  const std::string path = file("start.npy");
  field.initFile = path.c_str();
  ProgramDescription program = hinted();
  program.fields = &field;
  EXPECT_EQ(run(program, {}), 1);
  EXPECT_HAS(said, "which does not exist; give --init T=FILE.npy");
  array("start.npy", {1, 2, 3, 4}, 2, 2);
  EXPECT_EQ(run(program, {"--steps=0", "-q", "--out=T=" + file("out.npy")}), 0) << said;
  EXPECT_EQ(cells("out.npy"), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(ProgramTest, repetitionsStartFromTheSameState) {
  array("in.npy", {0, 4, 0, 0, 8, 0}, 3, 2);
  for (const char *repeat : {"--repeat=1", "--repeat=4"}) {
    ASSERT_EQ(run(hinted(), {"--init=T=" + file("in.npy"), "--steps=1", repeat, "--json",
                             "--out=T=" + file("out.npy")}),
              0)
        << said;
    EXPECT_EQ(cells("out.npy"), (std::vector<double>{1, 2, 1, 2, 4, 2}));
    const nlohmann::json json = nlohmann::json::parse(printed);
    EXPECT_EQ(json["repetitions"], repeat[9] - '0');
    EXPECT_LE(json["seconds_fastest"], json["seconds"]);
    EXPECT_LE(json["seconds"], json["seconds_slowest"]);
  }
}

TEST_F(ProgramTest, refusalsComeBeforeTheRunAndLeaveNothing) {
  const std::string out = "--out=T=" + file("out.npy");
  EXPECT_EQ(run(hinted(), {out, "--param", "d=2"}), 1);
  EXPECT_HAS(said, "heat2d: error: parameter 'd' = 2 is out of its range");
  EXPECT_EQ(run(hinted(), {out, "--size=1,4"}), 1);
  EXPECT_HAS(said, "nx=1 is too small");
  EXPECT_EQ(run(hinted(), {out, "--size=100000,100000", "--device-mem=1GiB"}), 1);
  EXPECT_HAS(said, "a grid of 100000 x 100000 cells needs 149 GiB of memory, have 1.00 GiB");
  EXPECT_EQ(run(hinted(), {out, "--slice=T=" + file("none/s.npy")}), 1);
  EXPECT_HAS(said, "its folder does not exist");
  EXPECT_EQ(run(hinted(), {out, "--init=T=" + file("none.npy")}), 1);
  EXPECT_HAS(said, "cannot be read");
  EXPECT_EQ(printed, "");
  EXPECT_EQ(entries(), 0);
}

TEST_F(ProgramTest, anArrayThatHoldsNanIsNotedAndTaken) {
  array("nan.npy", {1, std::nan(""), 3, 4}, 2, 2);
  EXPECT_EQ(run(hinted(), {"--init=T=" + file("nan.npy"), "--out=T=" + file("u.csv")}), 0);
  EXPECT_HAS(said, "holds nan at cell x=1, y=0, array index [0, 1]; the run starts with it");
  EXPECT_HAS(said, "u.csv' is written as a NumPy array");
}

TEST_F(ProgramTest, aFullDiskKeepsTheOldResult) {
  put("out.npy", "old");
  EXPECT_EQ(run(hinted(), {"--out=T=" + file("out.npy"), "--slice=T=/dev/full"}), 1);
  EXPECT_HAS(said, "the disk is full");
  EXPECT_EQ(get("out.npy"), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(ProgramTest, anUnstableRunIsNoted) {
  array("in.npy", {1e308, -1e308, 1e308, -1e308}, 2, 2);
  const std::vector<std::string> words = {"--init=T=" + file("in.npy"), "--param=d=0.5",
                                          "--param=offset=0", "--steps=9", "-q"};
  EXPECT_EQ(run(hinted(), words), 0);
  EXPECT_HAS(said, "warning: field 'T' holds NaN or infinity in 4 of 4 cells at the end");
}

TEST_F(ProgramTest, wideFilesInNarrowFieldsAreNoted) {
  FieldDescription fields[2] = {programs::waveFields[0], programs::waveFields[1]};
  ProgramDescription program = programs::wave;
  program.fields = fields;
  NpyAxes axes;
  axes.rank = 1;
  axes.extents[0] = 2;
  double speeds[2] = {0.1, 2};
  NpyOutput output;
  ASSERT_TRUE(output.open(file("c.npy"), Scalar::F64, axes) && output.writeCells(speeds, 2) &&
              output.finish() && output.commit());
  ASSERT_EQ(run(program, {"--init=c=" + file("c.npy"), "--steps=1", "--out=u=" + file("u.npy")}),
            0);
  EXPECT_HAS(said, "note: '" + file("c.npy") + "' holds f8; field 'c' is stored as f32");
  EXPECT_EQ(cells("u.npy"), (std::vector<double>{1.0 + static_cast<double>(0.1f), 4}));
}

TEST_F(ProgramTest, helpGoesToStandardOutput) {
  EXPECT_EQ(run(hinted(), {"--help"}), 0);
  EXPECT_HAS(printed, "examples:\n  heat2d --size=6,3 --steps=100");
}

TEST_F(ProgramTest, chunksCoverLongRowsAndManyRows) {
  // A row longer than a chunk of 32 MiB, and rows that do not fill one evenly.
  for (const char *size : {"--size=5000000,1", "--size=999999,7"}) {
    ASSERT_EQ(run(hinted(), {size, "--steps=0", "-q", "--out=T=" + file("a.npy")}), 0) << said;
    ASSERT_EQ(run(hinted(), {size, "--steps=0", "-q", "--init=T=" + file("a.npy"),
                             "--out=T=" + file("b.npy")}),
              0)
        << said;
    EXPECT_EQ(get("a.npy"), get("b.npy"));
    const std::vector<double> values = cells("a.npy");
    EXPECT_EQ(values.back(), size[7] == '5' ? 3 * 4999999.0 : 3 * 999998.0 + 36 % 7);
  }
}

} // namespace
} // namespace stencilc::program_test
