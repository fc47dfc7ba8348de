# QEMU's 32-bit virt board without firmware: the image is what a reset starts.
pontoon_target(HAL riscv_m)
