/// \file The options --init and --out: input and output files of fields at their time levels.
#include "driver/files/FieldArguments.h"
#include "driver/files/References.h"
#include "ir/Named.h"
#include "ir/Walk.h"
#include "runtime/files/Npy.h"
#include "runtime/files/SeriesFiles.h"
#include "runtime/program/DomainSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace stencilc::driver {

static bool hasField(const ir::Program &program, const std::string &name) {
  return llvm::is_contained(fieldNames(program), name);
}

/// Replaces a text such as `f=f*.npy`, where `f` is a group of fields (f0, f1, ...), by
/// `f0=f0.npy`, `f1=f1.npy` and so on. Copies all other texts. Returns `nullopt` after it has
/// reported a group without `*`, whose fields would share a file.
static std::optional<std::vector<std::string>>
ofMembers(const std::vector<std::string> &texts, const ir::Program &program, Diagnostics &diags) {
  std::vector<std::string> all;
  for (const std::string &text : texts) {
    const std::string name = text.substr(0, text.find_first_of("=["));
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || hasField(program, name) || !hasField(program, name + "0")) {
      all.push_back(text);
      continue;
    }
    const std::size_t star = text.find('*', equals);
    if (star == std::string::npos) {
      diags.report(diag::BadLevel, "'" + name + "' is a group; for one file per member write '" +
                                       name + "=" + name + "*.npy', and for one of them '" + name +
                                       "0=...'");
      return std::nullopt;
    }
    for (int member = 0; hasField(program, name + std::to_string(member)); ++member) {
      std::string own = text;
      own.replace(star, 1, std::to_string(member));
      all.push_back(own.insert(name.size(), std::to_string(member)));
    }
  }
  return all;
}

/// Reports an --init or --out value without field or file, and suggests what to write. `isOutput`
/// selects --out.
static void reportNoField(const std::string &text, bool isOutput, const ir::Program &program,
                          Diagnostics &diags) {
  auto report = diags.report(diag::BadAssignment, text, "field");
  const std::vector<std::string> names = fieldNames(program);
  if (text.find('=') != std::string::npos || names.empty())
    return;
  const std::string stem = llvm::sys::path::stem(text).str();
  const bool isField = llvm::is_contained(names, text), isStem = llvm::is_contained(names, stem);
  if (!isField && !isStem && names.size() > 1)
    return;
  report.note({}, diag::Hint,
              std::string("write ") + (isOutput ? "--out " : "--init ") +
                  (isField  ? text + "=" + text + ".npy"
                   : isStem ? stem + "=" + text
                            : names.front() + "=" + text));
}

/// Parses the values of --init, or of --out if `isOutput`. Returns `nullopt` after a reported
/// error.
static std::optional<std::vector<FieldFile>> parse(const std::vector<std::string> &texts,
                                                   bool isOutput, const ir::Program &program,
                                                   Diagnostics &diags) {
  const auto all = ofMembers(texts, program, diags);
  if (!all)
    return std::nullopt;
  std::vector<FieldFile> files;
  for (const std::string &text : *all) {
    const std::size_t equals = text.find('=');
    FieldLevel level;
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || !parseFieldLevel(name, level)) {
      reportNoField(text, isOutput, program, diags);
      return std::nullopt;
    }
    // Reports an unknown field or an empty file name.
    if (!parseAssignments({level.field + text.substr(equals)}, fieldNames(program), "field", diags))
      return std::nullopt;
    FieldFile file;
    for (const ir::FieldId id : ir::namedFields(program))
      if (ir::namedField(program, id).name == level.field)
        file.field = id;
    const ir::FieldDecl &field = ir::namedField(program, file.field);
    const bool isUpdated = ir::isNamedUpdated(program, file.field);
    if (std::string wrong = checkLevel(field.name, field.levels, isUpdated, level.age);
        !wrong.empty()) {
      diags.report(diag::BadLevel, wrong);
      return std::nullopt;
    }
    file.age = isOutput ? std::max(0, level.age) : level.age;
    file.path = text.substr(equals + 1);
    files.push_back(std::move(file));
  }
  return files;
}

std::optional<std::vector<FieldFile>> parseInits(const Options &options, const ir::Program &program,
                                                 Diagnostics &diags) {
  return parse(options.run.inits, false, program, diags);
}

std::optional<std::vector<FieldFile>> parseOuts(const Options &options, const ir::Program &program,
                                                Diagnostics &diags) {
  return parse(options.run.outs, true, program, diags);
}

std::string besideSource(const std::string &source, const std::string &name) {
  llvm::SmallString<128> file(name);
  if (!llvm::sys::path::is_absolute(name)) {
    file = llvm::sys::path::parent_path(source);
    llvm::sys::path::append(file, name);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  }
  return file.str().str();
}

std::vector<FieldFile> initialFiles(const ir::Program &program, const std::string &source,
                                    const std::vector<FieldFile> &given) {
  std::vector<FieldFile> files = given;
  for (const ir::FieldId id : ir::namedFields(program)) {
    const ir::FieldDecl &field = ir::namedField(program, id);
    // One file holds all levels of such a field.
    const bool isOne = !ir::isNamedUpdated(program, id) || field.levels == 1;
    for (int age = 0; age < (isOne ? 1 : field.levels); ++age) {
      const std::string &name = field.initFileOf(age);
      if (name.empty() || isGiven(given, id, age))
        continue;
      files.push_back({id, isOne ? kAllLevels : age, besideSource(source, name)});
    }
  }
  return files;
}

std::optional<std::vector<std::string>> seriesFiles(const Options &options,
                                                    const ir::Program &program,
                                                    const std::string &source, Diagnostics &diags) {
  std::vector<std::string> names, files;
  for (const ir::SeriesDecl &series : program.series) {
    names.push_back(series.name);
    files.push_back(besideSource(source, series.file));
  }
  const auto given = parseAssignments(options.program.series, names, "series", diags);
  if (!given)
    return std::nullopt;
  for (const auto &[name, file] : *given)
    files[static_cast<std::size_t>(llvm::find(names, name) - names.begin())] = file;
  return files;
}

bool readSeries(const ir::Program &program, const std::vector<std::string> &files,
                ir::RunSetup &setup, Diagnostics &diags) {
  setup.series.resize(program.series.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::string error;
    const ir::SeriesId id{static_cast<std::uint32_t>(i)};
    if (stencilc::readSeries(files[i], program.series[id].name, ir::pointsOf(program, id, setup),
                             setup.series[i], error))
      continue;
    diags.report(diag::BadArrayFile, error);
    return false;
  }
  return true;
}

std::string toText(const FieldFile &file, const ir::Program &program) {
  const std::string &name = ir::namedField(program, file.field).name;
  return (file.age == 0 ? name + "[t]" : stencilc::levelText(name, file.age)) + "=" + file.path;
}

std::optional<Extents> sizeOf(const std::vector<FieldFile> &inits, const ir::Program &program) {
  const int rank = program.rank();
  for (const FieldFile &file : inits) {
    if (isRawFile(file.path) || ir::isProfile(program, file.field) ||
        program.wider != decltype(program.wider){})
      continue;
    // Pipes can be read only once, so the compiled program must read them.
    llvm::sys::fs::file_status status;
    const bool isFile =
        isHdfPath(file.path) || (!llvm::sys::fs::status(file.path, status) &&
                                 status.type() == llvm::sys::fs::file_type::regular_file);
    NpyInput input;
    if (!isFile || !input.open(file.path, ir::namedField(program, file.field).name))
      return std::nullopt;
    std::int64_t size[3];
    constexpr std::int64_t none[3] = {0, 0, 0};
    chooseSize(rank, nullptr, {&input.header()}, none, size);
    if (size[0] == 0)
      return std::nullopt;
    Extents extents;
    std::copy(size, size + kMaxAxes, extents.n.begin());
    return extents;
  }
  return std::nullopt;
}

} // namespace stencilc::driver
