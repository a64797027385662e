# Pages of the manual and completions of shells, printed by the built tool from its own help, and where
# they are installed. Run as a script, it has TOOL print them into the folder SHARE.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(share ${CMAKE_BINARY_DIR}/share)
  file(GLOB examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/stencils/*/*.stencil) # values of --from
  add_custom_command(OUTPUT ${share}/printed
    COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:stencilc> -DSHARE=${share} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS stencilc ${examples} ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Printing the manual and the completions of shells" VERBATIM)
  add_custom_target(stencilc_help ALL DEPENDS ${share}/printed)
  install(DIRECTORY ${share}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${share}/stencilc.bash RENAME stencilc
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${share}/stencilc.zsh RENAME _stencilc
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${share}/stencilc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  return()
endif()

function(print file)
  execute_process(COMMAND ${TOOL} ${ARGN} OUTPUT_FILE ${SHARE}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SHARE})
file(MAKE_DIRECTORY ${SHARE}/man1)
foreach(shell bash zsh fish)
  print(stencilc.${shell} completions ${shell})
endforeach()
print(man1/stencilc.1 man)
file(READ ${SHARE}/man1/stencilc.1 page)
string(REGEX MATCHALL "stencilc[\\]-[a-z]+[\\]fR\\(1\\)" references "${page}") # its SEE ALSO
foreach(reference IN LISTS references)
  string(REGEX REPLACE "stencilc[\\]-([a-z]+).*" "\\1" command "${reference}")
  print(man1/stencilc-${command}.1 man ${command})
endforeach()
file(TOUCH ${SHARE}/printed)
