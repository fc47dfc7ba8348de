# Linux on 64-bit ARM.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(aarch64-linux-gnu- LIBRARY libc.a PACKAGES gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
