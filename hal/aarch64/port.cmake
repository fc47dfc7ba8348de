# 64-bit ARM (ARMv8-A) without an operating system.
# -mstrict-align: until the MMU is on, memory is Device, where an unaligned access faults. -mno-outline-atomics: those
# are the C library's. -fno-delete-null-pointer-checks: boot loaders leave words below 4 KiB.
pontoon_port(ARCH aarch64 OS none TOOLCHAIN aarch64-none.cmake USES bare64 arm_pmu bare parts written encode
             FLAGS -mstrict-align -mno-outline-atomics -fno-delete-null-pointer-checks)
