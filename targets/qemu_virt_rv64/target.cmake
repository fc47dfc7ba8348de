# QEMU's virt board: up to eight 64-bit RISC-V harts.
pontoon_target(HAL riscv64)
