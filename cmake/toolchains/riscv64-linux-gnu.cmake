# Linux on 64-bit RISC-V.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(riscv64-linux-gnu- LIBRARY libc.a PACKAGES gcc-riscv64-linux-gnu libc6-dev-riscv64-cross)
