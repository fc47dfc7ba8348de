set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ppc64le)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(powerpc64le-linux-gnu- "Debian's package is gcc-powerpc64le-linux-gnu")
