/// \file What programs can be built and run with on this machine, in words; and trying it.
#pragma once

#include "driver/Machine.h"
#include "driver/Options.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// The library that compiles CUDA text without nvcc, and its version; empty without one.
std::string nvrtcText(std::string &why);
/// The library that compiles programs for the CPU without a compiler; empty without one.
std::string jitLibraryText(std::string &why);
/// "CUDA 13.2", the newest that the driver runs; empty where it cannot be used.
std::string driverText(const CudaDriverState &driver);
/// What a probe left of this machine: a path; empty if there is none that can be read.
std::string presentMachineFile();

/// One thing that was tried.
struct Finding {
  enum Mark { Ok, Missing, Broken } mark = Ok;
  std::string thing;  // "host compiler"
  std::string text;   // what was found, or why it does not work
  std::string advice; // what to do about it; empty if nothing is
};

/// Everything, tried: compilers build a small program, folders are written to, the driver is
/// opened. Takes about as long as the slower compiler.
struct Equipment {
  std::vector<Finding> findings;
  bool runsOnCpu = false, runsOnCuda = false;
  std::string cpuText, cudaText; // by what, or why not
};
Equipment tryEquipment(const Options &options);

} // namespace stencilc::driver
