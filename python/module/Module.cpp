/// \file The Python module stencilc._core, which has the C interface of libstencilc as classes and
/// functions. The package stencilc is written in Python on this module.
#include "Drawing.h"
#include "Errors.h"
#include "Simulation.h"
#include "Streams.h"
#include "Views.h"
#include "Xla.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace stencilc::python {

namespace {

/// Program that is loaded into this process.
struct LoadedModule {
  Module its;

  /// Returns the description of the program as JSON, as stencilc_description() does.
  std::string description() const { return textOf(stencilc_description(its.get())); }
  /// Returns the bytes of memory for the fields of a simulation that `request` describes in JSON,
  /// as for stencilc_create(). Raises the exception of raiseFor() if the request is wrong.
  std::size_t bytesNeeded(const std::string &request) const {
    char *error = nullptr;
    const std::size_t bytes = stencilc_bytes_needed(its.get(), request.c_str(), &error);
    const Text reason(error);
    if (bytes == 0)
      raiseFor(stencilc_create_code(), reason ? reason.get() : "the request is wrong");
    return bytes;
  }
};

/// Result of the compilation of a source text: messages, facts, plan and emitted code. After errors
/// in the source text it has messages only.
struct CompiledText {
  Compilation its;

  /// Compiles `text` with `options`, a JSON object as for stencilc_compile().
  CompiledText(const std::string &text, const std::string &options) {
    const nb::gil_scoped_release unlocked;
    its.reset(stencilc_compile(text.c_str(), options.c_str()));
    if (!its)
      throw std::bad_alloc();
  }
  bool succeeded() const { return stencilc_succeeded(its.get()) != 0; }
  std::string messages() const { return textOf(stencilc_messages(its.get())); }
  std::string facts() const { return textOf(stencilc_facts(its.get())); }
  std::string plan() const { return textOf(stencilc_plan(its.get())); }
  /// Returns emitted code of the kind `kind`, as stencilc_text() names it. Returns nullopt, and
  /// adds a message, if the kind is unknown or the code cannot be emitted.
  std::optional<std::string> text(const std::string &kind) {
    const nb::gil_scoped_release unlocked;
    const char *const made = stencilc_text(its.get(), kind.c_str());
    return made ? std::optional<std::string>(made) : std::nullopt;
  }
  /// Builds the program, or takes it from the cache, and loads it. Returns null, and adds a
  /// message, on failure.
  std::unique_ptr<LoadedModule> load() {
    const nb::gil_scoped_release unlocked;
    Module loaded(stencilc_load(its.get()));
    return loaded ? std::make_unique<LoadedModule>(std::move(loaded)) : nullptr;
  }
};

/// Adds the classes Module and Compilation to the Python module.
void bindCompiler(nb::module_ &module) {
  nb::class_<LoadedModule>(module, "Module")
      .def("description", &LoadedModule::description)
      .def("bytes_needed", &LoadedModule::bytesNeeded, "request"_a);
  nb::class_<CompiledText>(module, "Compilation")
      .def(nb::init<const std::string &, const std::string &>(), "text"_a, "options"_a)
      .def_prop_ro("succeeded", &CompiledText::succeeded)
      .def("messages", &CompiledText::messages)
      .def("facts", &CompiledText::facts)
      .def("plan", &CompiledText::plan)
      .def("text", &CompiledText::text, "kind"_a)
      .def("load", &CompiledText::load);
}

/// Adds the class Simulation and the functions for views to the Python module.
void bindSimulation(nb::module_ &module) {
  nb::class_<Simulation>(module, "Simulation")
      .def(
          "__init__",
          [](Simulation *self, const LoadedModule &program, const std::string &request,
             std::optional<AnyArray> memory) {
            new (self) Simulation(program.its, request, std::move(memory));
          },
          "module"_a, "request"_a, "memory"_a = nb::none())
      .def("run", &Simulation::run, "steps"_a, "progress"_a.none(), "seconds"_a)
      .def("enqueue", &Simulation::enqueue, "steps"_a, "stream"_a)
      .def("synchronize", &Simulation::synchronize)
      .def("reset", &Simulation::reset)
      .def_prop_ro("steps_done", &Simulation::stepsDone)
      .def_prop_ro("time_step", &Simulation::timeStep)
      .def_prop_ro("stopped", &Simulation::stopped)
      .def("set_parameter", &Simulation::setParameter, "name"_a, "value"_a)
      .def("parameter", &Simulation::parameter, "name"_a)
      .def("set_series", &Simulation::setSeries, "name"_a, "numbers"_a)
      .def("set_points", &Simulation::setPoints, "name"_a, "places"_a, "count"_a)
      .def("extents", &Simulation::extents, "field"_a)
      .def("copy_in", &Simulation::copyIn, "field"_a, "level"_a, "array"_a)
      .def("copy_from_device", &Simulation::copyFromDevice, "field"_a, "levels"_a, "array"_a)
      .def("copy_out", &Simulation::copyOut, "field"_a, "level"_a, "array"_a)
      .def(
          "copy_in_address",
          [](Simulation &self, const std::string &field, int level, std::uintptr_t cells) {
            self.copyInPacked(field, level, reinterpret_cast<const void *>(cells));
          },
          "field"_a, "level"_a, "address"_a)
      .def(
          "copy_out_address",
          [](Simulation &self, const std::string &field, int level, std::uintptr_t cells) {
            self.copyOutPacked(field, level, reinterpret_cast<void *>(cells));
          },
          "field"_a, "level"_a, "address"_a)
      .def("address", &address, "field"_a, "level"_a)
      .def("trace_size", &Simulation::traceSize, "name"_a)
      .def("traces", &Simulation::traces, "name"_a, "values"_a)
      .def("report", &Simulation::report, "name"_a)
      .def("save", &Simulation::save, "what"_a, "path"_a, "every"_a, "type"_a, "level"_a)
      .def("save_now", &Simulation::saveNow, "what"_a, "path"_a, "type"_a, "level"_a)
      .def("finish_saves", &Simulation::finishSaves);
  module.def("host_view", &hostView, "simulation"_a, "field"_a, "level"_a, "shape"_a, "kind"_a,
             "bits"_a);
  module.def("any_view", &anyView, "simulation"_a, "field"_a, "level"_a, "shape"_a, "kind"_a,
             "bits"_a);
}

} // namespace

} // namespace stencilc::python

NB_MODULE(_core, module) {
  using namespace stencilc::python;
  nb::set_leak_warnings(false); // loaded programs are kept until the process ends
  module.def("version", [] { return textOf(stencilc_version()); });
  bindCompiler(module);
  bindSimulation(module);
  module.def("draw_picture", &drawPicture, "planes"_a, "titles"_a, "columns"_a, "look"_a);
  module.def("draw_movie", &drawMovie, "frames"_a, "steps"_a, "look"_a);
  module.def("order_streams", &orderStreams, "earlier"_a, "later"_a, "address"_a);
  module.def("wait_for_stream", &waitForStream, "stream"_a, "address"_a);
  bindXla(module);
}
