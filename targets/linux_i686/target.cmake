# Linux on 32-bit x86 from the first Atom on.
pontoon_target(HAL posix ARCH i686 OS linux TOOLCHAIN i686-linux-gnu.cmake FLAGS -march=bonnell -mfpmath=sse -fno-pie)
