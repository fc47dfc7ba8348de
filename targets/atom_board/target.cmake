# A board with a 32-bit Atom (N270 and later), started by GRUB.
pontoon_target(HAL x86_32 ARCH i686 OS none TOOLCHAIN i686-none.cmake
               FLAGS -march=bonnell -mfpmath=sse PARTS uart_16550 LIBS gcc)
