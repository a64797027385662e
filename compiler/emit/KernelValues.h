/// \file The values of the program that statements of one body of a kernel hold.
#pragma once

#include "emit/ExprPrinter.h"
#include "kernel/Kernel.h"
#include <memory>

namespace stencilc::emit {

/// How values are printed where they stand.
struct ValueSite {
  std::function<std::string(kernel::ExprId)> text; // of where a leaf is
  bool isHost;
  Names &scope;                     // of temporaries
  std::set<std::string> &functions; // of the runtime that the text calls are added
};

/// Values with one number share what they have in common (kernel::Computed); the statements of the
/// body are known beforehand, so that it is known what is common.
class KernelValues {
public:
  KernelValues(const kernel::Module &module, const kernel::Body &body);
  /// A value, and the statements it needs before it.
  Printed print(const kernel::Computed &value, const ValueSite &site);

private:
  struct Shared {
    std::vector<ir::ExprId> roots = {}; // in the order of the text
    std::map<ir::ExprId, kernel::ExprId> places = {};
    std::unique_ptr<ExprPrinter> printer = {};
  };
  void collect(kernel::ExprId id);

  const kernel::Module &module;
  std::map<int, Shared> byNumber;
};

} // namespace stencilc::emit
