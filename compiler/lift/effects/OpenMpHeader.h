/// \file A minimal `omp.h`, for systems where Clang's own is not installed. It declares the OpenMP
/// functions that programs with loops usually call.
#pragma once

namespace stencilc::lift {

/// Folder of the header `omp.h`. It exists in memory only.
inline constexpr char kOpenMpFolder[] = "/stencilc-lift-include";
inline constexpr char kOpenMpFile[] = "/stencilc-lift-include/omp.h";
inline constexpr char kOpenMpHeader[] = R"(#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { void *state; } omp_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
int omp_get_num_threads(void) __attribute__((const));
int omp_get_max_threads(void) __attribute__((const));
int omp_get_thread_num(void) __attribute__((const));
int omp_get_num_procs(void) __attribute__((const));
int omp_get_num_devices(void) __attribute__((const));
int omp_in_parallel(void) __attribute__((const));
double omp_get_wtime(void);
double omp_get_wtick(void) __attribute__((const));
void omp_set_num_threads(int threads);
void omp_set_dynamic(int is_dynamic);
void omp_set_nested(int is_nested);
void omp_set_schedule(omp_sched_t kind, int chunk);
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
#ifdef __cplusplus
}
#endif
)";

} // namespace stencilc::lift
