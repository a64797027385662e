/// \file Warns about unstable finite-difference schemes.
#include "analysis/StabilityWarning.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace stencilc::analysis {

static std::string shortNumber(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.4g", value);
  return text;
}

/// Rounds `value` down to four significant digits, so that the number shown to the user is stable,
/// too.
static double roundedDown(double value) {
  if (value == 0)
    return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 3);
  return std::floor(value / unit * (1 + 1e-9)) * unit;
}

void warnIfUnstable(const ir::Program &program, const Stability &stability, llvm::SMRange where,
                    Diagnostics &diags) {
  if (stability.isStable())
    return;
  std::string axes;
  for (const std::string &axis : program.axes)
    axes += (axes.empty() ? "" : ", ") + axis;
  // Printed with its notes when it goes out of scope.
  Diagnostics::Report report =
      diags.report(where, diag::UnstableScheme, program.fields[stability.field].name,
                   shortNumber(stability.factor));
  report.note({}, diag::FastestWave, describeWave(stability, program.rank()), axes);
  if (!stability.limit)
    return;
  const ir::ParamDecl &param = program.params[stability.limit->param];
  report.note({}, diag::LargestStable, param.name, shortNumber(param.value),
              shortNumber(roundedDown(stability.limit->value)));
}

} // namespace stencilc::analysis
