# Linux on 32-bit ARM with floating point (ARMv7).
pontoon_target(HAL posix ARCH armv7 OS linux TOOLCHAIN arm-linux-gnueabihf.cmake)
