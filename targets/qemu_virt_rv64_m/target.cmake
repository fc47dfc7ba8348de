# QEMU's virt board without firmware: the image is what a reset starts.
pontoon_target(HAL riscv64)
