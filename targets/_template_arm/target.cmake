# A bare board with a Cortex-A9 (arm_a9) or a Cortex-A8 (arm_a8). Copy this folder to targets/<board> and put
# a fact in place of each FILL_IN; the first one left stops the configuration or the compiler, which names it.
pontoon_target(HAL FILL_IN_arm_a9_or_arm_a8)
