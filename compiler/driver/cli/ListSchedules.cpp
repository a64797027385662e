/// \file `stencilc --list-schedules`: prints every schedule with its options.
#include "driver/Driver.h"
#include "plan/interface/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

int listSchedulesCommand(const Options &) {
  for (const plan::Schedule *schedule : plan::allSchedules()) {
    llvm::outs() << llvm::left_justify(schedule->name(), 12)
                 << llvm::left_justify(schedule->targets(), 11) << schedule->summary() << "\n";
    for (const plan::OptionSpec &option : schedule->options()) {
      llvm::outs() << "            " << llvm::left_justify(option.key, 10) << option.meaning;
      if (!option.values.empty())
        llvm::outs() << " (" << llvm::join(option.values, ", ") << ")";
      llvm::outs() << "\n";
    }
  }
  return kFine;
}

} // namespace stencilc::driver
