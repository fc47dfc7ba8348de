# A PC with a 32-bit Atom, as QEMU's.
pontoon_target(HAL x86_32 ARCH i686 OS none TOOLCHAIN i686-none.cmake
               FLAGS -march=bonnell -mfpmath=sse PARTS uart_16550 LIBS gcc)
