// CUDA text to cubins inside the process: what is compiled, what is said of errors, and where an
// NVRTC is looked for. Tests that need one are skipped where there is none.
#include "library/nvrtc/Nvrtc.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <thread>

using namespace stencilc::library;
namespace fs = std::filesystem;

namespace {

const Nvrtc *installed() {
  std::string why;
  const Nvrtc *nvrtc = Nvrtc::find(why);
  if (!nvrtc)
    std::cerr << why << "\n";
  return nvrtc;
}
#define NEEDS_NVRTC(nvrtc)                                                                         \
  const Nvrtc *const nvrtc = installed();                                                          \
  if (!nvrtc)                                                                                      \
  GTEST_SKIP() << "no NVRTC here"

/// A folder that goes with the test.
class NvrtcFolder : public testing::Test {
protected:
  NvrtcFolder() {
    std::string pattern = (fs::temp_directory_path() / "stencilc-nvrtc-XXXXXX").string();
    root = fs::canonical(mkdtemp(pattern.data()));
  }
  ~NvrtcFolder() override { fs::remove_all(root); }

  /// An empty file in place of a library, and one whose name tells the version.
  std::string library(const std::string &folder, int major, int minor) {
    fs::create_directories(root / folder);
    const fs::path path = root / folder / ("libnvrtc.so." + std::to_string(major));
    std::ofstream(path).put('\n');
    std::ofstream(root / folder /
                  ("libnvrtc-builtins.so." + std::to_string(major) + "." + std::to_string(minor)));
    return path.string();
  }
  std::string at(const std::string &folder) const { return (root / folder).string(); }

  fs::path root;
};

NvrtcPlaces noPlaces() {
  NvrtcPlaces places;
  places.loader = false;
  return places;
}

NvrtcRequest twoKernels() {
  NvrtcRequest request;
  request.name = "two.cu";
  request.arch = "sm_90";
  request.files = {
      {"stencilc/device/Twice.h", "inline double twice(double x) { return x + x; }\n"}};
  request.text = "#include \"stencilc/device/Twice.h\"\n"
                 "extern \"C\" __global__ void plain(double *a) { a[threadIdx.x] = twice(1); }\n"
                 "namespace program {\n"
                 "template <class T, int N> __global__ void step(T *a) { a[threadIdx.x] *= N; }\n"
                 "}\n";
  request.nameExpressions = {"plain", "program::step<float, 3>"};
  return request;
}

} // namespace

TEST(Nvrtc, compilesKernelsAndTemplatesWithAHeaderFromMemory) {
  NEEDS_NVRTC(nvrtc);
  NvrtcResult result;
  ASSERT_TRUE(nvrtc->compile(twoKernels(), result)) << result.why << "\n" << result.log;
  EXPECT_EQ(result.cubin.substr(0, 4), "\177ELF");
  ASSERT_EQ(result.loweredNames.size(), 2u);
  EXPECT_EQ(result.loweredNames[0], "plain");
  EXPECT_EQ(result.loweredNames[1].substr(0, 2), "_Z");
  for (const std::string &name : result.loweredNames)
    EXPECT_NE(result.cubin.find(name), std::string::npos) << name;
  EXPECT_EQ(result.log, "");
  EXPECT_EQ(result.why, "");
}

// With contraction both texts would be one fused operation, and their cubins equal.
TEST(Nvrtc, roundsEachOperation) {
  NEEDS_NVRTC(nvrtc);
  NvrtcRequest request;
  request.name = "fused.cu";
  request.arch = "sm_90";
  request.text = "extern \"C\" __global__ void f(float *a, float *b) { *a = a[1] * b[1] + *b; }\n";
  NvrtcResult asGiven, fused;
  ASSERT_TRUE(nvrtc->compile(request, asGiven)) << asGiven.log;
  request.text = "extern \"C\" __global__ void f(float *a, float *b) "
                 "{ *a = __fmaf_rn(a[1], b[1], *b); }\n";
  ASSERT_TRUE(nvrtc->compile(request, fused)) << fused.log;
  EXPECT_NE(fused.cubin, asGiven.cubin);
}

TEST(Nvrtc, saysWhatIsWrongInTheText) {
  NEEDS_NVRTC(nvrtc);
  NvrtcRequest request = twoKernels();
  request.text += "__global__ void wrong() { undeclared = 1; }\n";
  NvrtcResult result;
  EXPECT_FALSE(nvrtc->compile(request, result));
  EXPECT_NE(result.log.find("two.cu(6): error: identifier \"undeclared\" is undefined"),
            std::string::npos)
      << result.log;
  EXPECT_EQ(result.why,
            nvrtc->versionText() + " did not compile 'two.cu': NVRTC_ERROR_COMPILATION");
  EXPECT_TRUE(result.cubin.empty() && result.loweredNames.empty());
}

TEST(Nvrtc, refusesAnArchitectureThatItDoesNotKnow) {
  NEEDS_NVRTC(nvrtc);
  NvrtcRequest request = twoKernels();
  request.arch = "sm_20";
  NvrtcResult result;
  EXPECT_FALSE(nvrtc->compile(request, result));
  EXPECT_EQ(result.why.find(nvrtc->versionText() + " makes no code for 'sm_20'; it knows sm_"), 0u)
      << result.why;
  EXPECT_TRUE(nvrtc->supports("sm_90") && nvrtc->supports("sm_90a"));
  EXPECT_FALSE(nvrtc->supports("native"));
}

TEST(Nvrtc, servesSeveralThreadsAtOnce) {
  NEEDS_NVRTC(nvrtc);
  NvrtcResult results[3];
  bool isGood[3] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] { isGood[i] = nvrtc->compile(twoKernels(), results[i]); });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(isGood[i] && results[i].cubin == results[0].cubin) << results[i].why;
}

TEST_F(NvrtcFolder, aSearchThatFindsOthersHasAnotherState) {
  NvrtcPlaces places = noPlaces();
  places.cudaHome = at("cuda");
  places.virtualEnv = at("venv");
  const std::string none = nvrtcFilesState(places);
  EXPECT_EQ(none, "");
  const std::string first = library("cuda/lib64", 13, 0);
  const std::string one = nvrtcFilesState(places);
  EXPECT_NE(one, none);
  EXPECT_EQ(nvrtcFilesState(places), one);
  library("venv/lib/python3.11/site-packages/nvidia/cu13/lib", 13, 1);
  const std::string two = nvrtcFilesState(places);
  EXPECT_NE(two, one);
  std::ofstream(first).put('x').put('y'); // another takes its place
  EXPECT_NE(nvrtcFilesState(places), two);
}

TEST_F(NvrtcFolder, theLoadersPathIsPartOfTheState) {
  NvrtcPlaces places = noPlaces();
  places.loader = true;
  places.loaderPath = at("one") + ":" + at("two");
  const std::string none = nvrtcFilesState(places);
  library("two", 12, 8);
  EXPECT_NE(nvrtcFilesState(places), none);
  places.loader = false;
  EXPECT_EQ(nvrtcFilesState(places), "");
}

TEST_F(NvrtcFolder, isThereByNameIfTheDriverIsNewEnough) {
  NvrtcSearch search;
  search.places = noPlaces();
  search.places.cudaHome = at("cuda");
  EXPECT_FALSE(isNvrtcThere(search));
  const std::string file = library("cuda/lib64", 13, 0);
  search.driverVersion = 12080;
  EXPECT_FALSE(isNvrtcThere(search));
  search.driverVersion = 13000;
  EXPECT_TRUE(isNvrtcThere(search)) << "what it is has not been asked";
  search.isGiven = true;
  EXPECT_FALSE(isNvrtcThere(search)) << "none is wanted";
  search.given = file;
  EXPECT_TRUE(isNvrtcThere(search));
  search.given = at("nowhere/libnvrtc.so.13");
  EXPECT_FALSE(isNvrtcThere(search));
}

TEST(Nvrtc, anEmptyVariableMeansNone) {
  NvrtcSearch search;
  search.isGiven = true;
  std::string why;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why, "STENCILC_NVRTC is empty, which disables NVRTC");

  setenv("STENCILC_NVRTC", "", 1);
  EXPECT_TRUE(nvrtcSearch().isGiven && nvrtcSearch().given.empty());
  unsetenv("STENCILC_NVRTC");
  EXPECT_FALSE(nvrtcSearch().isGiven);
}

TEST(Nvrtc, saysThatThereIsNone) {
  NvrtcSearch search;
  search.places = noPlaces();
  std::string why;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why, "there is no NVRTC on this machine; install the CUDA toolkit, or Python's package "
                 "nvidia-cuda-nvrtc (nvidia-cuda-nvrtc-cu12 for a driver of CUDA 12)");
}

TEST_F(NvrtcFolder, aFileThatIsNoneSaysSo) {
  NvrtcSearch search;
  search.isGiven = true;
  search.given = library("x", 13, 0);
  std::string why;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why.find("STENCILC_NVRTC: NVRTC could not be opened: " + search.given), 0u) << why;

  search.given = "libm.so.6";
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(
      why, "STENCILC_NVRTC: libm.so.6 is not an NVRTC of CUDA 12 or newer: it has no nvrtcVersion");
}

TEST_F(NvrtcFolder, everyPlaceIsSearchedInOrder) {
  const std::vector<std::string> expected = {
      library("home-of-cuda/lib64", 12, 4),
      library("toolkit/lib64", 13, 0),
      library("default/lib64", 13, 1),
      library("own/site-packages/nvidia/cu13/lib", 13, 4),
      library("venv/lib/python3.12/site-packages/nvidia/cu13/lib", 13, 5),
      library("conda/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib", 12, 9),
      library("conda/lib", 12, 6),
      library("user/.local/lib/python3.11/site-packages/nvidia/cu13/lib", 13, 2),
      library("system/lib/python3/dist-packages/nvidia/cu13/lib", 13, 3),
      library("other/lib/python3.9/site-packages/nvidia/cuda_nvrtc/lib", 12, 1)};
  // A tool may be reached through a link, as nvcc is, and as a virtual environment's python3 is.
  fs::create_directories(root / "bin");
  fs::create_directories(root / "toolkit/bin");
  std::ofstream(root / "toolkit/bin/nvcc").put('\n');
  fs::create_symlink(root / "toolkit/bin/nvcc", root / "bin/nvcc");
  NvrtcPlaces places = noPlaces();
  places.cudaHome = at("home-of-cuda");
  places.nvcc = at("bin/nvcc");
  places.defaultToolkit = at("default");
  places.besidePackage = at("own/site-packages");
  places.virtualEnv = at("venv");
  places.condaPrefix = at("conda");
  places.home = at("user");
  places.systemRoots = {at("system"), at("not-there")};
  places.python = at("other/bin/python3");
  std::vector<std::string> found;
  for (const NvrtcFile &file : nvrtcFiles(places))
    found.push_back(file.path);
  EXPECT_EQ(found, expected);

  const std::vector<NvrtcFile> files = nvrtcFiles(places);
  EXPECT_TRUE(files[0].major == 12 && files[0].minor == 4);
  EXPECT_TRUE(files[4].major == 13 && files[4].minor == 5);
}

TEST_F(NvrtcFolder, aLibraryReachedTwoWaysIsOne) {
  const std::string real = library("toolkit-13.0/lib", 13, 0);
  fs::create_directory_symlink(root / "toolkit-13.0/lib", root / "toolkit-13.0/lib64");
  fs::create_directory_symlink(root / "toolkit-13.0", root / "toolkit");
  NvrtcPlaces places = noPlaces();
  places.cudaHome = at("toolkit");
  places.defaultToolkit = at("toolkit-13.0");
  const std::vector<NvrtcFile> files = nvrtcFiles(places);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, real);
}

TEST_F(NvrtcFolder, aWheelOfAVirtualEnvironmentCompiles) {
  NEEDS_NVRTC(nvrtc);
  const bool isNew = nvrtc->major() >= 13;
  const fs::path folder =
      root / "venv/lib/python3.12/site-packages/nvidia" / (isNew ? "cu13/lib" : "cuda_nvrtc/lib");
  fs::create_directories(folder);
  for (const auto &entry : fs::directory_iterator(fs::path(nvrtc->path()).parent_path()))
    if (const std::string name = entry.path().filename();
        name.find("libnvrtc") == 0 && name.find(".alt.") == std::string::npos)
      fs::copy_file(entry.path(), folder / name);
  NvrtcSearch search;
  search.places = noPlaces();
  search.places.virtualEnv = at("venv");
  std::string why;
  const auto wheel = Nvrtc::open(search, why);
  ASSERT_NE(wheel, nullptr) << why;
  EXPECT_EQ(wheel->path().find(folder.string()), 0u) << wheel->path();
  NvrtcResult result;
  EXPECT_TRUE(wheel->compile(twoKernels(), result)) << result.why;
}

TEST_F(NvrtcFolder, theDriversMajorVersionBoundsIt) {
  NvrtcSearch search;
  search.places = noPlaces();
  search.places.cudaHome = at("cuda");
  library("cuda/lib64", 13, 1);
  search.driverVersion = 12080;
  std::string why;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(
      why.find("NVRTC 13.1 is newer than the driver of this machine, which supports CUDA 12.8; "),
      0u)
      << why;
  // A newer minor is tried, and here found to be no library.
  search.driverVersion = 13000;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why.find("NVRTC could not be opened: "), 0u) << why;
}

TEST_F(NvrtcFolder, newerOnesAreTriedFirst) {
  NvrtcSearch search;
  search.places = noPlaces();
  search.places.cudaHome = at("cuda");
  search.places.virtualEnv = at("venv");
  library("cuda/lib64", 13, 0);
  library("venv/lib/python3.12/site-packages/nvidia/cu13/lib", 13, 5);
  const std::string older =
      library("venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib", 12, 9);
  // None of them is a library: what is said is said of the last.
  std::string why;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why.find("NVRTC could not be opened: " + older), 0u) << why;
  fs::remove(older);
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why.find("NVRTC could not be opened: " + at("cuda")), 0u) << why;
}

TEST_F(NvrtcFolder, theNewestThatFitsIsTaken) {
  NEEDS_NVRTC(nvrtc);
  library("cuda/lib64", nvrtc->major(), 0); // found first, and older or no library
  NvrtcSearch search;
  search.places = nvrtcPlaces();
  search.places.cudaHome = at("cuda");
  search.driverVersion = nvrtc->major() * 1000;
  std::string why;
  const auto found = Nvrtc::open(search, why);
  ASSERT_NE(found, nullptr) << why;
  EXPECT_EQ(found->path(), nvrtc->path());
  // What the library itself says counts, whatever its file is called.
  search.isGiven = true;
  search.given = nvrtc->path();
  search.driverVersion = (nvrtc->major() - 1) * 1000 + 90;
  EXPECT_EQ(Nvrtc::open(search, why), nullptr);
  EXPECT_EQ(why, "STENCILC_NVRTC: " + nvrtc->versionText() +
                     " is newer than the driver of this machine, which supports CUDA " +
                     std::to_string(nvrtc->major() - 1) + ".9");
}
