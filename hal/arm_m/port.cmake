# Cortex-M, one core, without an operating system. A board's FLAGS name the core and its floating-point unit.
pontoon_port(OS none TOOLCHAIN arm-none-eabi.cmake USES one_core bare parts
             FLAGS -mthumb -ffreestanding -ffunction-sections -fdata-sections -fno-delete-null-pointer-checks
                   -DHAL_LIMIT_CONTEXTS=2 -DHAL_LIMIT_OP_KERNELS=192 -DHAL_LIMIT_CHAINS=16)
