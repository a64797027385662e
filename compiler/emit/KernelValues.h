/// \file Printer of values of the program (IR expressions) in one body of a kernel.
#pragma once

#include "emit/ExprPrinter.h"
#include "kernel/Kernel.h"
#include <memory>

namespace stencilc::emit {

/// Context in which a value of the program is printed: names in scope, and a callback that prints
/// the leaves.
struct ValueSite {
  std::function<std::string(kernel::ExprId)> text; // prints an expression of the kernel tree
  bool isHost;
  Names &scope;                     // scope of temporaries
  std::set<std::string> &functions; // receives the called functions of the runtime
};

/// Printer of values of the program in the body of one emitted function. Values of the same cell
/// have the same cell number (kernel::Computed::number) and share temporaries. The constructor
/// collects the values from all statements of the body.
class KernelValues {
public:
  KernelValues(const kernel::Module &module, const kernel::Body &body);
  /// Returns the text of a value, with the statements for its temporaries that must precede it.
  Printed print(const kernel::Computed &value, const ValueSite &site);

private:
  struct Shared {
    std::vector<ir::ExprId> roots = {}; // values with this number, in the order of the text
    std::map<ir::ExprId, kernel::ExprId> places = {};
    std::unique_ptr<ExprPrinter> printer = {};
  };
  void collect(kernel::ExprId id);

  const kernel::Module &module;
  std::map<int, Shared> byNumber;
};

} // namespace stencilc::emit
