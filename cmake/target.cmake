# What a board says of itself, in targets/<board>/target.cmake:
#
#   pontoon_target(HAL <port> ARCH <name> OS <name>
#                  [TOOLCHAIN <file under cmake/toolchains>] [FLAGS <compiler flag> ...] [LIBS <lib> ...]
#                  [PARTS <driver under hal/parts> ...])
#
# HAL: a folder under hal/; what it lacks is taken from the folders that its port.cmake names as
# PORT_USES, and then from hal/generic. Sources in the board's own folder belong to the port, too, and
# link.ld there is the linker script.
# ARCH, OS: words for the RUN sentence ("none" where there is no OS).
# TOOLCHAIN: absent where the host's own compiler is meant; then analyze, board_runner and tests are built too.
macro(pontoon_target)
    cmake_parse_arguments(PONTOON "" "HAL;ARCH;OS;TOOLCHAIN" "FLAGS;LIBS;PARTS" ${ARGN})
endmacro()

macro(pontoon_read_target)
    set(PONTOON_TARGET_DIR ${CMAKE_CURRENT_SOURCE_DIR}/targets/${PONTOON_TARGET})
    if(NOT EXISTS ${PONTOON_TARGET_DIR}/target.cmake)
        file(GLOB pontoon_boards RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/targets
             ${CMAKE_CURRENT_SOURCE_DIR}/targets/*/target.cmake)
        string(REPLACE "/target.cmake" "" pontoon_boards "${pontoon_boards}")
        list(REMOVE_ITEM pontoon_boards _template)
        message(FATAL_ERROR "PONTOON_TARGET=${PONTOON_TARGET}: no such folder under targets/; "
                            "there are: ${pontoon_boards}")
    endif()
    include(${PONTOON_TARGET_DIR}/target.cmake)
    if(NOT PONTOON_HAL OR NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/hal/${PONTOON_HAL})
        message(FATAL_ERROR "targets/${PONTOON_TARGET}/target.cmake: HAL ${PONTOON_HAL}: "
                            "no such folder under hal/")
    endif()
    if(PONTOON_TOOLCHAIN)
        set(PONTOON_IS_HOST OFF)
        set(CMAKE_TOOLCHAIN_FILE ${CMAKE_CURRENT_SOURCE_DIR}/cmake/toolchains/${PONTOON_TOOLCHAIN})
    else()
        set(PONTOON_IS_HOST ON)
    endif()
endmacro()
