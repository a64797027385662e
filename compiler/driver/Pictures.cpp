/// \file Slices of a run to a PNG, before and after side by side.
#include "driver/Pictures.h"
#include "driver/References.h"
#include "stencilc/Npy.h"
#include "stencilc/picture/Picture.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::driver {

PictureFiles::PictureFiles(PictureFiles &&other) noexcept { *this = std::move(other); }

PictureFiles &PictureFiles::operator=(PictureFiles &&other) noexcept {
  field = std::move(other.field);
  std::swap(before, other.before);
  std::swap(after, other.after);
  return *this;
}

PictureFiles::~PictureFiles() {
  for (const std::string &file : {before, after})
    if (!file.empty())
      llvm::sys::fs::remove(file);
}

std::optional<PictureFiles> preparePicture(const ir::Program &program, const std::string &wanted,
                                           Diagnostics &diags) {
  PictureFiles files;
  if (wanted.empty()) {
    files.field = program.fields[program.stages.begin()->target].name;
  } else if (parseAssignments({wanted + "=picture"}, fieldNames(program), "field", diags)) {
    files.field = wanted;
  } else {
    return std::nullopt;
  }
  for (std::string *file : {&files.before, &files.after}) {
    llvm::SmallString<128> name;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile("stencilc-slice", "npy", name)) {
      diags.report(diag::CannotWriteFile, "temporary file", code.message());
      return std::nullopt;
    }
    *file = name.str().str();
  }
  return files;
}

bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 Diagnostics &diags) {
  LoadedSlice before, after;
  for (auto [file, slice] : {std::pair{&files.before, &before}, {&files.after, &after}})
    if (std::string error = loadSlice(*file, *slice); !error.empty()) {
      diags.report(diag::BadArrayFile, error);
      return false;
    }
  PictureOptions look;
  look.title = program.name + ": " + files.field;
  if (program.rank() == 3)
    look.title += ", plane in the middle of " + program.axes[2];
  // Maps are stored from the north down; everything else has its origin below.
  for (const ir::FieldDecl &field : program.fields)
    if (field.name == files.field && !field.initFile.empty())
      look.firstRow = FirstRow::Top;
  std::int64_t steps = options.steps.value_or(program.stepsHint.value_or(100));
  std::string error =
      writePairPicture(options.picture, before.view(), "before", after.view(),
                       "after " + std::to_string(steps) + (steps == 1 ? " step" : " steps"), look);
  if (!error.empty()) {
    diags.report(diag::CannotWriteFile, options.picture, error);
    return false;
  }
  if (!options.quiet)
    llvm::errs() << "wrote " << options.picture << "\n";
  return true;
}

} // namespace stencilc::driver
