# 32-bit RISC-V in machine mode: one hart, no MMU, no floating-point unit, no firmware.
# By ISA specification 2.2 I contains CSRs and fence.i: the compiler then finds its library for rv32im.
pontoon_port(ARCH riscv32 OS none TOOLCHAIN riscv32-none.cmake USES one_core bare parts written encode
             FLAGS -march=rv32im -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany -mstrict-align
                   -fno-delete-null-pointer-checks -DHAL_LIMIT_CONTEXTS=2)
# Without short instructions and floating-point operations a variant more would be too large.
set(PONTOON_PATTERN_LIST "triad:plain,barrier,cyclic1;jacobi2d:plain;dgemm:ijk" CACHE STRING
    "Patterns of the image, as NAME or NAME:VARIANT,..., or `all`; those of PONTOON_PATTERNS are always in it")
