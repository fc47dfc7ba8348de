# A PC with a 32-bit Atom, as QEMU's.
pontoon_target(HAL x86_32 FLAGS -march=bonnell -mfpmath=sse)
