# cmake -DSIZE=<size> -DIMAGE=<image> -DMAP=<its link map> -DLIMITS=<file> [-DUSUAL=<image>] [-DWRITE=ON] -P size.cmake
# USUAL: the image without probes that run only when asked for.
# Prints the size of an image by part, and fails where it passes a limit of its target (table.awk says how both are
# stated). LIMITS may be absent: no limits. With WRITE the parts are noted in LIMITS; the limits there stay.
cmake_minimum_required(VERSION 3.25)
find_program(AWK NAMES mawk gawk awk REQUIRED)
if(NOT EXISTS "${MAP}")
    message(FATAL_ERROR "${MAP}: the image was linked without a map (GNU ld writes it)")
endif()
# Sets OUT to "TEXT DATA BSS" of IMAGE.
function(totals_of out image)
    execute_process(COMMAND ${SIZE} ${image} OUTPUT_VARIABLE said)
    if(NOT said MATCHES "\n *([0-9]+)[ \t]+([0-9]+)[ \t]+([0-9]+)")
        message(FATAL_ERROR "${SIZE} does not tell the size of ${image}")
    endif()
    set(${out} "${CMAKE_MATCH_1} ${CMAKE_MATCH_2} ${CMAKE_MATCH_3}" PARENT_SCOPE)
endfunction()
totals_of(totals ${IMAGE})
set(usual "")
if(USUAL)
    totals_of(usual ${USUAL})
endif()
set(parts ${MAP}.parts)
execute_process(COMMAND ${AWK} -f ${CMAKE_CURRENT_LIST_DIR}/parts.awk ${MAP} OUTPUT_FILE ${parts} COMMAND_ERROR_IS_FATAL ANY)
set(limits ${LIMITS})
if(NOT EXISTS "${LIMITS}")
    set(limits /dev/null)
endif()

if(WRITE)
    set(text "")
    if(EXISTS "${LIMITS}")
        file(STRINGS ${LIMITS} lines REGEX "^(#|most )")
        list(JOIN lines "\n" text)
    endif()
    execute_process(COMMAND ${AWK} "{ print \"part\", $1, $2, $3 + $4 }" ${parts} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE ${LIMITS} "${text}\n${lines}")
    return()
endif()

execute_process(COMMAND ${AWK} -v "totals=${totals}" -v "usual=${usual}" -f ${CMAKE_CURRENT_LIST_DIR}/table.awk ${limits} ${parts}
                RESULT_VARIABLE status OUTPUT_VARIABLE table ERROR_VARIABLE said)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo_append "${table}")
if(NOT status EQUAL 0)
    string(STRIP "${said}" said)
    string(REPLACE "\n" "\n " said "${said}") # lines that begin with a blank are not wrapped
    message(FATAL_ERROR " ${said}")
endif()
