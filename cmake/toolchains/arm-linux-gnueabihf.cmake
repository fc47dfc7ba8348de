# Linux on 32-bit ARM with floating point.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(arm-linux-gnueabihf- LIBRARY libc.a PACKAGES gcc-arm-linux-gnueabihf libc6-dev-armhf-cross)
