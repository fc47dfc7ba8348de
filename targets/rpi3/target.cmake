# Raspberry Pi 3 and Zero 2: BCM2837, four Cortex-A53.
pontoon_target(HAL aarch64 FLAGS -mcpu=cortex-a53)
