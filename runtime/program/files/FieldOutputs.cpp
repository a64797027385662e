/// \file The output files of fields, processed one after the other.
#include "runtime/program/files/FieldOutputs.h"

namespace stencilc::inline STENCILC_SPACE {

Status FieldOutputs::open(const ProgramDescription &program, const std::int64_t (&size)[3],
                          const std::vector<FileArgument> &wanted, bool isPlane, bool writes) {
  for (const FileArgument &each : wanted) {
    if (const std::string wrong = checkPlane(program, each.field, size, each.plane); !wrong.empty())
      return Status::invalid(wrong);
    FieldOutput &output = files.emplace_back();
    output.field = each.field;
    output.age = each.age;
    output.isPlane = isPlane;
    output.plane = each.plane;
    if (!writes)
      output.file.leaveToAnother();
    if (!output.open(program, size, each.path))
      return Status::invalid(output.file.error());
  }
  return {};
}

Status FieldOutputs::write(const Instance &instance) {
  std::string error;
  for (FieldOutput &output : files)
    if (!output.write(instance, error))
      return Status::invalid(error);
  return {};
}

Status FieldOutputs::each(bool (NpyOutput::*act)()) {
  for (FieldOutput &output : files)
    if (!(output.file.*act)())
      return Status::invalid(output.file.error());
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
