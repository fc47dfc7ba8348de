# Cubieboard: Allwinner A10, a Cortex-A8.
pontoon_target(HAL arm_a8)
