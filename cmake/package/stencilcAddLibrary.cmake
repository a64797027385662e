# stencilc_add_library(target [STATIC|SHARED] FILES file.stencil ...
#                      [BACKEND cpu|cuda|both] [ARCH arch] [PRECISION precision] [SIZE n ...]
#                      [SCHEDULE schedule] [NAMES name ...] [FORTRAN_MODULE] [OPTIONS option ...])
#
# One library of all programs. Whoever links it finds NAME.h and NAME.hpp of each, and with FORTRAN_MODULE
# the module NAME_stencil. A program is called NAMES, one for each file, or like its file. BACKEND both puts
# each into the library twice, as NAME_cpu and NAME_cuda. What is not given, stencilc chooses; BACKEND is cpu.
# Files are compiled again when they change, or what they were made with.

# The text of one program, and the rule that makes it: appends to the list `sources`.
macro(_stencilc_add_program file name backend)
  set(text "${folder}/${name}.cpp")
  if("${backend}" STREQUAL "cuda")
    set(text "${folder}/${name}.cu")
  endif()
  set(made "${text}" "${folder}/${name}.h" "${folder}/${name}.hpp")
  if(arg_FORTRAN_MODULE)
    list(APPEND made "${folder}/${name}.f90")
  endif()
  add_custom_command(
    OUTPUT ${made}
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND stencilc::stencilc "${file}" --target=${backend} --name=${name} -q --cxx-header ${options}
            -o "${text}" --depfile "${folder}/${name}.${backend}.d"
    DEPENDS "${file}" stencilc::stencilc
    DEPFILE "${folder}/${name}.${backend}.d"
    COMMENT "stencilc ${name}" VERBATIM)
  list(APPEND sources ${made})
endmacro()

function(stencilc_add_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED;FORTRAN_MODULE"
    "BACKEND;ARCH;PRECISION;SCHEDULE" "FILES;SIZE;NAMES;OPTIONS")
  set(call "stencilc_add_library(${target})")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}' is not understood")
  endif()
  list(LENGTH arg_FILES count)
  list(LENGTH arg_NAMES names)
  if(count EQUAL 0)
    message(FATAL_ERROR "${call}: name the .stencil files after FILES")
  elseif(names GREATER 0 AND NOT names EQUAL count)
    message(FATAL_ERROR "${call}: ${count} FILES have ${names} NAMES")
  endif()
  set(backends cpu)
  if(arg_BACKEND STREQUAL "both")
    set(backends cpu cuda)
  elseif(arg_BACKEND STREQUAL "cuda")
    set(backends cuda)
  elseif(arg_BACKEND AND NOT arg_BACKEND STREQUAL "cpu")
    message(FATAL_ERROR "${call}: BACKEND is cpu, cuda or both, not '${arg_BACKEND}'")
  endif()
  if(arg_SCHEDULE AND arg_BACKEND STREQUAL "both")
    message(FATAL_ERROR "${call}: a SCHEDULE is of one BACKEND; give each a library of its own")
  endif()
  if("cuda" IN_LIST backends AND NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "${call}: BACKEND ${arg_BACKEND} needs the language CUDA: enable_language(CUDA)")
  endif()
  if(arg_FORTRAN_MODULE AND NOT CMAKE_Fortran_COMPILER)
    message(FATAL_ERROR "${call}: FORTRAN_MODULE needs the language Fortran: enable_language(Fortran)")
  endif()

  set(options ${arg_OPTIONS})
  foreach(name PRECISION SCHEDULE)
    if(arg_${name})
      string(TOLOWER ${name} option)
      list(APPEND options "--${option}=${arg_${name}}")
    endif()
  endforeach()
  if(arg_SIZE)
    string(REPLACE ";" "," size "${arg_SIZE}")
    list(APPEND options --size=${size})
  endif()
  if(arg_FORTRAN_MODULE)
    list(APPEND options --fortran)
  endif()
  # An architecture is one of processors or one of GPUs.
  set(arch_cpu x86-64-v3)
  set(arch_cuda sm_90)
  if(arg_ARCH MATCHES "^sm_")
    set(arch_cuda ${arg_ARCH})
  elseif(arg_ARCH)
    set(arch_cpu ${arg_ARCH})
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.stencilc")
  set(sources "")
  set(common ${options})
  foreach(file IN LISTS arg_FILES)
    get_filename_component(name "${file}" NAME_WE)
    if(arg_NAMES)
      list(POP_FRONT arg_NAMES name)
    endif()
    get_filename_component(file "${file}" ABSOLUTE)
    foreach(backend IN LISTS backends)
      set(ending "")
      if(arg_BACKEND STREQUAL "both")
        set(ending _${backend})
      endif()
      set(options ${common} --arch=${arch_${backend}})
      _stencilc_add_program("${file}" ${name}${ending} ${backend})
    endforeach()
  endforeach()

  set(kind "")
  if(arg_SHARED)
    set(kind SHARED)
  elseif(arg_STATIC)
    set(kind STATIC)
  endif()
  add_library(${target} ${kind} ${sources})
  target_include_directories(${target} PUBLIC "${folder}")
  target_link_libraries(${target} PRIVATE stencilc::runtime)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O3;-march=${arch_cpu}>
    $<$<COMPILE_LANGUAGE:CUDA>:-O3;-std=c++20>) # not every CMake knows the features of every nvcc
  # Only functions of the C interface are seen outside of a shared library.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  target_compile_features(${target} PRIVATE cxx_std_20)
  if("cuda" IN_LIST backends)
    string(REPLACE sm_ "" number ${arch_cuda})
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES ${number}-real)
  endif()
  if(arg_FORTRAN_MODULE)
    set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${folder}")
  endif()
endfunction()
