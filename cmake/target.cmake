# Reads the one call by which a board describes itself, in targets/<board>/target.cmake:
#
#   pontoon_target(HAL <port> [ARCH <name>] [OS <name>] [TOOLCHAIN <file>] [PROBES <probe> ...]
#                  [FLAGS <compiler flag> ...])
#
# HAL: a folder under hal/. Sources in the board's own folder belong to the port, too, and link.ld there is
# the linker script.
# ARCH, OS: words for the RUN sentence ("none" where there is no OS).
# TOOLCHAIN: a file under cmake/toolchains; without one the compiler of this machine is meant, and analyze,
# board_runner and tests are built, too.
# PROBES: those that its image has, where not all fit; -DPONTOON_PROBES=A;B names others.
# FLAGS: compiler flags that choose the core. All others are the port's.
#
# and that by which a port does, in hal/<port>/port.cmake:
#
#   pontoon_port([ARCH <name>] [OS <name>] [TOOLCHAIN <file>] [USES <folder under hal/> ...]
#                [FLAGS <compiler flag> ...] [LIBS <library> ...])
#
# ARCH, OS, TOOLCHAIN: what every board of the port has, unless the board says otherwise. Without a toolchain
# ARCH and OS are this machine's.
# USES: folders whose files the port takes, too; of two files with one name, the port's own is taken. Files
# that are still lacking come from hal/generic. hal/parts are drivers: an image links those that its board.c
# names, and those that they name in turn.
# FLAGS come after the board's, so that no board can be without them.

# Stops the configuration where a word of the call in FILE is unknown or open.
macro(pontoon_check_words file known prefix)
    if(${prefix}_UNPARSED_ARGUMENTS)
        list(GET ${prefix}_UNPARSED_ARGUMENTS 0 pontoon_word)
        string(REPLACE ";" " " pontoon_words "${known}")
        message(FATAL_ERROR "${file}: ${pontoon_word}: no such word; there are: ${pontoon_words}")
    endif()
    foreach(pontoon_key IN ITEMS ${known})
        if("${${prefix}_${pontoon_key}}" MATCHES "FILL_IN|^$" AND
           (DEFINED ${prefix}_${pontoon_key} OR pontoon_key IN_LIST ${prefix}_KEYWORDS_MISSING_VALUES))
            message(FATAL_ERROR "${file}: ${pontoon_key} is missing: ${${prefix}_${pontoon_key}}")
        endif()
    endforeach()
endmacro()

macro(pontoon_target)
    cmake_parse_arguments(PONTOON "" "HAL;ARCH;OS;TOOLCHAIN" "PROBES;FLAGS" ${ARGN})
    pontoon_check_words(${CMAKE_CURRENT_LIST_FILE} "HAL;ARCH;OS;TOOLCHAIN;FLAGS" PONTOON)
    set(pontoon_target_probes ${PONTOON_PROBES})
    unset(PONTOON_PROBES) # a person's choice, in the cache, has this name
endmacro()

macro(pontoon_port)
    cmake_parse_arguments(PORT "" "ARCH;OS;TOOLCHAIN" "USES;FLAGS;LIBS" ${ARGN})
    pontoon_check_words(${CMAKE_CURRENT_LIST_FILE} "ARCH;OS;TOOLCHAIN;USES;FLAGS;LIBS" PORT)
endmacro()

# pontoon_register_bits(OPTION DOC SOURCE MACRO): a number, 0 at first, that SOURCE sees as MACRO. A port's sources.cmake
# calls it: bits of a register that an image leaves off or turns on, to compare it with the usual one.
function(pontoon_register_bits option doc source macro)
    set(${option} 0 CACHE STRING "${doc}")
    if(NOT ${option} MATCHES "^(0x[0-9a-fA-F]+|[0-9]+)$")
        message(FATAL_ERROR "${option}: ${${option}}: a number is needed, as 0x4")
    endif()
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS ${macro}=${${option}})
endfunction()

# Sets OUT to what `uname OPTION` prints, in lower case.
function(pontoon_uname out option)
    find_program(PONTOON_UNAME uname)
    execute_process(COMMAND ${PONTOON_UNAME} ${option} OUTPUT_VARIABLE word OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(TOLOWER "${word}" word)
    set(${out} "${word}" PARENT_SCOPE)
endfunction()

# Words that the board leaves out are the port's; those that the port leaves out are this machine's.
macro(pontoon_complete_target)
    foreach(fact ARCH OS TOOLCHAIN)
        if(NOT PONTOON_${fact})
            set(PONTOON_${fact} ${PORT_${fact}})
        endif()
    endforeach()
    if(PONTOON_TOOLCHAIN)
        set(PONTOON_IS_HOST OFF)
        set(CMAKE_TOOLCHAIN_FILE ${CMAKE_CURRENT_SOURCE_DIR}/cmake/toolchains/${PONTOON_TOOLCHAIN})
        if(NOT EXISTS ${CMAKE_TOOLCHAIN_FILE})
            message(FATAL_ERROR "targets/${PONTOON_TARGET}/target.cmake: TOOLCHAIN ${PONTOON_TOOLCHAIN}: "
                                "no such file under cmake/toolchains/")
        endif()
    else()
        set(PONTOON_IS_HOST ON)
        if(NOT PONTOON_ARCH)
            pontoon_uname(PONTOON_ARCH -m)
        endif()
        if(NOT PONTOON_OS)
            pontoon_uname(PONTOON_OS -s)
        endif()
    endif()
    foreach(fact ARCH OS)
        if(NOT PONTOON_${fact})
            message(FATAL_ERROR "targets/${PONTOON_TARGET}/target.cmake: ${fact} is missing")
        endif()
    endforeach()
    list(APPEND PONTOON_FLAGS ${PORT_FLAGS})
endmacro()

macro(pontoon_read_target)
    set(PONTOON_TARGET_DIR ${CMAKE_CURRENT_SOURCE_DIR}/targets/${PONTOON_TARGET})
    if(NOT EXISTS ${PONTOON_TARGET_DIR}/target.cmake)
        file(GLOB pontoon_boards RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/targets
             ${CMAKE_CURRENT_SOURCE_DIR}/targets/*/target.cmake)
        string(REPLACE "/target.cmake" "" pontoon_boards "${pontoon_boards}")
        list(FILTER pontoon_boards EXCLUDE REGEX "^_")
        message(FATAL_ERROR "PONTOON_TARGET=${PONTOON_TARGET}: no such folder under targets/; "
                            "there are: ${pontoon_boards}")
    endif()
    include(${PONTOON_TARGET_DIR}/target.cmake)
    set(PONTOON_PORT_DIR ${CMAKE_CURRENT_SOURCE_DIR}/hal/${PONTOON_HAL})
    if(NOT PONTOON_HAL OR NOT IS_DIRECTORY ${PONTOON_PORT_DIR})
        message(FATAL_ERROR "targets/${PONTOON_TARGET}/target.cmake: HAL ${PONTOON_HAL}: "
                            "no such folder under hal/")
    endif()
    pontoon_port()
    include(${PONTOON_PORT_DIR}/port.cmake OPTIONAL)
    pontoon_complete_target()
endmacro()
