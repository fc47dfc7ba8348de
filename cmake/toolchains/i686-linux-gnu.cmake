# Linux on 32-bit x86.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(i686-linux-gnu- LIBRARY libc.a PACKAGES gcc-i686-linux-gnu libc6-dev-i386-cross)
