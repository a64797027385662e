/// \file Retains primary contexts of GPUs and makes them current.
#include "runtime/core/device/cuda/Contexts.h"
#include "runtime/core/device/cuda/Driver.h"
#include <map>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cuda {

static const char *const kUsing = "using the GPU";

Status countDevices(int &count) { return call("counting GPUs", &Driver::deviceGetCount, &count); }

Status primaryContext(int number, Context &context) {
  static std::mutex mutex;
  static std::map<int, Context> all;
  const std::lock_guard<std::mutex> lock(mutex);
  Context &known = all[number];
  Status status;
  if (!known) {
    DeviceNumber device = 0;
    status = call(kUsing, &Driver::deviceGet, &device, number);
    if (status)
      status = call("starting CUDA", &Driver::primaryContextRetain, &known, device);
  }
  context = known;
  return status;
}

Status useDevice(int number) {
  Context context = nullptr;
  Status status = primaryContext(number, context);
  return status ? call(kUsing, &Driver::contextSetCurrent, context) : status;
}

ContextGuard::ContextGuard(int number) {
  Context wanted = nullptr;
  entered = primaryContext(number, wanted);
  if (entered)
    entered = call(kUsing, &Driver::contextGetCurrent, &before);
  if (!entered || before == wanted)
    return;
  entered = call(kUsing, &Driver::contextSetCurrent, wanted);
  isChanged = entered.ok();
}

ContextGuard::~ContextGuard() {
  if (isChanged)
    giveBack(&Driver::contextSetCurrent, before);
}

Status openPeer(int number, int other, bool &isDirect) {
  Context context = nullptr;
  DeviceNumber mine = 0, its = 0;
  int can = 0;
  Status status = primaryContext(other, context);
  if (status)
    status = call(kUsing, &Driver::deviceGet, &mine, number);
  if (status)
    status = call(kUsing, &Driver::deviceGet, &its, other);
  if (status)
    status = call("asking for peer access", &Driver::deviceCanAccessPeer, &can, mine, its);
  isDirect = can != 0;
  if (!status || !isDirect)
    return status;
  const Driver *driver = nullptr;
  if (status = enter(driver); !status)
    return status;
  const Result result = driver->contextEnablePeerAccess(context, 0);
  return result == Result::PeerAccessAlreadyEnabled
             ? Status()
             : check(*driver, result, "opening the memory of a peer");
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
