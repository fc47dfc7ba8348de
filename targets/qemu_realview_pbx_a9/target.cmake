# RealView PBX: up to four Cortex-A9.
pontoon_target(HAL arm_a9)
