# QEMU's n800 with a Cortex-A8.
pontoon_target(HAL arm_a8)
