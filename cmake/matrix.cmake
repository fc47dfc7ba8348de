# cmake -P cmake/matrix.cmake [-DTARGETS=A,B] [-DTOOLS=DIR] [-DJSON=FILE] [--strict] [--json] [--list]
#
# Configures and builds every folder under targets/ whose compiler is present, holds the timed loops of each
# image to what they claim, starts those that can be started here, and prints a table. Fails when any of
# that failed; steps that cannot be done here are skipped, with the reason. Builds are in build/matrix/<target>.
#
#   TARGETS   these only
#   BUILDS    the folder of the builds; default: build/matrix
#   TOOLS     a build of this machine's, for board_runner and analyze; default: build/host
#   --strict  a warning of a compiler is an error
#   --json    the table as JSON to standard output; JSON=FILE: to FILE, beside the table
#   --list    what there is to build: target, port, and the Debian packages that suffice beside a build of this
#             machine's, with apt-get's --no-install-recommends
cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
include(${CMAKE_CURRENT_LIST_DIR}/matrix_table.cmake)

# Words after -P are not CMake's: -D there is read here, as before it.
function(read_arguments)
    foreach(i RANGE 1 ${CMAKE_ARGC})
        set(word "${CMAKE_ARGV${i}}")
        if(word MATCHES "^-D(TARGETS|TOOLS|BUILDS|JSON)=(.*)$")
            set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}" PARENT_SCOPE)
        elseif(word STREQUAL "--json")
            set(AS_JSON ON PARENT_SCOPE)
        elseif(word STREQUAL "--strict")
            set(STRICT ON PARENT_SCOPE)
        elseif(word STREQUAL "--list")
            set(LIST_ONLY ON PARENT_SCOPE)
        elseif(NOT word MATCHES "^(-P|.*matrix\\.cmake|--|)$")
            message(FATAL_ERROR "${word}: no such option; there are: -DTARGETS=A,B -DTOOLS=DIR -DJSON=FILE "
                                "--strict --json --list")
        endif()
    endforeach()
endfunction()

function(choose_targets)
    file(GLOB all RELATIVE ${ROOT}/targets ${ROOT}/targets/*/target.cmake)
    list(TRANSFORM all REPLACE "/target.cmake$" "")
    list(FILTER all EXCLUDE REGEX "^_")
    string(REPLACE "," ";" wanted "${TARGETS}")
    if(NOT wanted)
        set(wanted ${all})
    endif()
    foreach(target IN LISTS wanted)
        if(NOT target IN_LIST all)
            string(REPLACE ";" " " all "${all}")
            message(FATAL_ERROR "${target}: no such folder under targets/; there are: ${all}")
        endif()
    endforeach()
    set(TARGETS ${wanted} PARENT_SCOPE)
endfunction()

# board_runner and analyze, which need no board. Their messages are shown when they cannot be built.
function(build_tools)
    foreach(step "-G;Ninja;-S;${ROOT};-B;${TOOLS}" "--build;${TOOLS};-j2;--target;board_runner;analyze")
        execute_process(COMMAND ${CMAKE_COMMAND} ${step} RESULT_VARIABLE status OUTPUT_VARIABLE said
                        ERROR_VARIABLE said)
        if(NOT status EQUAL 0)
            message(FATAL_ERROR "${TOOLS}: board_runner and analyze could not be built:\n${said}")
        endif()
    endforeach()
endfunction()

# Two rows at a time: ninja runs them, as it runs everything.
function(run_rows)
    set(text "rule row\n  command = '${CMAKE_COMMAND}' -DTARGET=$target -DTOOLS='${TOOLS}' -DJOBS=${JOBS} -DSTRICT=${STRICT} -P "
             "'${ROOT}/cmake/matrix_row.cmake'\n  description = $target\n")
    foreach(target IN LISTS TARGETS)
        file(REMOVE ${BUILDS}/${target}/row.cmake)
        string(APPEND text "build ${target}/row: row\n  target = ${target}\n")
    endforeach()
    string(REPLACE ";" "" text "${text}")
    file(WRITE ${BUILDS}/build.ninja "${text}")
    # Standard output belongs to the table.
    execute_process(COMMAND sh -c "exec ninja -C '${BUILDS}' -j2 -k0 >&2")
endfunction()

set(TOOLS ${ROOT}/build/host)
set(BUILDS ${ROOT}/build/matrix)
set(AS_JSON OFF)
set(STRICT OFF)
set(LIST_ONLY OFF)
read_arguments()
choose_targets()
if(LIST_ONLY)
    list_targets("${TARGETS}" ${AS_JSON})
    return()
endif()

cmake_path(ABSOLUTE_PATH TOOLS)
list(LENGTH TARGETS n)
set(JOBS 1)
if(n EQUAL 1)
    set(JOBS 2)
endif()
build_tools()
run_rows()
read_rows()
file(WRITE ${BUILDS}/tests "${ROWS_TESTS}")
if(JSON)
    file(WRITE ${JSON} "${ROWS_JSON}")
endif()
if(AS_JSON)
    print("${ROWS_JSON}")
else()
    print("${ROWS_TABLE}")
endif()
if(ROWS_FAILED GREATER 0)
    message(FATAL_ERROR "${ROWS_FAILED} of ${n} targets failed")
endif()
