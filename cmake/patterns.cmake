# The program `patterns`, which checks descriptions of kernels and writes them as C, and the kernels of this
# image. It is a program of the build, and needs libisl, which no board and no other program needs: without it there
# are no kernels of patterns. Appends what it writes to pontoon_pattern_sources.
#
# PONTOON_PATTERNS: folders of NAME.pattern besides probes/pattern/shipped; of two files with one name the first
# in this list is taken.
# PONTOON_PATTERN_LIST: what of them is compiled, as NAME or NAME:VARIANT,..., or `all`.
# PONTOON_PATTERN_LETS: constants in place of the files' own, as NAME:LET=N,N...
# PONTOON_PATTERN_FLOATS: f64, or f32 where the processor has no unit for f64.
# PONTOON_PATTERN_LINE: bytes that rows are aligned to.
set(pattern_list_default "all")
if(PONTOON_OS STREQUAL "none" AND NOT PONTOON_IS_HOST) # small memories, slow lines to load over
    set(pattern_list_default "triad:plain,barrier,cyclic1;jacobi2d:plain,time;dgemm:ijk,blocked")
endif()
set(PONTOON_PATTERNS "" CACHE STRING "Folders of patterns besides those of probes/pattern/shipped")
set(PONTOON_PATTERN_LIST "${pattern_list_default}" CACHE STRING
    "Patterns of the image, as NAME or NAME:VARIANT,..., or `all`; those of PONTOON_PATTERNS are always in it")
set(PONTOON_PATTERN_LETS "" CACHE STRING "Constants of patterns, as NAME:LET=N,N...")
# profile --kernels runs them under an emulator; Debian's knows no AVX-512.
option(PONTOON_EMULATED "Kernels without instructions that QEMU 7.2 does not know" OFF)
set(pontoon_kernel_isa ${PONTOON_OP_FLAGS})
if(PONTOON_EMULATED AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|i[3-6]86)$")
    list(APPEND pontoon_kernel_isa -mno-avx512f)
endif()
# A processor without a unit for f64 would time its library in place of the kernels.
set(pattern_floats_default f64)
execute_process(COMMAND ${CMAKE_C_COMPILER} ${PONTOON_FLAGS} ${pontoon_kernel_isa} -dM -E -x c /dev/null
                OUTPUT_VARIABLE pattern_macros ERROR_QUIET)
if(pattern_macros MATCHES "#define __ARM_FP (0x[0-9a-fA-F]+|[0-9]+)")
    math(EXPR pattern_f64_unit "${CMAKE_MATCH_1} & 8")
elseif(pattern_macros MATCHES "#define __riscv_flen ([0-9]+)")
    math(EXPR pattern_f64_unit "${CMAKE_MATCH_1} / 64")
elseif(pattern_macros MATCHES "#define (__ARM_ARCH|__riscv) ")
    set(pattern_f64_unit 0)
else()
    set(pattern_f64_unit 1)
endif()
if(pattern_f64_unit EQUAL 0)
    set(pattern_floats_default f32)
endif()
set(PONTOON_PATTERN_FLOATS ${pattern_floats_default} CACHE STRING
    "f64, or f32: what patterns call f64, for processors without a unit for it")
set(PONTOON_PATTERN_LINE 64 CACHE STRING "Bytes of a cache line, which rows of patterns start on")

if(NOT pontoon_has_optional AND NOT "pattern" IN_LIST PONTOON_PROBE_NAMES AND NOT "kernels" IN_LIST PONTOON_PROBE_NAMES)
    set(PONTOON_PATTERNS_PROGRAM "") # nothing of the image would run them
    set(pontoon_pattern_sources "")
    return()
endif()
set(pontoon_pattern_sources ${CMAKE_BINARY_DIR}/generated/pattern_table.c)
find_package(PkgConfig QUIET)
set(pattern_no_isl 1)
if(PKG_CONFIG_FOUND)
    execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --cflags --libs isl RESULT_VARIABLE pattern_no_isl
                    OUTPUT_VARIABLE pattern_isl OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(pattern_no_isl)
    set(PONTOON_PATTERNS_PROGRAM "")
    message(STATUS "patterns: no libisl (Debian's libisl-dev): left out")
    set(pontoon_pattern_sources "")
    return()
endif()
separate_arguments(pattern_isl UNIX_COMMAND "${pattern_isl}")
# Debian's libisl-dev names -lgmp and does not install it; a shared libisl brings its own.
list(REMOVE_ITEM pattern_isl -lgmp)

# ---- the program ----
set(PONTOON_PATTERNS_PROGRAM ${CMAKE_BINARY_DIR}/patterns)
file(GLOB pattern_units CONFIGURE_DEPENDS analysis_host/pattern/*.c)
file(GLOB pattern_headers CONFIGURE_DEPENDS analysis_host/pattern/*.h)
pontoon_build_program(${PONTOON_PATTERNS_PROGRAM} UNITS ${pattern_units}
                      HEADERS ${pattern_headers} ${CMAKE_CURRENT_SOURCE_DIR}/probes/lib/kernel_values.h
                      FLAGS -O2 -DPONTOON_VERSION="${PROJECT_VERSION}" -I ${CMAKE_CURRENT_SOURCE_DIR}/probes
                      LIBS ${pattern_isl} -lm)
add_custom_target(patterns_program ALL DEPENDS ${PONTOON_PATTERNS_PROGRAM})

# ---- the kernels ----
# Sets OUT to the variants of NAME that the image has: "all", "none" or V,V...
function(pattern_variants out name own)
    set(${out} "none" PARENT_SCOPE)
    foreach(word IN LISTS PONTOON_PATTERN_LIST)
        if(word STREQUAL "all" OR word STREQUAL name OR own)
            set(${out} "all" PARENT_SCOPE)
        elseif(word MATCHES "^${name}:(.*)$")
            set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

set(pattern_files "")
set(pattern_names "")
foreach(folder IN LISTS PONTOON_PATTERNS ITEMS ${CMAKE_CURRENT_SOURCE_DIR}/probes/pattern/shipped)
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR ${CMAKE_BINARY_DIR})
    if(NOT IS_DIRECTORY "${folder}")
        message(FATAL_ERROR "PONTOON_PATTERNS: ${folder}: no such folder")
    endif()
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.pattern)
    foreach(file IN LISTS files)
        get_filename_component(name ${file} NAME_WE)
        if(NOT name IN_LIST pattern_names)
            list(APPEND pattern_names ${name})
            list(APPEND pattern_files ${file})
        endif()
    endforeach()
endforeach()

# What is timed is vectorized as far as the processor goes; every variant computes the same bits.
set(pontoon_pattern_flags ${pontoon_kernel_isa} -O3 -ffp-contract=off -fwrapv -fno-math-errno
    -fno-asynchronous-unwind-tables -Wno-unused-variable)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND pontoon_pattern_flags -fexcess-precision=standard)
else() # clang: a loop may be vectorized, it need not be
    list(APPEND pontoon_pattern_flags -Wno-pass-failed)
endif()
if(PONTOON_OS STREQUAL "none") # small memories, and the simulated board, which counts single accesses
    list(APPEND pontoon_pattern_flags -O2 -DPATTERN_SMALL)
elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # Where a loop of few instructions lies would else cost up to a half of it in the first cache.
    list(APPEND pontoon_pattern_flags -falign-loops=32)
endif()
# Fills, folds and counts: nothing of it is timed.
set_property(SOURCE probes/lib/pattern_code.c APPEND PROPERTY COMPILE_OPTIONS $<$<NOT:$<CONFIG:Debug>>:-Os>)
set(pattern_words "")
set(pattern_depends "")
foreach(file name IN ZIP_LISTS pattern_files pattern_names)
    string(FIND "${file}" "${CMAKE_CURRENT_SOURCE_DIR}/probes/pattern/shipped/" shipped)
    set(own OFF)
    if(NOT shipped EQUAL 0)
        set(own ON)
    endif()
    pattern_variants(variants ${name} ${own})
    if(variants STREQUAL "none")
        continue()
    endif()
    set(word ${file})
    if(NOT variants STREQUAL "all")
        set(word ${file}:${variants})
    endif()
    set(source ${CMAKE_BINARY_DIR}/generated/pattern_${name}.c)
    add_custom_command(OUTPUT ${source}
                       COMMAND ${PONTOON_PATTERNS_PROGRAM} c ${source} line=${PONTOON_PATTERN_LINE}
                               floats=${PONTOON_PATTERN_FLOATS} ${word}
                               ${PONTOON_PATTERN_LETS}
                       DEPENDS ${PONTOON_PATTERNS_PROGRAM} ${file} VERBATIM)
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${pontoon_pattern_flags}")
    list(APPEND pontoon_pattern_sources ${source})
    list(APPEND pattern_words ${word})
    list(APPEND pattern_depends ${file})
endforeach()
foreach(word IN LISTS PONTOON_PATTERN_LIST)
    string(REGEX REPLACE ":.*" "" name "${word}")
    if(NOT name STREQUAL "all" AND NOT name IN_LIST pattern_names)
        message(FATAL_ERROR "PONTOON_PATTERN_LIST: ${name}: no such pattern; there are: ${pattern_names}")
    endif()
endforeach()
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/pattern_table.c
                   COMMAND ${PONTOON_PATTERNS_PROGRAM} table ${CMAKE_BINARY_DIR}/generated/pattern_table.c
                           ${pattern_words} ${PONTOON_PATTERN_LETS}
                   DEPENDS ${PONTOON_PATTERNS_PROGRAM} ${pattern_depends} VERBATIM)

# Beside the image: what `analyze --patterns` reads, since a log has no text of a pattern.
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/patterns.json
                   COMMAND ${PONTOON_PATTERNS_PROGRAM} json ${CMAKE_BINARY_DIR}/patterns.json
                           line=${PONTOON_PATTERN_LINE} floats=${PONTOON_PATTERN_FLOATS} ${pattern_depends} ${PONTOON_PATTERN_LETS}
                   DEPENDS ${PONTOON_PATTERNS_PROGRAM} ${pattern_depends} VERBATIM)
add_custom_target(patterns_json ALL DEPENDS ${CMAKE_BINARY_DIR}/patterns.json)
