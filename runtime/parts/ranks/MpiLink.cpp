/// \file Messages by MPI, through the function table of the library that `stencilc mpi` builds.
#include "runtime/parts/ranks/MpiLink.h"
#include "runtime/core/support/Text.h"
#include "runtime/core/support/UserFolders.h"
#include <algorithm>
#include <dlfcn.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30; // MPI counts bytes in int

class MpiLink final : public RankLink {
public:
  MpiLink(const stencilc_mpi &mpi, void *link, int rank, int size)
      : mpi(mpi), link(link), mine(rank), all(size) {}
  ~MpiLink() override { mpi.close(link); }

  int rank() const override { return mine; }
  int size() const override { return all; }

  Status send(int to, int tag, const void *data, std::size_t bytes, RankRequest &request) override {
    const auto *next = static_cast<const unsigned char *>(data);
    return inPieces(bytes, request, [&](std::size_t at, std::size_t count, void **piece) {
      return mpi.send(link, to, tag, next + at, count, piece, message);
    });
  }
  Status receive(int from, int tag, void *data, std::size_t bytes, RankRequest &request) override {
    auto *const next = static_cast<unsigned char *>(data);
    return inPieces(bytes, request, [&](std::size_t at, std::size_t count, void **piece) {
      return mpi.receive(link, from, tag, next + at, count, piece, message);
    });
  }
  Status test(RankRequest &request) override {
    for (auto piece = request.begin(); piece != request.end();) {
      int ended = 0;
      if (mpi.test(link, *piece, &ended, message))
        return failed();
      piece = ended ? request.erase(piece) : piece + 1;
    }
    return {};
  }
  void drop(RankRequest &request) override {
    for (void *piece : request)
      mpi.drop(link, piece);
    request.clear();
  }
  Status arrived(int tag, int &from, std::size_t &bytes) override {
    return mpi.arrived(link, tag, &from, &bytes, message) ? failed() : Status();
  }
  void abort(int code) override { mpi.abort(link, code); }

private:
  Status failed() const { return Status::device(std::string("MPI: ") + message); }

  template <class Begin> Status inPieces(std::size_t bytes, RankRequest &request, Begin begin) {
    for (std::size_t at = 0; at < bytes || at == 0; at += kPiece) {
      void *piece = nullptr;
      if (begin(at, std::min(kPiece, bytes - at), &piece))
        return failed();
      request.push_back(piece);
    }
    return {};
  }

  const stencilc_mpi &mpi;
  void *const link;
  const int mine, all;
  char message[kStencilcMpiMessage] = "";
};

std::string folderOfProgram() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string file(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return file.substr(0, file.rfind('/') == std::string::npos ? 0 : file.rfind('/'));
}

} // namespace

std::string mpiLibraryFile() {
  if (std::string named = environmentText("STENCILC_MPI"); !named.empty())
    return named;
  for (const std::string &folder : {folderOfProgram(), cachePlace().path})
    if (std::string file = folder + "/" + kMpiLibraryName;
        !folder.empty() && access(file.c_str(), R_OK) == 0)
      return file;
  return "";
}

const stencilc_mpi *openMpiLibrary(const std::string &file, std::string &why) {
  // RTLD_GLOBAL, because the parts of an MPI library find each other by symbol names.
  void *const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void *const entry = library ? dlsym(library, "stencilc_mpi_functions") : nullptr;
  if (!entry) {
    why = dlerror();
    return nullptr;
  }
  const stencilc_mpi *const functions =
      reinterpret_cast<decltype(&stencilc_mpi_functions)>(entry)();
  if (functions->interface_number == kStencilcMpiInterface)
    return functions;
  why = format("'%s' is of another version of stencilc", file.c_str());
  return nullptr;
}

std::unique_ptr<RankLink> openMpiLink(const stencilc_mpi &functions, std::string &why) {
  char message[kStencilcMpiMessage] = "";
  void *link = nullptr;
  int rank = 0, size = 1;
  if (functions.open(&link, &rank, &size, message) == 0)
    return std::make_unique<MpiLink>(functions, link, rank, size);
  why = message;
  return nullptr;
}

} // namespace stencilc::inline STENCILC_SPACE
