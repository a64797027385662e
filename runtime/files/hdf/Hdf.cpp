/// \file Loads the HDF5 library at run time and collects its error messages.
#include "runtime/files/hdf/Hdf.h"
#include "runtime/files/PartFile.h"
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>

namespace stencilc::inline STENCILC_SPACE::hdf {

namespace {

/// Names of the HDF5 library's file, tried in this order: first Debian's name, then the names of
/// newer to older versions.
constexpr const char *kFiles[] = {"libhdf5_serial_hl.so.100", "libhdf5_serial_hl.so.310",
                                  "libhdf5_hl.so.310",        "libhdf5_hl.so.200",
                                  "libhdf5_hl.so.100",        "libhdf5_hl.so"};

struct Opened {
  Library library;
  std::string why;
  bool isOpen = false;

  Opened() {
    if (const char *const given = std::getenv("STENCILC_HDF5"))
      isOpen = *given ? open(given) : fail("STENCILC_HDF5 is empty, which disables HDF5");
    else
      isOpen = openFirst();
  }

private:
  bool fail(const std::string &reason) {
    why = "HDF5 is needed, and " + reason +
          "; install it (Debian, Ubuntu: libhdf5-hl-100; Fedora: hdf5; conda: hdf5), or name its "
          "library: STENCILC_HDF5=/path/libhdf5_hl.so";
    return false;
  }

  bool openFirst() {
    for (const char *file : kFiles)
      if (void *const there = dlopen(file, RTLD_NOW | RTLD_LOCAL))
        return take(there, file);
    return fail("there is none on this machine (" + std::string(kFiles[0]) + " and other names)");
  }

  bool open(const char *file) {
    void *const there = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *const said = there ? nullptr : dlerror(); // starts with the file name
    return there ? take(there, file) : fail(said ? said : std::string(file) + " cannot be opened");
  }

  bool take(void *from, const std::string &file) {
    const char *missing = nullptr;
    const auto find = [&](const char *name, auto &function, bool isNeeded) {
      using Function = std::remove_reference_t<decltype(function)>;
      // dlsym also searches the libraries that this one depends on.
      function = reinterpret_cast<Function>(dlsym(from, name));
      if (!function && isNeeded && !missing)
        missing = name;
    };
#define STENCILC_HDF_FUNCTION(name, symbol, result, parameters) find(#symbol, library.name, true);
#define STENCILC_HDF_OPTIONAL(name, symbol, result, parameters) find(#symbol, library.name, false);
#include "runtime/files/hdf/HdfFunctions.def"
#undef STENCILC_HDF_FUNCTION
#undef STENCILC_HDF_OPTIONAL
    if (missing)
      return fail(file + " has no " + missing);
    library.dontAtExit(); // without the exit handler, a full disk is not reported a second time at
                          // exit
    unsigned major = 0, minor = 0, release = 0;
    if (library.open() < 0 || library.version(&major, &minor, &release) < 0)
      return fail(file + " does not start");
    const bool isOld = major < 1 || (major == 1 && (minor < 10 || (minor == 10 && release < 3)));
    if (isOld)
      return fail(file + " is version " + std::to_string(major) + "." + std::to_string(minor) +
                  "." + std::to_string(release) + ", older than 1.10.3");
    return takeTypes(from) || fail(file + " lacks types");
  }

  bool takeTypes(void *from) {
    const auto get = [&](const char *name, Id &id) {
      const auto *const variable = static_cast<const Id *>(dlsym(from, name));
      id = variable ? *variable : -1;
      return id >= 0;
    };
    return get("H5T_C_S1_g", library.text) && get("H5T_NATIVE_DOUBLE_g", library.nativeDouble) &&
           get("H5T_NATIVE_FLOAT_g", library.nativeFloat) &&
           get("H5T_NATIVE_INT64_g", library.nativeInt64) &&
           get("H5T_IEEE_F64LE_g", library.float64) && get("H5T_IEEE_F32LE_g", library.float32) &&
           get("H5T_STD_I64LE_g", library.int64) &&
           get("H5P_CLS_FILE_CREATE_ID_g", library.fileCreation) &&
           get("H5P_CLS_FILE_ACCESS_ID_g", library.fileAccess) &&
           get("H5P_CLS_DATASET_CREATE_ID_g", library.datasetCreation) &&
           get("H5P_CLS_GROUP_CREATE_ID_g", library.groupCreation) &&
           get("H5P_CLS_LINK_ACCESS_ID_g", library.linkAccess);
  }
};

} // namespace

const Library *library(std::string &why) {
  static const Opened opened;
  why = opened.why;
  return opened.isOpen ? &opened.library : nullptr;
}

namespace {

std::mutex &callMutex() {
  static std::mutex mutex;
  return mutex;
}

/// Message of the first HDF5 call that has failed while the current Calls object exists. Empty if
/// none has.
std::string &failure() {
  static std::string text;
  return text;
}

/// Stores the description of one entry of HDF5's error stack in the string `user`. HDF5 calls it
/// from the outermost to the innermost failed call, so that the innermost description remains.
Failed note(unsigned, const Error *error, void *user) {
  if (error->description && *error->description)
    *static_cast<std::string *>(user) = error->description;
  return 0;
}

Failed listen(Id stack, void *user) {
  std::string said;
  static_cast<const Library *>(user)->walkErrors(stack, kWalkDownward, note, &said);
  if (failure().empty())
    failure() = said;
  return 0;
}

} // namespace

Calls::Calls(const Library &library) : lock(callMutex()), library(library) {
  failure().clear();
  library.getErrorListener(kDefault, &listener, &user);
  library.setErrorListener(kDefault, listen, const_cast<Library *>(&library));
}

Calls::~Calls() { library.setErrorListener(kDefault, listener, user); }

std::string firstFailure() {
  const std::string &said = failure();
  for (const int code : {ENOSPC, EDQUOT, EFBIG})
    if (said.find("errno = " + std::to_string(code) + ",") != std::string::npos)
      return writeErrorText(code);
  return said.empty() ? "HDF5 does not say why" : "HDF5 says: " + said;
}

} // namespace stencilc::inline STENCILC_SPACE::hdf
