# A 64-bit PC, as QEMU's. Exceptions use the stack of what they interrupt, so nothing may lie below it.
pontoon_target(HAL x86_64 ARCH x86_64 OS none TOOLCHAIN x86_64-none.cmake
               FLAGS -mno-red-zone -mcmodel=small PARTS uart_16550 LIBS gcc)
