/// \file What a command is about to write: no file of those that it reads, and no file twice.
#include "driver/ResultFiles.h"
#include "driver/Movies.h"
#include "ir/Named.h"
#include "ir/Walk.h"
#include "stencilc/ResultPaths.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

bool checkOutput(const std::string &source, const std::string &output, Diagnostics &diags) {
  if (!isSameFile(source, output))
    return true;
  diags.report(diag::WouldOverwrite, output, "the source");
  return false;
}

bool checkHeaderName(const std::string &name, Diagnostics &diags) {
  const char *wrong = nullptr;
  for (const unsigned char c : name)
    wrong = c == '"'                ? "a quote"
            : c == '\\'             ? "a backslash"
            : c < 0x20 || c == 0x7f ? "a control character"
                                    : wrong;
  if (wrong)
    diags.report(diag::BadHeaderName, llvm::json::fixUTF8(name), wrong);
  return !wrong;
}

bool checkEmittedFiles(const std::string &source, const std::string &text, Diagnostics &diags) {
  if (!checkOutput(source, text, diags))
    return false;
  for (const char *ending : {".h", ".hpp", ".f90"}) {
    llvm::SmallString<128> header(text);
    llvm::sys::path::replace_extension(header, ending);
    if (!checkOutput(source, header.str().str(), diags))
      return false;
    if (isSameFile(text, header.str().str())) {
      diags.report(diag::WouldOverwrite, text, "the name of the header, which is written as well,");
      return false;
    }
  }
  return true;
}

bool checkRunFiles(const Options &options, const std::vector<FieldFile> &inits,
                   const std::vector<FieldFile> &outs, const ir::Program &program,
                   Diagnostics &diags) {
  std::vector<std::string> paths;
  for (const FieldFile &file : outs)
    paths.push_back(file.path);
  std::vector<std::string> others = moviePaths(options);
  others.insert(others.end(), {options.reports, options.picture, options.plot});
  for (const std::string &other : others) {
    if (other.empty())
      continue;
    for (const FieldFile &init : inits)
      if (isSameFile(init.path, other)) {
        diags.report(diag::WouldOverwrite, other,
                     "the array that field '" + ir::namedField(program, init.field).name +
                         "' starts from");
        return false;
      }
    paths.push_back(other);
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!checkOutput(options.inputs.front(), paths[i], diags))
      return false;
    for (std::size_t j = 0; j < i; ++j)
      if (isSameFile(paths[j], paths[i])) {
        diags.report(diag::WouldOverwrite, paths[i], "named for another result of this run");
        return false;
      }
  }
  return true;
}

static void note(const Options &options, const std::string &text) {
  if (!options.quiet && !text.empty())
    llvm::errs() << "note: " << text << "\n";
}

void noteDrawingNames(const Options &options) {
  if (!options.picture.empty())
    note(options, pictureNameNote(options.picture));
  for (const std::string &path : moviePaths(options))
    note(options, movieNameNote(path));
}

void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program) {
  for (const FieldFile &file : outs)
    note(options, arrayNameNote(file.path));
  for (const ir::FieldId id : ir::namedFields(program)) {
    std::vector<int> ages;
    for (const FieldFile &file : outs)
      if (file.field == id)
        ages.push_back(file.age);
    if (ir::isNamedUpdated(program, id))
      note(options, missingLevels(program.fields[id].name, program.fields[id].levels, ages));
  }
  if (options.reports.empty())
    return;
  note(options, reportsNameNote(options.reports));
  if (!program.hasChecks())
    note(options, noReportsNote(program.name));
}

} // namespace stencilc::driver
