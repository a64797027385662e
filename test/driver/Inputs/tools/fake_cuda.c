/* A driver of two GPUs that do nothing; FAKE_CUDA is what cuInit() returns, FAKE_GPU the name of both instead of "Fake 0". */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int cuInit(unsigned flags) { return flags + (getenv("FAKE_CUDA") ? atoi(getenv("FAKE_CUDA")) : 0); }
int cuDriverGetVersion(int *version) { return *version = 13020, 0; }
int cuDeviceGetCount(int *count) { return *count = 2, 0; }
int cuDeviceGet(int *device, int number) { return *device = number, 0; }
int cuDeviceGetAttribute(int *value, int name, int device) { return *value = name == 75 ? 9 : device - device, 0; }
int cuDeviceGetName(char *name, int size, int device) {
  return getenv("FAKE_GPU") ? snprintf(name, size, "%s", getenv("FAKE_GPU")) : snprintf(name, size, "Fake %d", device), 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = 1000 + device, 0; }
int cuGetErrorString(int code, const char **text) { return *text = code == 999 ? "unknown error" : "other", 0; }
