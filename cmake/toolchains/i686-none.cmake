# 32-bit x86: the Linux compiler, told that there is neither an operating system nor a C library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR i686)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(i686-linux-gnu- PACKAGES gcc-i686-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/x86-none.cmake)
