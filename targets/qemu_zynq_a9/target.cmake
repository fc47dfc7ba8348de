# Zynq-7000: a Cortex-A9 under QEMU.
pontoon_target(HAL arm_a9)
