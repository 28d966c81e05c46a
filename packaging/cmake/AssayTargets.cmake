# What every target of the project has in common: warnings, sanitizers, include root.

# assay_common(TARGET): the project's warnings and sanitizers, and includes from the top folder.
function(assay_common target)
  target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What GCC 12 at -O3 wrongly sees in inlined std::string (its bug 105329) and std::optional; dev keeps the second.
    target_compile_options(${target} PRIVATE -Wno-restrict $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
  endif()
  if(ASSAY_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ASSAY_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer
                                            -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${ASSAY_SANITIZE})
  endif()
endfunction()
