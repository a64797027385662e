/// \file Inputs and files of one `stencilc run`, and the request that the built program gets.
#pragma once

#include "driver/draw/Drawings.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"
#include "driver/files/ResultFiles.h"

namespace stencilc::driver {

/// Inputs and files of one `stencilc run`, after they have been checked.
struct RunInputs {
  ResolvedRequest request;            // as the user gave it
  std::vector<FieldFile> inits, outs; // with the files that the program itself names
  std::vector<std::string> series;    // file of each `series` of the program, in its order
  PointInputs points;
  Drawings drawings;
};

/// Finds the names of the request in the program, checks all files, and prepares the drawings.
/// Returns `nullopt` after it has reported an error.
std::optional<RunInputs> prepareInputs(const Options &options, Pipeline &line);

/// Returns the request of the built program: that of the user, with the paths of all inputs, the
/// files of drawings, and the size for which the program was planned.
RunRequest requestOfProgram(const Options &options, const Pipeline &line, const RunInputs &inputs);

} // namespace stencilc::driver
