// What a test asks of FakeCuda.cpp, the driver of a GPU that is not there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fake {

/// The calls since the last forget(), each as "symbol(arguments)".
std::vector<std::string> calls();
void forget();
/// The call of `symbol` after the next `after` ones gives `result`.
void fail(const std::string &symbol, unsigned result, int after = 0);
/// Seconds between any two events, and the chip's compute capability.
void setSeconds(double seconds);
void setCapability(int major);
/// Bytes that an allocation could get.
void setFreeMemory(std::size_t bytes);

} // namespace fake
