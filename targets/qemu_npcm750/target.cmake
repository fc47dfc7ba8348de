# Nuvoton NPCM750: two Cortex-A9.
pontoon_target(HAL arm_a9)
