# BeagleBone: AM335x, a Cortex-A8.
pontoon_target(HAL arm_a8)
