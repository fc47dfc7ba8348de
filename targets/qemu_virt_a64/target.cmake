# QEMU's virt board: up to eight 64-bit ARM cores.
pontoon_target(HAL aarch64 FLAGS -mcpu=cortex-a53)
