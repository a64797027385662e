/// \file The options --init and --out: input and output files of fields at their time levels.
#pragma once

#include "driver/files/RequestFor.h"
#include "ir/interpreter/Interpreter.h"
#include "runtime/core/fields/FieldLevels.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A field at a time level and its file, as in `p[t-1]=file.npy`.
struct FieldFile {
  ir::FieldId field;    // number as in ir/Named.h
  int age = kAllLevels; // steps before t; never kAllLevels in --out, where `p` is level t
  std::string path;
};

/// Returns the files of --init or --out. `arguments` are ResolvedRequest::inputs or `outputs`.
std::vector<FieldFile> fieldFiles(const std::vector<FileArgument> &arguments);

/// Returns the files with initial values: `given` by --init, and for other fields and time levels
/// those that the program names. File names in the program are relative to the folder of its file
/// `source`.
std::vector<FieldFile> initialFiles(const ir::Program &program, const std::string &source,
                                    const std::vector<FieldFile> &given);

/// Returns the path of file `name` relative to the working folder. The program in file `source`
/// names it relative to its own folder.
std::string besideSource(const std::string &source, const std::string &name);

/// Returns the input files of all series, which are one-dimensional arrays, in the order of their
/// declarations. --series overrides a file that the program in file `source` names.
std::vector<std::string> seriesFiles(const ResolvedRequest &request, const ir::Program &program,
                                     const std::string &source);
/// Reads the input files of all series, which are one-dimensional arrays, into the setup of an
/// interpreter run. Returns false after a reported error.
bool readSeries(const ir::Program &program, const std::vector<std::string> &files,
                ir::RunSetup &setup, Diagnostics &diags);

/// Returns field, level and file as text, in the syntax of the options --init and --out.
std::string toText(const FieldFile &file, const ir::Program &program);

/// Returns the grid size from the first of `inits` that is an .npy or HDF5 file of a field with all
/// axes. Returns `nullopt` if there is none, or if it cannot be read. Also returns `nullopt` for a
/// program with staggered fields, which have one cell more than the grid along an axis. Errors in
/// the file are reported later, when the fields are read.
std::optional<Extents> sizeOf(const std::vector<FieldFile> &inits, const ir::Program &program);

} // namespace stencilc::driver
