# PandaBoard: OMAP4430 or 4460, two Cortex-A9.
pontoon_target(HAL arm_a9)
