/// \file `--init` and `--out`: fields at their time levels and the files that go with them.
#include "driver/FieldArguments.h"
#include "driver/References.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "stencilc/DomainSize.h"
#include "stencilc/Npy.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace stencilc::driver {

static std::optional<std::vector<FieldFile>> parse(const std::vector<std::string> &texts,
                                                   bool isOutput, const ir::Program &program,
                                                   Diagnostics &diags) {
  std::vector<FieldFile> files;
  for (const std::string &text : texts) {
    const std::size_t equals = text.find('=');
    FieldLevel level;
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || !parseFieldLevel(name, level)) {
      diags.report(diag::BadAssignment, text, "field");
      return std::nullopt;
    }
    // Reports an unknown field, and a file without a name.
    if (!parseAssignments({level.field + text.substr(equals)}, fieldNames(program), "field", diags))
      return std::nullopt;
    FieldFile file;
    for (const ir::FieldId id : ir::storedFields(program))
      if (program.fields[id].name == level.field)
        file.field = id;
    const ir::FieldDecl &field = program.fields[file.field];
    if (std::string wrong =
            checkLevel(field.name, field.levels, ir::isUpdated(program, file.field), level.age);
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
  return parse(options.inits, false, program, diags);
}

std::optional<std::vector<FieldFile>> parseOuts(const Options &options, const ir::Program &program,
                                                Diagnostics &diags) {
  return parse(options.outs, true, program, diags);
}

std::vector<FieldFile> initialFiles(const ir::Program &program, const std::string &source,
                                    const std::vector<FieldFile> &given) {
  std::vector<FieldFile> files = given;
  for (const ir::FieldId id : ir::storedFields(program)) {
    const ir::FieldDecl &field = program.fields[id];
    const bool isOne = !ir::isUpdated(program, id) || field.levels == 1; // for all levels
    for (int age = 0; age < (isOne ? 1 : field.levels); ++age) {
      const std::string &name = field.initFileOf(age);
      if (name.empty() || isGiven(given, id, age))
        continue;
      llvm::SmallString<128> file(name);
      if (!llvm::sys::path::is_absolute(name)) {
        file = llvm::sys::path::parent_path(source);
        llvm::sys::path::append(file, name);
        llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
      }
      files.push_back({id, isOne ? kAllLevels : age, file.str().str()});
    }
  }
  return files;
}

std::string toText(const FieldFile &file, const ir::Program &program) {
  const std::string &name = program.fields[file.field].name;
  return (file.age == 0 ? name + "[t]" : levelText(name, file.age)) + "=" + file.path;
}

std::optional<Extents> sizeOf(const std::vector<FieldFile> &inits, int rank) {
  for (const FieldFile &file : inits) {
    if (isRawFile(file.path))
      continue;
    // What can be read only once is left to the program.
    llvm::sys::fs::file_status status;
    NpyInput input;
    if (llvm::sys::fs::status(file.path, status) ||
        status.type() != llvm::sys::fs::file_type::regular_file || !input.open(file.path))
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
