# Most of what a file takes to compile are the headers it shares with its neighbours: files of a target that open the
# same namespaces are compiled some at a time. Those ALONE have names of their own that others have, too.
# -DCMAKE_UNITY_BUILD=OFF compiles each alone.
function(stencilc_unity target)
  if(DEFINED CMAKE_UNITY_BUILD)
    return()
  endif()
  cmake_parse_arguments(unity "" "" "ALONE" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    file(RELATIVE_PATH name ${folder} ${source})
    if(NOT EXISTS ${source} OR name IN_LIST unity_ALONE OR name MATCHES "^\\.\\.")
      continue() # generated, or not to be joined
    endif()
    file(STRINGS ${source} opened REGEX "^using namespace")
    string(MAKE_C_IDENTIFIER "${opened}" key)
    math(EXPR count_${key} "0${count_${key}} + 1")
    math(EXPR batch "${count_${key}} / 8")
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${key}${batch}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
