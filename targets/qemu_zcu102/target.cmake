# ZCU102: Zynq UltraScale+, four Cortex-A53.
pontoon_target(HAL aarch64 FLAGS -mcpu=cortex-a53)
