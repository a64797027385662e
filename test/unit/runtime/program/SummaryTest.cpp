/// \file The summary of a run: valid JSON with every number, and text without what is not known.
#include "runtime/program/Summary.h"
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace stencilc;

namespace summary_test {
namespace {

const FieldDescription fields[] = {
    {.name = "T", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true},
};
const ParameterDescription parameters[] = {
    {.name = "d", .value = 0.1, .low = 0, .high = 1, .hasRange = true},
};
const ProgramDescription heat = {
    .name = "heat",
    .source = "a \"b\"\\\n.stencil",
    .schedule = "sweep",
    .scheduleOptions = "reuse=registers",
    .target = "cuda sm_90",
    .rank = 3,
    .axes = {"x", "y", "z"},
    .fields = fields,
    .fieldCount = 1,
    .parameters = parameters,
    .parameterCount = 1,
    .sizeHint = {},
    .stepsHint = 0,
    .minimumExtents = {1, 1, 1},
    .bytesPerUpdate = 16,
    .flopsPerUpdate = 10,
    .uniformBytes = 0,
    .uniforms = nullptr,
    .initialValue = nullptr,
    .step = nullptr,
};

Summary measured() {
  Summary s;
  s.size[0] = 1000;
  s.size[1] = 100;
  s.size[2] = 10;
  s.steps = 1000;
  s.parameters = {0.1};
  s.device = "a GPU";
  s.seconds = 0.5;
  s.deviceBytes = 16e6;
  s.isVerbose = true;
  return s;
}

TEST(Summary, jsonHoldsEveryMeasurement) {
  Summary s = measured();
  s.repetitions = 5;
  s.fastest = 0.4;
  s.slowest = 0.6;
  s.copyBytesPerSecond = 64e9;
  s.hostBytes = 1e6;
  s.joules = 12;
  s.results = {"T.npy", "odd \x01 name"};
  const nlohmann::json json = nlohmann::json::parse(summaryJson(heat, s));
  EXPECT_EQ(json["program"], "heat");
  EXPECT_EQ(json["source"], "a \"b\"\\\n.stencil");
  EXPECT_EQ(json["size"], (nlohmann::json{1000, 100, 10}));
  EXPECT_EQ(json["axes"], (nlohmann::json{"x", "y", "z"}));
  EXPECT_EQ(json["cells"], 1e6);
  EXPECT_EQ(json["updates"], 1e9);
  EXPECT_EQ(json["parameters"]["d"], 0.1);
  EXPECT_DOUBLE_EQ(json["glups"], 2.0);
  EXPECT_DOUBLE_EQ(json["gb_per_second"], 32.0);
  EXPECT_DOUBLE_EQ(json["share_of_copy"], 0.5);
  EXPECT_EQ(json["seconds_fastest"], 0.4);
  EXPECT_EQ(json["schedule_options"], "reuse=registers");
  EXPECT_EQ(json["device_bytes"], 16e6);
  EXPECT_EQ(json["joules"], 12);
  EXPECT_EQ(json["results"], (nlohmann::json{"T.npy", "odd \x01 name"}));
}

TEST(Summary, whatWasNotMeasuredIsAbsent) {
  Summary s = measured();
  const nlohmann::json json = nlohmann::json::parse(summaryJson(heat, s));
  for (const char *name : {"joules", "copy_gb_per_second", "share_of_copy", "repetitions"})
    EXPECT_FALSE(json.contains(name)) << name;
  s.steps = 0;
  s.seconds = 0;
  EXPECT_FALSE(nlohmann::json::parse(summaryJson(heat, s)).contains("glups"));
  EXPECT_EQ(summaryText(heat, s).find("GLUP/s"), std::string::npos);
  EXPECT_EQ(summaryText(heat, s).find("energy"), std::string::npos);
}

TEST(Summary, predictionsAreComparedWithWhatWasMeasured) {
  Summary s = measured();
  s.predicted = 1.6e9;
  const nlohmann::json json = nlohmann::json::parse(summaryJson(heat, s));
  EXPECT_DOUBLE_EQ(json["predicted_glups"], 1.6);
  EXPECT_DOUBLE_EQ(json["measured_over_predicted"], 1.25);
  EXPECT_NE(summaryText(heat, s).find("  predicted 1.6 GLUP/s; measured is 125.0% of it\n"),
            std::string::npos);
  s.steps = 0; // nothing was measured
  EXPECT_FALSE(nlohmann::json::parse(summaryJson(heat, s)).contains("predicted_glups"));
  EXPECT_EQ(summaryText(heat, s).find("predicted"), std::string::npos);
}

TEST(Summary, textReadsWell) {
  Summary s = measured();
  s.copyBytesPerSecond = 64e9;
  s.results = {"T.npy"};
  EXPECT_EQ(summaryText(heat, s),
            "heat: 1000 x 100 x 10 cells (x, y, z), 1000 steps, 1,000,000,000 updates\n"
            "  time      500 ms on a GPU\n"
            "  rate      2 GLUP/s, 32 GB/s at 16 bytes per update\n"
            "  bandwidth 50% of a copy in memory (64 GB/s)\n"
            "  schedule  sweep:reuse=registers, target cuda sm_90\n"
            "  memory    device 15.3 MiB\n"
            "  written   T.npy\n");
}

TEST(Summary, oneLineIsAboutSpeedUnlessMoreIsAskedFor) {
  Summary s = measured();
  s.isVerbose = false;
  s.copyBytesPerSecond = 64e9;
  s.joules = 12;
  s.fields = {{.name = "T", .least = 0, .most = 99.7, .mean = 1 / 3.0, .cells = 1000000}};
  s.isAnythingKept = false;
  EXPECT_EQ(summaryText(heat, s),
            "heat: 1000 x 100 x 10 cells (x, y, z), 1000 steps, 1,000,000,000 updates\n"
            "  field T   minimum 0, maximum 99.7, mean 0.333333\n"
            "  time      500 ms on a GPU: 2 GLUP/s, 50% of a copy in memory\n"
            "  not kept  T: add --out T=T.npy\n");
  s.fitsInCache = true; // the copy is no bound
  s.fields[0].notFinite = 7;
  const std::string text = summaryText(heat, s);
  EXPECT_NE(
      text.find("minimum 0, maximum 99.7 of the finite cells; 7 of 1000000 cells are not finite\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("on a GPU: 2 GLUP/s\n"), std::string::npos) << text;
}

TEST(Summary, manyFieldsAreCounted) {
  Summary s = measured();
  for (int i = 0; i < 9; ++i)
    s.fields.push_back({.name = "f" + std::to_string(i), .cells = 1});
  EXPECT_NE(summaryText(heat, s).find("field f8"), std::string::npos);
  s.isVerbose = false;
  EXPECT_EQ(summaryText(heat, s).find("field f6"), std::string::npos);
  EXPECT_NE(summaryText(heat, s).find("  fields    3 more; -v shows all\n"), std::string::npos);
}

TEST(Summary, unitsFitTheirNumbers) {
  EXPECT_EQ(formatBytes(1), "1 byte");
  EXPECT_EQ(formatBytes(1536), "1.50 KiB");
  EXPECT_EQ(formatBytes(0x1p60), "1.00 EiB");
  EXPECT_EQ(formatSeconds(2e-5), "20.0 us");
  EXPECT_EQ(formatSeconds(125), "2 min 05 s");
  EXPECT_EQ(formatSeconds(7260), "2 h 01 min");
  EXPECT_EQ(groupDigits(12), "12");
  EXPECT_EQ(groupDigits(123456), "123,456");
}

// --- reports
// --------------------------------------------------------------------------------------

const ReportDescription reports[] = {{"change", "max(T)", 10}};
const RuleDescription rules[] = {{"change < \"x\"", 10}};

ProgramDescription watched() {
  ProgramDescription program = heat;
  program.reports = reports;
  program.reportCount = 1;
  program.rules = rules;
  program.ruleCount = 1;
  return program;
}

TEST(Summary, reportsAreJsonWhateverTheirValue) {
  const ProgramDescription program = watched();
  Summary s = measured();
  auto json = nlohmann::json::parse(summaryJson(program, s));
  EXPECT_TRUE(json["reports"].empty());
  EXPECT_TRUE(json["until"].is_null());
  s.reports = {{10, "change", 0.1 + 0.2}, {20, "change", std::nan("")}, {30, "change", -1.0 / 0.0}};
  s.rule = rules[0].text;
  json = nlohmann::json::parse(summaryJson(program, s));
  EXPECT_EQ(json["reports"].size(), 3u);
  EXPECT_EQ(json["reports"][0]["step"], 10);
  EXPECT_EQ(json["reports"][0]["name"], "change");
  EXPECT_EQ(json["reports"][0]["value"], 0.1 + 0.2);
  EXPECT_EQ(json["reports"][1]["value"], "nan");
  EXPECT_EQ(json["reports"][2]["value"], "-inf");
  EXPECT_EQ(json["until"], "change < \"x\"");
  EXPECT_FALSE(nlohmann::json::parse(summaryJson(heat, s)).contains("reports"));
}

TEST(Summary, textSaysWhyARunEnded) {
  const ProgramDescription program = watched();
  Summary s = measured();
  EXPECT_NE(summaryText(program, s).find("  until     no rule held, all steps were done\n"),
            std::string::npos);
  s.rule = rules[0].text;
  EXPECT_NE(summaryText(program, s).find("  until     step 1000: change < \"x\"\n"),
            std::string::npos);
  EXPECT_EQ(summaryText(heat, s).find("until"), std::string::npos);
}

TEST(Summary, reportsHaveAllTheirBits) {
  EXPECT_EQ(numberText(0.1), "0.1");
  EXPECT_EQ(numberText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(numberText(1e100), "1e+100");
  const std::vector<Reported> two = {{20, "change", 0.5}, {20, "mass", 16383.999999999885}};
  EXPECT_EQ(reportLine(two), "step 20: change = 0.5, mass = 16384");
  EXPECT_EQ(reportLine(two, 17), "step 20: change = 0.5, mass = 16383.999999999885");
  EXPECT_EQ(shownNumber(1.0 / 3, 3), "0.333");
  EXPECT_EQ(reportFileText({{10, "a", 0.1}, {20, "b", 3}}, 20, "a < 1"),
            "10\ta\t0.10000000000000001\n20\tb\t3\n20\tuntil\ta < 1\n");
  EXPECT_EQ(reportFileText({}, 20, nullptr), "");
}

TEST(Summary, theScheduleIsThatOfTheKernelsThatRan) {
  Summary s = measured();
  const auto json = [&] { return nlohmann::json::parse(summaryJson(heat, s)); };
  EXPECT_EQ(json()["schedule"], heat.schedule);
  EXPECT_EQ(json()["planned"], scheduleText(heat));
  s.tried = {{"naive", 1, 5e9}, {heat.schedule, 1, 4e9}}; // the trial has chosen other kernels
  EXPECT_EQ(json()["schedule"], "naive");
  EXPECT_EQ(json()["schedule_options"], "");
  EXPECT_EQ(json()["planned"], scheduleText(heat));
  s.tried = {{heat.schedule, 1, 4e9}, {"naive", 1, 2e9}};
  EXPECT_EQ(json()["schedule_options"], heat.scheduleOptions);
  s.tried = {{heat.schedule, 5, 6e9}, {heat.schedule, 4, 5e9}}; // the options are of the plan
  EXPECT_EQ(json()["schedule_options"], "");
  EXPECT_FALSE(json().contains("first_step_seconds"));
  s.firstStep = 0.75;
  EXPECT_EQ(json()["first_step_seconds"], 0.75);
}

TEST(Summary, whatTheFirstKernelsDidIsNoMeasurementOfThePlan) {
  Summary s = measured();
  s.predicted = 4e9;
  s.first.schedule = "naive";
  s.first.planned = scheduleText(heat);
  s.first.why = "the run was over before";
  std::string text = summaryText(heat, s);
  EXPECT_NE(text.find("  kernels   naive alone: the run was over before\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("predicted"), std::string::npos) << text;
  nlohmann::json json = nlohmann::json::parse(summaryJson(heat, s));
  EXPECT_EQ(json["kernels"], (nlohmann::json{{"first", "naive"}}));
  EXPECT_EQ(json["schedule"], "naive"); // what ran
  EXPECT_EQ(json["schedule_options"], "");
  EXPECT_EQ(json["planned"], scheduleText(heat));
  EXPECT_FALSE(json.contains("measured_over_predicted"));
  s.first.steps = 200;
  s.first.seconds = 0.25;
  s.first.secondsAfter = 0.2;
  text = summaryText(heat, s);
  EXPECT_NE(text.find("  kernels   naive first, sweep from step 201 on (after 250 ms): 4 GLUP/s\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("measured is 100.0% of it"), std::string::npos) << text;
  json = nlohmann::json::parse(summaryJson(heat, s));
  EXPECT_EQ(json["kernels"]["steps"], 200);
  EXPECT_EQ(json["schedule"], heat.schedule);
  EXPECT_EQ(json["schedule_options"], heat.scheduleOptions);
  EXPECT_EQ(json["planned"], scheduleText(heat));
  EXPECT_DOUBLE_EQ(json["kernels"]["seconds"], 0.25);
  EXPECT_DOUBLE_EQ(json["kernels"]["glups_after"], 4);
  EXPECT_DOUBLE_EQ(json["measured_over_predicted"], 1);
  EXPECT_DOUBLE_EQ(json["glups"], 2);
  s.first.schedule = "sweep";
  EXPECT_NE(summaryText(heat, s).find("sweep first, with others from step 201 on"),
            std::string::npos);
}

} // namespace
} // namespace summary_test
