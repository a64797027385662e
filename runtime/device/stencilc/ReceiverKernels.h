/// \file Kernels that compute the values of receivers (points at which a run saves a field) on the
/// device, one thread for each point.
#pragma once

#include "stencilc/PointSums.h"
#include "stencilc/Runtime.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

inline constexpr int kReceiverThreads = 128;

template <class T>
__global__ void __launch_bounds__(kReceiverThreads)
    readPoints(PointSums points, const T *values, double *row) {
  const Int64 point = Int64{blockIdx.x} * kReceiverThreads + threadIdx.x;
  if (point < points.count)
    row[point] = pointSum(points, values, point);
}

#if STENCILC_HAS_HOST

/// Value of the enumeration Scalar for the storage type T. It is F64 (double) for types without a
/// specialisation.
template <class T> inline constexpr Scalar kScalarOf = Scalar::F64;
template <> inline constexpr Scalar kScalarOf<float> = Scalar::F32;
template <> inline constexpr Scalar kScalarOf<F16> = Scalar::F16;
template <> inline constexpr Scalar kScalarOf<BF16> = Scalar::BF16;
template <> inline constexpr Scalar kScalarOf<U8> = Scalar::U8;
template <> inline constexpr Scalar kScalarOf<I16> = Scalar::I16;
template <> inline constexpr Scalar kScalarOf<I32> = Scalar::I32;

/// Enqueues the kernel that computes the values of a receiver (points at which a run records a
/// field) at the current time. Does nothing if the field's cells are not of type T, or if the
/// receiver has no points.
template <class T> void launchReceiver(const Runtime &runtime, const ReceiverRequest &request) {
  if (request.scalar != kScalarOf<T> || request.points.count == 0)
    return;
  const auto blocks = static_cast<unsigned>(ceilDiv(request.points.count, kReceiverThreads));
  runtime.launch("readPoints", readPoints<T>,
                 {.grid = dim3(blocks), .block = dim3(kReceiverThreads)}, request.points,
                 static_cast<const T *>(request.values), request.row);
}

/// Enqueues the kernel that computes the values of a receiver (points at which a run records a
/// field) at the current time. Does nothing if the cells of the field have none of the storage
/// types `Types`.
template <class... Types>
void launchReceivers(const Runtime &runtime, const ReceiverRequest &request) {
  (launchReceiver<Types>(runtime, request), ...);
}
#endif

} // namespace stencilc::inline STENCILC_SPACE
#endif
