# The program `patterns`, which checks descriptions of kernels and writes them as C; a program of the build.
# It needs libisl, which no board and no other program needs: without it there are no kernels of patterns.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
    execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --cflags --libs isl RESULT_VARIABLE pattern_no_isl
                    OUTPUT_VARIABLE pattern_isl OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT PKG_CONFIG_FOUND OR pattern_no_isl)
    set(PONTOON_PATTERNS_PROGRAM "")
    message(STATUS "patterns: no libisl (Debian's libisl-dev): left out")
    return()
endif()
separate_arguments(pattern_isl UNIX_COMMAND "${pattern_isl}")

# One object a file, so that a change compiles one. Where programs are built for this machine, ccache helps.
set(PONTOON_PATTERNS_PROGRAM ${CMAKE_BINARY_DIR}/patterns)
file(GLOB pattern_units CONFIGURE_DEPENDS probes/generate/pattern/*.c)
file(GLOB pattern_headers CONFIGURE_DEPENDS probes/generate/pattern/*.h)
set(pattern_objects "")
foreach(unit IN LISTS pattern_units)
    get_filename_component(base ${unit} NAME_WE)
    set(object ${CMAKE_BINARY_DIR}/generated/patterns_program/${base}.o)
    add_custom_command(OUTPUT ${object}
                       COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${PONTOON_BUILD_CC} -O2 -Wall -Wextra -Werror
                               -ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=.
                               -DPONTOON_VERSION="${PROJECT_VERSION}" -I ${CMAKE_CURRENT_SOURCE_DIR}/probes
                               -c ${unit} -o ${object}
                       DEPENDS ${unit} ${pattern_headers} ${CMAKE_CURRENT_SOURCE_DIR}/probes/lib/kernel_values.h
                       VERBATIM)
    list(APPEND pattern_objects ${object})
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/patterns_program)
add_custom_command(OUTPUT ${PONTOON_PATTERNS_PROGRAM}
                   COMMAND ${PONTOON_BUILD_CC} -o ${PONTOON_PATTERNS_PROGRAM} ${pattern_objects} ${pattern_isl} -lm
                   DEPENDS ${pattern_objects} VERBATIM)
add_custom_target(patterns_program ALL DEPENDS ${PONTOON_PATTERNS_PROGRAM})
