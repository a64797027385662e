# Compiles SOURCE with NVCC for sm_80 and sm_90 and looks for the wide accesses in the PTX.
foreach(arch sm_80 sm_90)
  execute_process(COMMAND ${NVCC} -std=c++20 -arch=${arch} -I${INCLUDE} -cubin ${SOURCE}
    -o ${OUTPUT}.${arch}.cubin COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${NVCC} -std=c++20 -arch=sm_90 -I${INCLUDE} -ptx ${SOURCE} -o ${OUTPUT}.ptx
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUTPUT}.ptx ptx)
foreach(instruction ld.global.v4.f32 st.global.v4.f32 ld.global.v2.f64 st.global.cs.v2.f64
    ld.global.v2.f32 st.global.v2.f32 ld.global.nc.v2.f32 st.global.cs.v2.f32 cp.async.ca.shared.global mbarrier.try_wait.parity)
  string(FIND "${ptx}" "${instruction}" place)
  if(place EQUAL -1)
    message(SEND_ERROR "no ${instruction} in the PTX of ${SOURCE}")
  endif()
endforeach()
