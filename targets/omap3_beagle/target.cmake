# BeagleBoard and BeagleBoard-xM: OMAP3530 or DM3730, a Cortex-A8.
pontoon_target(HAL arm_a8)
