# Linux on 64-bit POWER, little-endian.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ppc64le)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(powerpc64le-linux-gnu- LIBRARY libc.a PACKAGES gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross)
