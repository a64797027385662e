/// \file `--init` and `--out`: fields at their time levels and the files that go with them.
#pragma once

#include "driver/Options.h"
#include "ir/Interpreter.h"
#include "stencilc/FieldLevels.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// `p[t-1]=file.npy`.
struct FieldFile {
  ir::FieldId field;    // as ir/Named.h numbers them
  int age = kAllLevels; // of what is written never: `p` alone is level t there
  std::string path;
};

/// What --init says, or --out. Reports names that are no field, and levels that it does not keep.
std::optional<std::vector<FieldFile>> parseInits(const Options &options, const ir::Program &program,
                                                 Diagnostics &diags);
std::optional<std::vector<FieldFile>> parseOuts(const Options &options, const ir::Program &program,
                                                Diagnostics &diags);

/// `given`, and the files that the source names for levels not given. They are relative to the
/// source, which is `source`.
std::vector<FieldFile> initialFiles(const ir::Program &program, const std::string &source,
                                    const std::vector<FieldFile> &given);

/// The file `name`, which the source of a program at `source` names, from where the caller is.
std::string besideSource(const std::string &source, const std::string &name);

/// The files that series are read from, in their order: what --series says, or what the source
/// does.
std::optional<std::vector<std::string>> seriesFiles(const Options &options,
                                                    const ir::Program &program,
                                                    const std::string &source, Diagnostics &diags);
/// Reads them into a setup of the interpreter. False after a report.
bool readSeries(const ir::Program &program, const std::vector<std::string> &files,
                ir::RunSetup &setup, Diagnostics &diags);

/// As the program's own --init and --out take it.
std::string toText(const FieldFile &file, const ir::Program &program);

/// The shape of the first of `inits` that is an ordinary .npy file, if it has an extent for every
/// axis. What is wrong with a file, who reads it says.
std::optional<Extents> sizeOf(const std::vector<FieldFile> &inits, const ir::Program &program);

} // namespace stencilc::driver
