# 64-bit RISC-V without an operating system, with picolibc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(riscv64-unknown-elf- LIBRARY picolibc.specs
                 PACKAGES gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf)
include(${CMAKE_CURRENT_LIST_DIR}/none.cmake)
