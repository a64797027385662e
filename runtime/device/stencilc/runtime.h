/// \file The one header that emitted programs include. It provides everything that kernels, loops
/// and program descriptions use.
///
/// These headers use neither the standard library nor the operating system. Thus they compile with
/// g++, clang, nvcc, NVRTC and a Clang that finds no system headers. The rest of the runtime is
/// compiled once (runtime/core and its parts); programs call it through Runtime.h and Interface.h.
#pragma once

#include "stencilc/Platform.h"

#include "stencilc/Async.h"
#include "stencilc/BoundaryFirst.h"
#include "stencilc/BoundedRow.h"
#include "stencilc/Check.h"
#include "stencilc/Chunks.h"
#include "stencilc/Description.h"
#include "stencilc/Frozen.h"
#include "stencilc/Grid.h"
#include "stencilc/Interface.h"
#include "stencilc/Launch.h"
#include "stencilc/Math.h"
#include "stencilc/Meeting.h"
#include "stencilc/Moment.h"
#include "stencilc/Pace.h"
#include "stencilc/PointTable.h"
#include "stencilc/Quotient.h"
#include "stencilc/Root.h"
#include "stencilc/Skew.h"
#include "stencilc/Special.h"
#include "stencilc/Staging.h"
#include "stencilc/Step.h"
#include "stencilc/Storage.h"
#include "stencilc/StripShares.h"
#include "stencilc/TensorCore.h"
#include "stencilc/Tiles.h"
#include "stencilc/Vector.h"
#include "stencilc/View.h"
#include "stencilc/WarpColumns.h"
#include "stencilc/WarpShares.h"
#include "stencilc/Wavefront.h"
#include "stencilc/random/Noise.h"
#include "stencilc/random/Random.h"
