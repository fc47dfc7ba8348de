# 64-bit x86: the Linux compiler, told that there is neither an operating system nor a C library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(x86_64-linux-gnu- PACKAGES gcc-x86-64-linux-gnu) # on that machine itself, its gcc
include(${CMAKE_CURRENT_LIST_DIR}/x86-none.cmake)
