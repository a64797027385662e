/// \file Machine files: what the probe writes is read back, mistakes are found with their place,
/// and equal numbers make equal plans.
#include "PlanTesting.h"
#include "machine/JsonFile.h"
#include "machine/MachineFile.h"
#include "runtime/probe/MachineText.h"
#include <gmock/gmock.h>

using namespace stencilc;
using namespace stencilc::test;
using testing::HasSubstr;

namespace {

/// A record with a number of its own in every place.
probe::Record everything() {
  probe::Record record;
  record.name = "Chip \"A\"";
  record.date = "2026-11-21";
  probe::Gpu &gpu = record.gpu.emplace();
  gpu.name = "Chip \"A\"";
  gpu.arch = "sm_90";
  gpu.multiprocessors = 132;
  gpu.clockMHz = 1980;
  gpu.memoryBytes = 150121545728;
  gpu.l2Bytes = 62914560;
  gpu.limits = {1024, 2048, 32, 65536, 255, 232448, 233472, {2147483647, 65535, 65535}};
  gpu.memoryPeak = 4917;
  gpu.memoryCopy = 4257;
  gpu.l2Read = 7839;
  gpu.sharedRead = 33270;
  gpu.fma32 = 31800;
  gpu.fma64 = 16700;
  gpu.hidden32 = {{{0, 1}, {8, 1.02}, {16, 1.5}}, 8};
  gpu.hidden64 = {{{0, 1}, {8, 1.2}}, 0};
  gpu.barriers = {{128, 0.0123}};
  record.host = probe::Host{"AMD EPYC", 16, 200.5, 180.25, 12.125, 1 << 20, 900};
  return record;
}

/// The published H200 as a probe would write it.
probe::Record publishedH200() {
  const machine::GpuMachine &known = *machine::publishedMachines()[3].machine.gpu;
  probe::Record record = everything();
  record.name = record.gpu->name = known.name;
  record.gpu->memoryPeak = known.memoryPeak * 1e-9;
  record.gpu->memoryCopy = known.memoryCopy * 1e-9;
  record.gpu->sharedRead = known.sharedRead * 1e-9;
  record.gpu->fma32 = known.fma32 * 1e-9;
  record.gpu->fma64 = known.fma64 * 1e-9;
  return record;
}

machine::Machine readBack(const probe::Record &record) {
  return llvm::cantFail(machine::readMachine(probe::machineText(record)));
}

/// What is said about `text`, and the line it is said of; 0: of none.
std::pair<std::string, int> complaint(const std::string &text) {
  auto machine = machine::readMachine(text);
  if (machine)
    return {"", 0};
  std::pair<std::string, int> found;
  llvm::handleAllErrors(machine.takeError(), [&](const machine::FileError &error) {
    found.first = error.message();
    if (error.place())
      found.second = 1 + int(llvm::StringRef(text).take_front(*error.place()).count('\n'));
  });
  return found;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(MachineTest, ArchitecturesAreOlderByNumberNotByAlphabet) {
  for (const char *name : {"sm_90", "sm_100", "sm_120"})
    EXPECT_TRUE(machine::capabilitiesOf(name).tensorLoads) << name;
  for (const char *name : {"sm_75", "sm_80", "sm_89", "x86-64-v3", ""})
    EXPECT_FALSE(machine::capabilitiesOf(name).tensorLoads) << name;
  EXPECT_TRUE(machine::capabilitiesOf("sm_80").asyncCopies);
  EXPECT_FALSE(machine::capabilitiesOf("sm_75").asyncCopies);
  EXPECT_FALSE(machine::capabilitiesOf("sm_89").clusters);
  EXPECT_EQ(machine::plannedArch("sm_100"), "sm_90");
}

TEST(MachineTest, TargetsHaveWhatTheirArchitectureCan) {
  EXPECT_TRUE(cuda("sm_90").has.tensorLoads && cuda("sm_90").has.clusters);
  EXPECT_TRUE(cuda("sm_80").has.asyncCopies && !cuda("sm_80").has.tensorLoads);
  EXPECT_EQ(cuda("sm_90").warpWidth, 32);
}

TEST(MachineTest, WhatTheProbeWritesIsReadBack) {
  const machine::Machine machine = readBack(everything());
  EXPECT_EQ(machine.name, "Chip \"A\"");
  EXPECT_EQ(machine.date, "2026-11-21");
  ASSERT_TRUE(machine.gpu);
  const machine::GpuMachine &gpu = *machine.gpu;
  EXPECT_EQ(gpu.arch, "sm_90");
  EXPECT_EQ(gpu.multiprocessors, 132);
  EXPECT_DOUBLE_EQ(gpu.clock, 1.98e9);
  EXPECT_EQ(gpu.threadsPerBlock, 1024);
  EXPECT_EQ(gpu.threadsPerSm, 2048);
  EXPECT_EQ(gpu.blocksPerSm, 32);
  EXPECT_EQ(gpu.registersPerThread, 255);
  EXPECT_EQ(gpu.registersPerSm, 65536);
  EXPECT_EQ(gpu.sharedBytesPerBlock, 232448);
  EXPECT_EQ(gpu.sharedBytesPerSm, 233472);
  EXPECT_EQ(gpu.gridX, 2147483647);
  EXPECT_EQ(gpu.gridY, 65535);
  EXPECT_DOUBLE_EQ(gpu.memoryPeak, 4.917e12);
  EXPECT_DOUBLE_EQ(gpu.memoryCopy, 4.257e12);
  EXPECT_DOUBLE_EQ(gpu.l2Read, 7.839e12);
  EXPECT_DOUBLE_EQ(gpu.memoryBytes, 150121545728);
  EXPECT_DOUBLE_EQ(gpu.l2Bytes, 62914560);
  EXPECT_DOUBLE_EQ(gpu.sharedRead, 33.27e12);
  EXPECT_DOUBLE_EQ(gpu.fma32, 31.8e12);
  EXPECT_DOUBLE_EQ(gpu.fma64, 16.7e12);
  EXPECT_EQ(gpu.hidden32, 8);
  EXPECT_EQ(gpu.hidden64, 0);
  ASSERT_TRUE(machine.host);
  EXPECT_EQ(machine.host->name, "AMD EPYC");
  EXPECT_EQ(machine.host->threads, 16);
  EXPECT_DOUBLE_EQ(machine.host->memoryCopy, 200.5e9);
  EXPECT_DOUBLE_EQ(machine.host->l2Bytes, 1 << 20);
  EXPECT_DOUBLE_EQ(machine.host->l2Copy, 900e9);
}

TEST(MachineTest, AHostAloneIsAMachine) {
  probe::Record record = everything();
  record.gpu.reset();
  EXPECT_FALSE(readBack(record).gpu);
  record.host.reset();
  EXPECT_THAT(complaint(probe::machineText(record)).first,
              HasSubstr("\"gpu\" is missing, and so is \"host\""));
}

TEST(MachineTest, MistakesHaveAPlace) {
  const std::string good = probe::machineText(everything());
  const auto lineOf = [](const std::string &text, const char *word) {
    return 1 + int(llvm::StringRef(text).split(word).first.count('\n'));
  };
  std::string text = replaced(good, "\"f64\": 16700", "\"f64\": \"fast\"");
  EXPECT_EQ(complaint(text), std::make_pair(std::string("\"gpu.fma_g_s.f64\" must be a number "
                                                        "above 0"),
                                            lineOf(text, "\"fast\"")));
  text = replaced(good, "\"threads_per_block\": 1024", "\"threads_per_block\": 0");
  EXPECT_EQ(complaint(text),
            std::make_pair(std::string("\"gpu.limits.threads_per_block\" must be a whole number "
                                       "from 1 to 2147483647"),
                           lineOf(text, "threads_per_block")));
  text = replaced(good, "[2147483647, 65535, 65535]", "[2147483647, 65535]");
  EXPECT_THAT(complaint(text).first, HasSubstr("\"gpu.limits.grid\" must be three whole numbers"));
  text = replaced(good, "\"memory_copy\"", "\"memory_kopy\"");
  EXPECT_EQ(complaint(text),
            std::make_pair(std::string("\"gpu.bandwidth_gb_s.memory_copy\" is missing"),
                           lineOf(text, "bandwidth_gb_s")));
  text = replaced(good, "\"free\": 8", "\"free\": true");
  EXPECT_THAT(complaint(text).first, HasSubstr("\"gpu.hidden_fma_per_word.f32.free\" must be"));
  text = replaced(good, "\"version\": 1", "\"version\": 2");
  EXPECT_EQ(complaint(text), std::make_pair(std::string("\"version\" is not 1, the one this "
                                                        "stencilc reads"),
                                            3));
}

TEST(MachineTest, WhatIsNoJsonHasAPlace) {
  const std::string good = probe::machineText(everything());
  const auto [message, line] =
      complaint(replaced(good, "\"arch\": \"sm_90\",", "\"arch\": sm_90,"));
  EXPECT_THAT(message, HasSubstr("it is not JSON: "));
  EXPECT_EQ(line, 8);
  EXPECT_THAT(complaint(good.substr(0, good.size() / 2)).first, HasSubstr("it is not JSON"));
  EXPECT_THAT(complaint("[1]").first, HasSubstr("it has no \"format\""));
  EXPECT_THAT(complaint("{\"format\": \"stencilc-tuning\"}").first, HasSubstr("no \"format\""));
}

TEST(MachineTest, FilesOfTheToolAreFine) {
  ASSERT_FALSE(machine::embeddedMachines().empty());
  for (const machine::EmbeddedMachine &embedded : machine::embeddedMachines()) {
    SCOPED_TRACE(embedded.name);
    const machine::Machine machine = llvm::cantFail(machine::readMachine(embedded.text));
    ASSERT_TRUE(machine.gpu);
    // What was measured is near what is published, and all limits are as published.
    for (const machine::NamedMachine &known : machine::publishedMachines()) {
      if (known.key != embedded.name)
        continue;
      const machine::GpuMachine &gpu = *machine.gpu, &other = *known.machine.gpu;
      EXPECT_EQ(gpu.arch, other.arch);
      EXPECT_EQ(gpu.sharedBytesPerBlock, other.sharedBytesPerBlock);
      EXPECT_EQ(gpu.sharedBytesPerSm, other.sharedBytesPerSm);
      EXPECT_EQ(gpu.blocksPerSm, other.blocksPerSm);
      EXPECT_EQ(gpu.multiprocessors, other.multiprocessors);
      EXPECT_NEAR(gpu.memoryCopy / other.memoryCopy, 1, 0.1);
      EXPECT_NEAR(gpu.fma64 / other.fma64, 1, 0.15);
      EXPECT_NEAR(gpu.fma32 / other.fma32, 1, 0.15);
      EXPECT_NEAR(gpu.sharedRead / other.sharedRead, 1, 0.1);
    }
  }
}

TEST(MachineTest, EqualNumbersMakeEqualPlans) {
  const plan::Target measured = *machine::targetOf(*readBack(publishedH200()).gpu, "sm_90");
  for (const ScalarType type : {ScalarType::F64, ScalarType::F32}) {
    const plan::Planning a = planning(heat3d(type), cuda()), b = planning(heat3d(type), measured);
    ASSERT_EQ(a.candidates.size(), b.candidates.size());
    EXPECT_EQ(a.best->requestText(), b.best->requestText());
    EXPECT_NEAR(a.best->cost / b.best->cost, 1, 1e-3);
  }
}

TEST(MachineTest, SlowerMemoryMakesSlowerPlans) {
  probe::Record record = publishedH200();
  record.gpu->memoryCopy /= 2;
  const plan::Target slow = *machine::targetOf(*readBack(record).gpu, "sm_90");
  EXPECT_GT(planning(heat3d(), slow, "sweep").best->cost,
            1.5 * planning(heat3d(), cuda(), "sweep").best->cost);
}

TEST(MachineTest, LimitsOfTheMachineHold) {
  probe::Record record = publishedH200();
  record.gpu->limits.sharedBytesPerBlock = 1024;
  const plan::Target small = *machine::targetOf(*readBack(record).gpu, "sm_90");
  const plan::Planning refused = planning(heat3d(), small, "sweep:stage=shared");
  EXPECT_FALSE(refused.best);
  EXPECT_THAT(refused.rejected.front().reason, HasSubstr("sm_90 has 1024"));
}

TEST(MachineTest, LinksBetweenDevicesAreReadBack) {
  probe::Record record = publishedH200();
  EXPECT_FALSE(readBack(record).gpu->links);
  record.gpu->links.emplace().devices = {0, 1};
  EXPECT_FALSE(readBack(record).gpu->links) << "no exchange was measured";
  record.gpu->links->exchangeLatency = 21.5;
  record.gpu->links->exchangeRate = 42;
  const plan::Target target = *machine::targetOf(*readBack(record).gpu, "sm_90");
  ASSERT_TRUE(target.links);
  EXPECT_DOUBLE_EQ(target.links->latency, 21.5e-6);
  EXPECT_DOUBLE_EQ(target.links->bytesPerSecond, 42e9);
}

/// A file of the tool with the section `energy` changed.
std::string withEnergy(const std::string &from, const std::string &to) {
  for (const machine::EmbeddedMachine &embedded : machine::embeddedMachines())
    if (embedded.name == "h200")
      return replaced(std::string(embedded.text), from, to);
  return "";
}

TEST(MachineTest, EnergyIsReadInItsUnits) {
  const machine::Machine machine = llvm::cantFail(machine::readMachine(withEnergy(
      "\"energy\": {", "\"energy\": {\"limit_w\": 350, \"static_w\": 80, \"f64_pj\": 30, "
                       "\"f32_pj\": 15, \"instruction_pj\": 10, \"shared_byte_pj\": 5, "
                       "\"l2_byte_pj\": 25, \"memory_byte_pj\": 100}, \"other\": {")));
  ASSERT_TRUE(machine.gpu->energy);
  const machine::GpuEnergy &energy = *machine.gpu->energy;
  EXPECT_DOUBLE_EQ(energy.limit, 350);
  EXPECT_DOUBLE_EQ(energy.idle, 80);
  EXPECT_DOUBLE_EQ(energy.f64, 30e-12);
  EXPECT_DOUBLE_EQ(energy.f32, 15e-12);
  EXPECT_DOUBLE_EQ(energy.instruction, 10e-12);
  EXPECT_DOUBLE_EQ(energy.sharedByte, 5e-12);
  EXPECT_DOUBLE_EQ(energy.l2Byte, 25e-12);
  EXPECT_DOUBLE_EQ(energy.memoryByte, 100e-12);
}

TEST(MachineTest, EnergyIsThatOfTheFileOrOfItsName) {
  EXPECT_FALSE(readBack(everything()).gpu->energy) << "a probe does not measure it";
  const auto energyOf = [](const machine::Machine &machine) {
    return machine::targetOf(*machine.gpu, "sm_90")->energy;
  };
  EXPECT_FALSE(energyOf(readBack(everything()))) << "nobody knows the chip";
  const auto known = energyOf(readBack(publishedH200()));
  ASSERT_TRUE(known) << "the tool has a file of that name";
  EXPECT_DOUBLE_EQ(known->limit, 700);
  const auto own = energyOf(
      llvm::cantFail(machine::readMachine(withEnergy("\"limit_w\": 700", "\"limit_w\": 400"))));
  ASSERT_TRUE(own);
  EXPECT_DOUBLE_EQ(own->limit, 400);
}

TEST(MachineTest, MistakesInEnergyHaveAPlace) {
  const auto complaintOf = [](const std::string &from, const std::string &to) {
    return complaint(withEnergy(from, to)).first;
  };
  EXPECT_EQ(complaintOf("\"limit_w\": 700", "\"limit_w\": 0"),
            "\"gpu.energy.limit_w\" must be a number from 1 to 100000");
  EXPECT_EQ(complaintOf("\"limit_w\": 700", "\"limit_w\": 50"),
            "\"gpu.energy.static_w\" must be below \"limit_w\": it leaves no power for work");
  EXPECT_EQ(complaintOf("\"limit_w\"", "\"limit\""), "\"gpu.energy.limit_w\" is missing");
  EXPECT_EQ(complaintOf("\"f32_pj\": ", "\"f32_pj\": -"),
            "\"gpu.energy.f32_pj\" must be a number from 0 to 1000000");
  EXPECT_EQ(complaintOf("\"energy\": {", "\"energy\": 7, \"other\": {"),
            "\"gpu.energy\" must be an object, {...}");
}

TEST(MachineTest, NewerChipsRunWhatIsKnown) {
  EXPECT_EQ(machine::plannedArch("sm_90"), "sm_90");
  EXPECT_EQ(machine::plannedArch("sm_87"), "sm_86");
  EXPECT_EQ(machine::plannedArch("sm_120"), "sm_90");
  EXPECT_EQ(machine::plannedArch("sm_75"), "");
  EXPECT_EQ(machine::plannedArch("gfx90a"), "");
  EXPECT_FALSE(machine::targetOf(*machine::publishedMachines().front().machine.gpu, "sm_99"));
}

} // namespace
