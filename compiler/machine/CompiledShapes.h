/// \file Registers of compiled kernels: a table that nvcc has filled, without a GPU.
///
/// A formula cannot say how many registers a compiler will use for a kernel. The table has the
/// registers of kernels that were compiled once (machine/fits). bench/suite/shapes writes it. An
/// update has a signature (plan/cost/UpdateSignature.h), by which planning finds its kernels.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stencilc::machine {

/// A compiled kernel of a schedule.
struct CompiledShape {
  std::string request; // the plan, such as "wavefront:steps=4,cells=4"
  int registers = 0;   // of a thread
  int localBytes = 0;  // of a thread, in local memory: spilled registers
};

/// The kernels of each signature, in the order of the file.
using CompiledShapes = std::map<std::uint64_t, std::vector<CompiledShape>>;

/// Reads a table: lines of signature, program, precision, request, registers and bytes of local
/// memory, separated by tabs. Lines that begin with '#' are comments. Returns an error with the
/// number of the first wrong line.
llvm::Expected<CompiledShapes> readCompiledShapes(llvm::StringRef text);

/// Returns the compiled kernels of an update, from the tables that are part of the tool. Returns an
/// empty list if there are none.
const std::vector<CompiledShape> &compiledShapes(std::uint64_t signature);

/// A table that is compiled into stencilc, with the name of the architecture.
struct EmbeddedShapes {
  std::string_view name, text;
};
const std::vector<EmbeddedShapes> &embeddedShapes();

} // namespace stencilc::machine
