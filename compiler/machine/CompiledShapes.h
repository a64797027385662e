/// \file Built-in table of measured compilations: the registers that nvcc allocated for kernels of
/// known programs.
///
/// The cost model cannot predict how many registers nvcc allocates for a kernel. The tables in
/// machine/fits contain the numbers that nvcc reported. The script bench/suite/shapes wrote them.
/// It needs nvcc but no GPU. The planner finds the entries of a program by a hash of its update
/// expressions (updateSignature in plan/cost/UpdateSignature.h).
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
/// limit. `least` is the smallest register limit with which ptxas spills at most 32 bytes per
/// thread. Both members are equal if the kernel was compiled without a limit.
struct RegisterRange {
  int least = 0, most = 0;
};

/// Compilation by nvcc of all kernels of one plan (a schedule with its options): registers, and
/// bytes of spilled registers.
struct CompiledShape {
  std::string request; // plan of the kernels, in the syntax of --schedule=: "wavefront:steps=4"
  std::vector<RegisterRange> kernels; // of the kernels of one time step, in launch order
  int localBytes = 0;                 // local memory per thread, for spilled registers
};

/// Measured compilations of many programs. The key is a hash of the update expressions of a program
/// (updateSignature). The value lists the compilations of programs with this hash, in the order of
/// the file.
using CompiledShapes = std::map<std::uint64_t, std::vector<CompiledShape>>;

/// Parses `text`, a table of measured compilations. Each line has six columns, separated by tabs:
/// hash of the updates (hexadecimal), program, precision, plan, registers per thread, and bytes of
/// local memory per thread. The registers are a number, or a range for each kernel, such as
/// "24-45,30-62". Empty lines and lines that begin with '#' are skipped. Returns an error with the
/// line number if a line has another form.
llvm::Expected<CompiledShapes> readCompiledShapes(llvm::StringRef text);

/// Returns the measured compilations of a program whose update expressions have the hash
/// `signature` (updateSignature). They are from the tables that are built into stencilc. Returns an
/// empty list if the tables have no such program.
const std::vector<CompiledShape> &compiledShapes(std::uint64_t signature);

/// Table of measured compilations that is embedded in the stencilc executable as text. `name` is
/// the GPU architecture for which nvcc compiled the kernels, such as "sm_90".
struct EmbeddedShapes {
  std::string_view name, text;
};
const std::vector<EmbeddedShapes> &embeddedShapes();

} // namespace stencilc::machine
