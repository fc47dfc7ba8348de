# 64-bit RISC-V: the Linux compiler, told that there is neither an operating system nor a C library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(riscv64-linux-gnu- PACKAGES gcc-riscv64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/none.cmake)
