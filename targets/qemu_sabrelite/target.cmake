# Sabrelite: i.MX6 Quad, four Cortex-A9.
pontoon_target(HAL arm_a9)
