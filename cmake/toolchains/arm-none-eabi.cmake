# ARM without an operating system, with newlib-nano, the small build of newlib.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR armv7)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program would want a board's linker script
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(arm-none-eabi- LIBRARY libc_nano.a PACKAGES gcc-arm-none-eabi libnewlib-arm-none-eabi)
set(CMAKE_C_FLAGS_INIT "--specs=nano.specs")
