# Linux on 64-bit POWER, little-endian (POWER8 and later).
pontoon_target(HAL posix ARCH ppc64le OS linux TOOLCHAIN powerpc64le-linux-gnu.cmake)
