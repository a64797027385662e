/// \file The objects behind the handles of the C interface.
#pragma once

#include "interface/Compilation.h"
#include "interface/InputFiles.h"
#include "interface/InstanceGuard.h"
#include "interface/stencilc.h"
#include "runtime/core/instance/Instance.h"
#include <unistd.h>

/// A compilation, as users of the C interface see it.
struct stencilc_compilation {
  stencilc::interface::Compilation its;
};

/// A reference to a loaded program.
struct stencilc_module {
  std::shared_ptr<const stencilc::interface::Program> program;
  pid_t maker = getpid();

  bool isOfThisProcess() const { return maker == getpid(); }
};

/// A simulation. Its program stays loaded as long as this object.
struct stencilc_instance {
  std::shared_ptr<const stencilc::interface::Program> program;
  std::unique_ptr<const stencilc::interface::InstanceRequest> request;
  std::unique_ptr<stencilc::interface::InputFiles> files;
  std::unique_ptr<stencilc::Instance> simulation;
  pid_t maker = getpid();
  mutable stencilc::interface::InstanceOwner owner;

  bool isOfThisProcess() const { return maker == getpid(); }
};
