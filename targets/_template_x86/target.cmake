# A bare board with a 64-bit (x86_64) or 32-bit x86 processor (x86_32), started by a multiboot loader. Copy this
# folder to targets/<board> and put a fact in place of each FILL_IN; the first one left stops the configuration,
# the compiler or the linker, which names it. FLAGS may choose the core, as -march=bonnell -mfpmath=sse.
pontoon_target(HAL FILL_IN_x86_64_or_x86_32)
