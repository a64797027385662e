/// \file Slices of a run to a PNG, before and after side by side.
#include "driver/Pictures.h"
#include "driver/References.h"
#include "stencilc/Npy.h"
#include "stencilc/picture/Picture.h"

namespace stencilc::driver {

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
  files.folder = std::make_unique<WorkFolder>();
  if (!files.folder->isThere(diags))
    return std::nullopt;
  files.before = files.folder->file("before.npy");
  files.after = files.folder->file("after.npy");
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
