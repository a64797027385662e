// An NCCL without GPUs, whose messages are files in a folder that the unique id names. It does
// nothing by itself: what is under way goes on when somebody asks for its state.
//   FAKE_NCCL_VERSION  what it says of itself
//   FAKE_NCCL_FAILS    "2 5": process 2 fails at its exchange 5
//   FAKE_NCCL_LOSES    "2 5": what process 2 sends in its exchange 5 never arrives
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

struct Id {
  char bytes[128];
};
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};
enum Result { Success = 0, RemoteError = 6, InvalidArgument = 4, InProgress = 7 };

struct Message {
  bool receives;
  void *data;
  size_t bytes;
  int other;
};
struct Communicator {
  std::string folder;
  int size = 0, rank = 0, exchanges = 0;
  bool isJoined = false, isFinalized = false;
  Result failed = Success;
  std::map<int, int> sent, received; // by the other
  std::list<Message> underWay;
};

std::vector<std::pair<Communicator *, Message>> group;
int depth = 0;

bool isNow(const char *name, const Communicator &its) {
  int rank = -1, exchange = -1;
  const char *const text = std::getenv(name);
  return text && std::sscanf(text, "%d %d", &rank, &exchange) == 2 && rank == its.rank &&
         exchange == its.exchanges;
}

std::string fileOf(const Communicator &its, int from, int to, int number) {
  return its.folder + "/" + std::to_string(from) + "-" + std::to_string(to) + "-" +
         std::to_string(number);
}

bool put(const std::string &file, const void *data, size_t bytes) {
  const std::string part = file + ".part";
  FILE *const to = std::fopen(part.c_str(), "wb");
  return to && std::fwrite(data, 1, bytes, to) == bytes && std::fclose(to) == 0 &&
         std::rename(part.c_str(), file.c_str()) == 0;
}

/// Whether a message is through.
bool goesOn(Communicator &its, const Message &message) {
  if (!message.receives) {
    const int number = its.sent[message.other]++;
    if (!isNow("FAKE_NCCL_LOSES", its))
      put(fileOf(its, its.rank, message.other, number), message.data, message.bytes);
    return true;
  }
  int &number = its.received[message.other];
  const std::string file = fileOf(its, message.other, its.rank, number);
  FILE *const from = std::fopen(file.c_str(), "rb");
  if (!from)
    return false;
  ++number;
  if (std::fread(message.data, 1, message.bytes, from) != message.bytes || std::fgetc(from) != EOF)
    its.failed = InvalidArgument; // another size than was sent
  std::fclose(from);
  unlink(file.c_str());
  return true;
}

} // namespace

extern "C" {

Result ncclGetVersion(int *version) {
  const char *const said = std::getenv("FAKE_NCCL_VERSION");
  *version = said ? std::atoi(said) : 22803;
  return Success;
}
Result ncclGetUniqueId(Id *id) {
  std::strcpy(id->bytes, "fake-nccl-XXXXXX");
  return mkdtemp(id->bytes) ? Success : InvalidArgument;
}
const char *ncclGetErrorString(Result result) {
  return result == RemoteError ? "remote process exited or there was a network error"
                               : "invalid argument";
}
const char *ncclGetLastError(void *) { return ""; }

Result ncclCommInitRankConfig(Communicator **made, int size, Id id, int rank, Config *config) {
  if (config->magic != 0xcafebeef || config->blocking != 0 || config->size != sizeof(Config))
    return InvalidArgument;
  Communicator *const its = *made = new Communicator;
  its->folder = id.bytes;
  its->size = size;
  its->rank = rank;
  put(its->folder + "/" + std::to_string(rank), "", 0);
  return InProgress;
}
Result ncclCommGetAsyncError(Communicator *its, Result *state) {
  *state = its->failed;
  if (its->failed != Success)
    return Success;
  bool areAll = true;
  for (int other = 0; !its->isJoined && other < its->size; ++other)
    areAll = areAll && access((its->folder + "/" + std::to_string(other)).c_str(), R_OK) == 0;
  its->isJoined = areAll;
  // In their order: the next one of the same sender is not looked for before.
  for (bool isOn = areAll; isOn && !its->underWay.empty();)
    if ((isOn = goesOn(*its, its->underWay.front())))
      its->underWay.pop_front();
  *state = its->failed != Success            ? its->failed
           : areAll && its->underWay.empty() ? Success
                                             : InProgress;
  return Success;
}
Result ncclCommFinalize(Communicator *its) {
  its->isFinalized = true;
  return Success;
}
Result ncclCommDestroy(Communicator *its) {
  unlink((its->folder + "/" + std::to_string(its->rank)).c_str());
  rmdir(its->folder.c_str()); // of the last one
  delete its;
  return Success;
}
Result ncclCommAbort(Communicator *its) {
  delete its;
  return Success;
}

Result ncclGroupStart() {
  ++depth;
  return Success;
}
Result ncclGroupEnd() {
  if (--depth > 0)
    return Success;
  std::map<Communicator *, bool> all;
  for (const bool receives : {false, true}) // else two would wait for each other
    for (const auto &[its, message] : group)
      if (message.receives == receives)
        its->underWay.push_back(message);
  for (const auto &[its, message] : group)
    all[its] = true;
  group.clear();
  for (const auto &[its, is] : all) {
    ++its->exchanges;
    if (isNow("FAKE_NCCL_FAILS", *its))
      its->failed = RemoteError;
  }
  return InProgress;
}
Result ncclSend(const void *data, size_t count, int, int to, Communicator *by, void *) {
  group.push_back({by, {false, const_cast<void *>(data), count, to}});
  return Success;
}
Result ncclRecv(void *data, size_t count, int, int from, Communicator *by, void *) {
  group.push_back({by, {true, data, count, from}});
  return Success;
}
}
