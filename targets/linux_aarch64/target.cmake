# Linux on 64-bit ARM.
pontoon_target(HAL posix ARCH aarch64 OS linux TOOLCHAIN aarch64-linux-gnu.cmake)
