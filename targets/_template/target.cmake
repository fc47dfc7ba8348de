# A board. Copy this folder to targets/<board>/ and put a fact in place of each FILL_IN; until then the
# configuration stops and names what is missing. The folder's name is the board's name everywhere.

# The port: a folder under hal/. What it does not have comes from hal/generic.
set(board_hal FILL_IN)

# Words for the log, read by people: the instruction set (armv7, x86_64 ...), and the operating system
# that the image runs under, `none` on a bare board.
set(board_arch FILL_IN)
set(board_os FILL_IN)

# Wanted by some boards only:
#   TOOLCHAIN  a file under cmake/toolchains; without it the compiler of this machine is meant
#   FLAGS      compiler flags that choose the core
#   LIBS       libraries that the port needs
#   PARTS      drivers under hal/parts that board.c names
# They go into the call at the end, as in
# `pontoon_target(HAL ... TOOLCHAIN arm-none-eabi.cmake PARTS gic scu pl310 clock_a9_global uart_pl011)`.

foreach(fact hal arch os)
    if(board_${fact} STREQUAL "FILL_IN")
        message(FATAL_ERROR "${CMAKE_CURRENT_LIST_FILE}: board_${fact} is missing")
    endif()
endforeach()
if(NOT IS_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../../hal/${board_hal})
    message(FATAL_ERROR "${CMAKE_CURRENT_LIST_FILE}: board_hal: there is no folder hal/${board_hal}")
endif()
pontoon_target(HAL ${board_hal} ARCH ${board_arch} OS ${board_os})
