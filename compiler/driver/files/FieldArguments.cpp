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

std::vector<FieldFile> fieldFiles(const std::vector<FileArgument> &arguments) {
  std::vector<FieldFile> files;
  for (const FileArgument &argument : arguments)
    files.push_back(
        {ir::FieldId{static_cast<std::uint32_t>(argument.field)}, argument.age, argument.path});
  return files;
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

std::vector<std::string> seriesFiles(const ResolvedRequest &request, const ir::Program &program,
                                     const std::string &source) {
  std::vector<std::string> files;
  for (const ir::SeriesDecl &series : program.series)
    files.push_back(besideSource(source, series.file));
  for (const auto &[index, file] : request.series)
    files[static_cast<std::size_t>(index)] = file;
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
