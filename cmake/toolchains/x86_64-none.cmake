# The Linux compiler, told that there is neither an operating system nor a C library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(x86_64-linux-gnu- "Debian's package is gcc-x86-64-linux-gnu, or gcc on that machine itself")
include(${CMAKE_CURRENT_LIST_DIR}/x86-none.cmake)
