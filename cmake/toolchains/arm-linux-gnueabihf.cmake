set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(arm-linux-gnueabihf- "Debian's package is gcc-arm-linux-gnueabihf")
