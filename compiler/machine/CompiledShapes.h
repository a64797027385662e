/// \file Table of the registers that nvcc allocated for kernels that have been compiled once.
///
/// The cost model cannot predict how many registers the compiler allocates for a kernel. The tables
/// in machine/fits contain the measured numbers. They were written by bench/suite/shapes, which
/// needs nvcc but no GPU. The planner finds the kernels of a program by the signature of its
/// updates (plan/cost/UpdateSignature.h).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stencilc::machine {

/// Registers per thread of one compiled kernel. `most` is the number that ptxas allocates without a
/// limit. `least` is the smallest limit with which it spills at most 32 bytes. Both are equal for
/// kernels that were compiled once.
struct RegisterRange {
  int least = 0, most = 0;
};

/// Registers and spilled bytes of kernels, as nvcc compiled them for one plan.
struct CompiledShape {
  std::string request;                // plan of the kernels, such as "wavefront:steps=4,cells=4"
  std::vector<RegisterRange> kernels; // of one time step, in the order of their launches
  int localBytes = 0;                 // local memory per thread, for spilled registers
};

/// Compiled kernels by the signature of the program's updates (updateSignature). The kernels of one
/// signature are in the order of the file.
using CompiledShapes = std::map<std::uint64_t, std::vector<CompiledShape>>;

/// Parses a table of compiled kernels. Each line has six columns, separated by tabs: signature
/// (hexadecimal), program, precision, plan, registers, and bytes of local memory. Registers are a
/// number, or ranges of several kernels such as "24-45,30-62". Empty lines, and lines that begin
/// with '#', are skipped. Returns an error that contains the number of the first wrong line.
llvm::Expected<CompiledShapes> readCompiledShapes(llvm::StringRef text);

/// Returns the compiled kernels for updates with this signature (updateSignature), from the tables
/// that are compiled into stencilc. Returns an empty list if the tables have none.
const std::vector<CompiledShape> &compiledShapes(std::uint64_t signature);

/// Text of a table of compiled kernels that is embedded in the stencilc executable. `name` is the
/// architecture for which nvcc compiled the kernels.
struct EmbeddedShapes {
  std::string_view name, text;
};
const std::vector<EmbeddedShapes> &embeddedShapes();

} // namespace stencilc::machine
