# A bare board with 64-bit ARM or RISC-V cores. Copy this folder to targets/<board> and put a fact in place of each
# FILL_IN; the first one left stops the configuration or the compiler, which names it.
pontoon_target(HAL FILL_IN_aarch64_or_riscv64)
