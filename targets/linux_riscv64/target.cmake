# Linux on 64-bit RISC-V (rv64gc).
pontoon_target(HAL posix ARCH riscv64 OS linux TOOLCHAIN riscv64-linux-gnu.cmake)
