# 64-bit ARM without an operating system: the Linux compiler, with picolibc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(aarch64-linux-gnu- LIBRARY picolibc.specs PACKAGES gcc-aarch64-linux-gnu picolibc-aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/none.cmake)
