/// \file A queue of tasks on the device that other queues can wait for: a CUDA stream with events;
/// on the host a thread, or the caller itself.
#pragma once

#include "stencilc/Device.h"

#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/LaneCuda.h"
#else
#include "stencilc/cpu/LaneHost.h"
#endif
