# Raspberry Pi 4: BCM2711, four Cortex-A72.
pontoon_target(HAL aarch64 FLAGS -mcpu=cortex-a72)
