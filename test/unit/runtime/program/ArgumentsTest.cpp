/// \file The command line of an emitted program: what is understood, and what each refusal says.
#include "runtime/program/Arguments.h"
#include "Texts.h"
#include "runtime/program/Help.h"
#include "runtime/program/files/ResultPaths.h"
#include <gtest/gtest.h>

using namespace stencilc;

namespace {

const FieldDescription fields[] = {
    {.name = "T", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true},
    {.name = "speed", .storage = Scalar::F32, .levels = 1, .buffers = 1, .updated = false},
    {.name = "p", .storage = Scalar::F64, .levels = 2, .buffers = 2, .updated = true},
};
const ParameterDescription parameters[] = {
    {.name = "d", .value = 0.1, .low = 0, .high = 1.0 / 6, .hasRange = true},
    {.name = "source", .value = 1, .low = 0, .high = 0, .hasRange = false},
};
const ProgramDescription heat = {
    .name = "heat",
    .source = "heat.stencil",
    .schedule = "naive",
    .scheduleOptions = "block=32x8",
    .target = "cpu",
    .rank = 2,
    .axes = {"x", "y"},
    .fields = fields,
    .fieldCount = 3,
    .parameters = parameters,
    .parameterCount = 2,
    .sizeHint = {64, 32, 1},
    .stepsHint = 10,
    .minimumExtents = {1, 1, 1},
    .bytesPerUpdate = 16,
    .flopsPerUpdate = 10,
    .uniformBytes = 0,
    .uniforms = nullptr,
    .initialValue = nullptr,
    .step = nullptr,
};

ProgramArguments parsed;

std::string parse(std::vector<const char *> words) {
  words.insert(words.begin(), "heat");
  parsed = {};
  return parseArguments(heat, static_cast<int>(words.size()), words.data(), parsed);
}

TEST(Arguments, planesOfFieldsWithThreeAxes) {
  ProgramDescription deep = heat;
  deep.rank = 3;
  deep.axes[2] = "z";
  const auto parseDeep = [&](std::vector<const char *> words) {
    words.insert(words.begin(), "heat");
    parsed = {};
    return parseArguments(deep, static_cast<int>(words.size()), words.data(), parsed);
  };
  EXPECT_EQ(parseDeep({"--slice=T[y=3]=a.npy", "--slice-start", "T[x]=b.npy", "--frames=T=c",
                       "--frames-every=5", "--frames-size=100"}),
            "");
  EXPECT_EQ(parsed.slices[0].plane.axis, 1);
  EXPECT_EQ(parsed.slices[0].plane.at, 3);
  EXPECT_EQ(parsed.slices[0].path, "a.npy");
  EXPECT_EQ(parsed.initialSlices[0].plane.axis, 0);
  EXPECT_EQ(parsed.initialSlices[0].plane.at, -1);
  EXPECT_EQ(parsed.frames[0].plane.axis, -1);
  EXPECT_EQ(parsed.framesEvery, 5);
  EXPECT_EQ(parsed.framesSize, 100);
  EXPECT_EQ(parseDeep({"--slice=p[t-1]=a.npy"}), ""); // a level, as elsewhere
  EXPECT_EQ(parsed.slices[0].age, 1);
  EXPECT_HAS(parse({"--slice=T[y]=a.npy"}), "only fields with three axes have planes");
  EXPECT_HAS(parseDeep({"--slice=T[q]=a.npy"}), "no field at a time level");
  EXPECT_HAS(parseDeep({"--frames-every=0"}), "not a whole number of at least 1");
  EXPECT_HAS(parseDeep({"--frames=T=a", "--repeat=2"}), "leave --repeat or --frames out");
}

TEST(Arguments, bothSpellingsOfAValue) {
  EXPECT_EQ(parse({"--size=8,9", "--steps", "5", "--param", "d=0.125", "--param=source=-2e3",
                   "--init=T=a=b.npy", "--out", "T=o.npy", "--slice", "T=s.npy", "--json", "-q",
                   "--progress=never", "--threads=3", "--device-mem=1.5GiB", "--repeat=5",
                   "--pitch=4224", "--checksums=on"}),
            "");
  EXPECT_EQ(parsed.size[0], 8);
  EXPECT_EQ(parsed.size[1], 9);
  EXPECT_EQ(parsed.size[2], 1);
  EXPECT_EQ(parsed.steps, 5);
  EXPECT_EQ(parsed.parameters, (std::vector<double>{0.125, -2000}));
  EXPECT_EQ(parsed.inputs.at(0).path, "a=b.npy");
  EXPECT_EQ(parsed.outputs.at(0).field, 0);
  EXPECT_TRUE(parsed.json && parsed.quiet && !parsed.help);
  EXPECT_EQ(parsed.progress, ProgressMode::Never);
  EXPECT_EQ(parsed.threads, 3);
  EXPECT_EQ(parsed.deviceMemory, 1610612736u);
  EXPECT_EQ(parsed.rowPitch, 4224u);
  EXPECT_TRUE(parsed.checksums);
  EXPECT_EQ(parsed.repeat, 5);
}

TEST(Arguments, levelsOfFieldsAreNamedAsInTheSource) {
  EXPECT_EQ(parse({"--init=p=a", "--init", "p[t-1]=b=c", "--init=p[ t ]=d", "--out=p=e",
                   "--out=p[t - 1]=f"}),
            "");
  ASSERT_EQ(parsed.inputs.size(), 3U);
  EXPECT_EQ(parsed.inputs[0].age, kAllLevels);
  EXPECT_EQ(parsed.inputs[1].age, 1);
  EXPECT_EQ(parsed.inputs[1].path, "b=c");
  EXPECT_EQ(parsed.inputs[2].age, 0);
  EXPECT_EQ(parsed.outputs[0].age, 0);
  EXPECT_EQ(parsed.outputs[1].age, 1);
  EXPECT_HAS(parse({"--out=p[t-2]=a"}), "write p or p[t-1], not p[t-2]");
  EXPECT_HAS(parse({"--init=speed[t-1]=a"}), "'speed' is constant in time");
  EXPECT_HAS(parse({"--init=T[t-1]=a"}), "field 'T' keeps 1 time level: write T, not T[t-1]");
  EXPECT_HAS(parse({"--init=p[t-1]=a", "--init=p[t-1]=b"}), "--init for 'p[t-1]' is given twice");
  for (const char *wrong : {"p[t+1]=a", "p[x-1]=a", "p[=a", "p[t-]=a", "[t]=a", "p[t-1=a", "p[]=a"})
    EXPECT_HAS(parse({"--out", wrong}), "is no field at a time level");
}

TEST(Arguments, namesThatPromiseAnotherFormatAreNoted) {
  for (const char *fine : {"u.npy", "u.NPY", "u", ".u", "a.b/u", "u.10", "u.raw"})
    EXPECT_EQ(arrayNameNote(fine), "") << fine;
  EXPECT_HAS(arrayNameNote("out/u.csv"), "'out/u.csv' is written as a NumPy array");
  EXPECT_HAS(pictureNameNote("a.jpg"), "is written as PNG");
  EXPECT_HAS(reportsNameNote("r.json"), "lines of step, name and value");
  EXPECT_EQ(missingLevels("p", 3, {0, 1, 2}), "");
  EXPECT_EQ(missingLevels("p", 3, {1}), "");
  EXPECT_HAS(missingLevels("p", 3, {0}), "it needs p[t-1], p[t-2], too");
}

TEST(Arguments, defaultsComeFromTheDescription) {
  EXPECT_EQ(parse({}), "");
  EXPECT_EQ(parsed.parameters, (std::vector<double>{0.1, 1}));
  EXPECT_FALSE(parsed.hasSize());
  EXPECT_EQ(parsed.steps, -1);
}

TEST(Arguments, fractionsAreNumbers) {
  EXPECT_EQ(parse({"--param", "d=1/8"}), "");
  EXPECT_EQ(parsed.parameters[0], 0.125);
  EXPECT_HAS(parse({"--param", "d=1/0"}), "is not a number");
}

TEST(Arguments, theNearestNameIsOffered) {
  EXPECT_HAS(parse({"--param", "sourec=1"}), "did you mean 'source'?");
  EXPECT_HAS(parse({"--init", "sped=a.npy"}), "did you mean 'speed'?");
  EXPECT_HAS(parse({"--stpes=3"}), "did you mean '--steps'?");
  EXPECT_HAS(parse({"--init", "pressure=a.npy"}), "there are: 'T', 'speed'");
  EXPECT_HAS(parse({"--colour"}), "--help shows all options");
  EXPECT_HAS(parse({"a.npy"}), "--init FIELD=FILE");
}

TEST(Arguments, parametersStayInTheirRange) {
  EXPECT_HAS(parse({"--param", "d=0.2"}),
             "parameter 'd' = 0.2 is out of its range 0 .. 0.1666666667");
  EXPECT_HAS(parse({"--param", "d=nan"}), "is not a number");
  EXPECT_HAS(parse({"--param", "d"}), "write --param NAME=VALUE");
  EXPECT_HAS(parse({"--param", "source=1e999"}), "is not a number");
}

TEST(Arguments, sizesMatchTheAxes) {
  EXPECT_HAS(parse({"--size=8"}), "--size=8 gives 1 size; heat needs 2: --size=nx,ny");
  EXPECT_HAS(parse({"--size=8,8,8"}), "gives 3 sizes; heat needs 2");
  EXPECT_HAS(parse({"--size=8,0"}), "ny must be at least 1");
  EXPECT_HAS(parse({"--size=8,"}), "'' is not a whole number");
  EXPECT_HAS(parse({"--size=8,9x"}), "'9x' is not a whole number");
  EXPECT_HAS(parse({"--size=8,99999999999999999999"}), "is not a whole number");
}

TEST(Arguments, otherValuesAreChecked) {
  EXPECT_HAS(parse({"--steps=-1"}), "0 or more steps");
  EXPECT_HAS(parse({"--steps=1.5"}), "is not a whole number");
  EXPECT_HAS(parse({"--steps"}), "needs a value");
  EXPECT_HAS(parse({"--out", "--init"}), "--out needs a value, and --init is an option");
  EXPECT_HAS(parse({"--reports", "-q"}), "--reports needs a value, and -q is an option");
  EXPECT_EQ(parse({"--reports=-q"}), "");
  EXPECT_HAS(parse({"--json=yes"}), "--json takes no value");
  EXPECT_HAS(parse({"--threads=0"}), "give 1 or more");
  EXPECT_HAS(parse({"--device-mem=lots"}), "write it like 6GiB");
  EXPECT_HAS(parse({"--device-mem=-1GiB"}), "write it like 6GiB");
  EXPECT_HAS(parse({"--pitch=100"}),
             "give auto, packed, or a number of bytes that is a multiple of 16");
  EXPECT_HAS(parse({"--checksums=maybe"}), "--checksums is on or off, not 'maybe'");
  EXPECT_HAS(parse({"--pitch=0"}),
             "give auto, packed, or a number of bytes that is a multiple of 16");
  EXPECT_HAS(parse({"--progress=maybe"}), "auto, always or never");
  EXPECT_HAS(parse({"--out", "T="}), "write --out FIELD=FILE.npy");
  EXPECT_HAS(parse({"--init", "T=a.npy", "--init", "T=b.npy"}), "--init for 'T' is given twice");
  EXPECT_HAS(parse({"--predicted=0"}),
             "is not a rate; give a number above 0, in 10^9 updates per second");
  EXPECT_HAS(parse({"--predicted=fast"}), "is not a rate");
  EXPECT_HAS(parse({"--summary="}), "--summary needs the name of a file");
}

TEST(Arguments, helpShowsTwoExamplesAndAllNames) {
  const std::string help = helpText(heat, "./heat");
  for (const char *part :
       {"examples:\n  ./heat --size=64,32 ", "\n  ./heat --init T=start.npy", "shape (ny, nx)",
        "range 0 .. 0.1666666667", "f32, constant", "--size=nx,ny", "default 10"})
    EXPECT_HAS(help, part);
}

} // namespace
