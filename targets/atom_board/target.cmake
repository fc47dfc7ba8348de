# A board with a 32-bit Atom (N270 and later), started by GRUB.
pontoon_target(HAL x86_32 FLAGS -march=bonnell -mfpmath=sse)
