/// \file The command line of an emitted program: what is understood, and what each refusal says.
#include "runtime/program/Arguments.h"
#include "Texts.h"
#include "runtime/program/Help.h"
#include "runtime/program/files/ResultPaths.h"
#include "runtime/program/request/ParseRequest.h"
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
  EXPECT_HAS(parseDeep({"--slice=T[q]=a.npy"}), "'T[q]' is not a field at a time level");
  EXPECT_HAS(parseDeep({"--frames-every=0"}), "not a whole number of at least 1");
  EXPECT_HAS(parseDeep({"--frames=T=a", "--repeat=2"}), "leave --repeat or --frames out");
}

TEST(Arguments, bothSpellingsOfAValue) {
  EXPECT_EQ(parse({"--size=8,9", "--steps", "5", "--param", "d=0.125", "--param=source=-2e3",
                   "--init=T=a=b.npy", "--out", "T=o.npy", "--slice", "T=s.npy", "--json", "-q",
                   "--progress=never", "--threads=3", "--device-mem=1.5GiB", "--repeat=5",
                   "--pitch=4224", "--checksums=on"}),
            "");
  EXPECT_EQ(parsed.extents[0], 8);
  EXPECT_EQ(parsed.extents[1], 9);
  EXPECT_EQ(parsed.extents[2], 1);
  EXPECT_EQ(parsed.steps, 5);
  EXPECT_EQ(parsed.parameters, (std::vector<double>{0.125, -2000}));
  EXPECT_EQ(parsed.inputs.at(0).path, "a=b.npy");
  EXPECT_EQ(parsed.outputs.at(0).field, 0);
  EXPECT_TRUE(parsed.json && parsed.quiet && !parsed.help);
  EXPECT_EQ(parsed.progress, ProgressMode::Never);
  EXPECT_EQ(parsed.threads, 3);
  EXPECT_EQ(parsed.memoryLimit, 1610612736u);
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
    EXPECT_HAS(parse({"--out", wrong}), "is not a field at a time level");
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
  EXPECT_FALSE(parsed.steps);
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
  EXPECT_HAS(parse({"--param", "d"}), "'d' does not set a parameter; write --param NAME=VALUE");
  EXPECT_HAS(parse({"--param", "source=1e999"}), "is not a number");
}

TEST(Arguments, sizesMatchTheAxes) {
  EXPECT_HAS(parse({"--size=8"}),
             "--size gives 1 number, and 'heat' has 2 axes; write --size=nx,ny");
  EXPECT_HAS(parse({"--size=8,8,8"}), "--size gives 3 numbers");
  EXPECT_HAS(parse({"--size=8,0"}), "--size: '0' is not a whole number of at least 1");
  EXPECT_HAS(parse({"--size=8,"}), "'' is not a whole number");
  EXPECT_HAS(parse({"--size=8,9x"}), "'9x' is not a whole number");
  EXPECT_HAS(parse({"--size=8,99999999999999999999"}), "is not a whole number");
}

TEST(Arguments, otherValuesAreChecked) {
  EXPECT_HAS(parse({"--steps=-1"}), "--steps: '-1' is not a whole number of at least 0");
  EXPECT_HAS(parse({"--steps=1.5"}), "is not a whole number");
  EXPECT_HAS(parse({"--steps"}), "needs a value");
  EXPECT_HAS(parse({"--out", "--init"}), "--out needs a value, and --init is an option");
  EXPECT_HAS(parse({"--reports", "-q"}), "--reports needs a value, and -q is an option");
  EXPECT_EQ(parse({"--reports=-q"}), "");
  EXPECT_HAS(parse({"--json=yes"}), "--json takes no value");
  EXPECT_HAS(parse({"--threads=0"}), "'0' is not a whole number of at least 1");
  EXPECT_HAS(parse({"--device-mem=lots"}), "write it like 6GiB");
  EXPECT_HAS(parse({"--device-mem=-1GiB"}), "write it like 6GiB");
  EXPECT_HAS(parse({"--pitch=100"}), "is neither auto nor packed nor a multiple of 16 bytes");
  EXPECT_HAS(parse({"--checksums=maybe"}), "--checksums: 'maybe' is neither on nor off");
  EXPECT_HAS(parse({"--pitch=0"}), "is neither auto nor packed nor a multiple of 16 bytes");
  EXPECT_HAS(parse({"--progress=maybe"}), "neither auto, always nor never");
  EXPECT_HAS(parse({"--out", "T="}), "'T=' does not set a field; write --out FIELD=FILE.npy");
  EXPECT_HAS(parse({"--init", "T=a.npy", "--init", "T=b.npy"}), "--init for 'T' is given twice");
  EXPECT_HAS(parse({"--predicted=0"}),
             "is not a rate; give a number above 0, in 10^9 updates per second");
  EXPECT_HAS(parse({"--predicted=fast"}), "is not a rate");
  EXPECT_HAS(parse({"--learnt=sweep/1:20,naive"}), "'sweep/1:20,naive' is no list of rates");
  for (const char *wrong : {"--learnt=sweep:20", "--learnt=sweep/0:20", "--learnt=sweep/1:0",
                            "--learnt=/1:20", "--learnt=sweep/1:20,"})
    EXPECT_HAS(parse({wrong}), "is no list of rates");
  EXPECT_HAS(parse({"--summary="}), "--summary: the name is missing");
}

TEST(Arguments, wordsOfARequestMakeTheSameRequest) {
  const std::vector<const char *> given = {"--size=8,9",
                                           "--steps=0",
                                           "--first-step=7",
                                           "--param=d=1/8",
                                           "--init=T=a.npy",
                                           "--out=p[t-1]=b",
                                           "--slice=T=c",
                                           "--slice-start=T=d",
                                           "--frames=T=e",
                                           "--frames-every=3",
                                           "--frames-size=9",
                                           "--reports=f",
                                           "--devices=1,3",
                                           "--patience=4",
                                           "--device-mem=6GiB",
                                           "--host-mem=7GiB",
                                           "--checksums=on",
                                           "--checkpoint=g",
                                           "--checkpoint-every=10min",
                                           "--save=T=h.h5",
                                           "--every=5",
                                           "--as=f32",
                                           "--compress",
                                           "--no-save",
                                           "--digits=9",
                                           "--stop-at-nan",
                                           "--progress=never",
                                           "--pitch=packed",
                                           "--no-trial",
                                           "--learnt=wavefront/3:281.8,sweep/1:192.6",
                                           "--threads=2",
                                           "--summary=i",
                                           "--copy-rates=j",
                                           "--predicted=0.1",
                                           "--started=12.5",
                                           "--json",
                                           "--silent",
                                           "--verbose",
                                           "--resume"};
  RunRequest first, second;
  std::vector<const char *> words = {"heat"};
  words.insert(words.end(), given.begin(), given.end());
  ASSERT_EQ(parseRequest(heat, static_cast<int>(words.size()), words.data(), first), "");
  const std::vector<std::string> texts = requestWords(first);
  EXPECT_EQ(texts.size(), given.size() + 1); // --silent is --quiet, too
  words.resize(1);
  for (const std::string &text : texts)
    words.push_back(text.c_str());
  ASSERT_EQ(parseRequest(heat, static_cast<int>(words.size()), words.data(), second), "");
  EXPECT_EQ(requestWords(second), texts);
  EXPECT_EQ(second.resume, true);
  EXPECT_EQ(second.compression, 1);
  EXPECT_EQ(second.checkpointEvery.seconds, 600);
  EXPECT_EQ(second.devices.numbers, (std::vector<int>{1, 3}));
  EXPECT_EQ(second.predicted, 0.1);
  EXPECT_EQ(second.learnt,
            (std::vector<KernelRate>{{"wavefront", 3, 1e9 * 281.8}, {"sweep", 1, 1e9 * 192.6}}));
  EXPECT_EQ(second.started, 12.5);
  EXPECT_EQ(second.steps, 0);
  EXPECT_TRUE(requestWords(RunRequest()).empty());
}

TEST(Arguments, filesOfAGroupOfFields) {
  const FieldDescription members[] = {
      {.name = "f0", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true},
      {.name = "f1", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};
  ProgramDescription group = heat;
  group.fields = members;
  group.fieldCount = 2;
  ResolvedRequest request;
  request.outs = {"f=f*.npy"};
  request.saveFiles = {"f[x=3]=run.h5"};
  request.saveEvery = 1;
  EXPECT_EQ(resolveRequest(group, request).text, "");
  ASSERT_EQ(request.outputs.size(), 2U);
  EXPECT_EQ(request.outputs[1].path, "f1.npy");
  EXPECT_EQ(request.saves.requests.size(), 2U);
  request.outs = {"f=f.npy"};
  EXPECT_HAS(resolveRequest(group, request).text, "'f' is a group");
}

TEST(Arguments, helpShowsTwoExamplesAndAllNames) {
  const std::string help = helpText(heat, "./heat");
  for (const char *part :
       {"examples:\n  ./heat --size=64,32 ", "\n  ./heat --init T=start.npy", "shape (ny, nx)",
        "range 0 .. 0.1666666667", "f32, constant", "--size=nx,ny", "default 10"})
    EXPECT_HAS(help, part);
}

} // namespace
