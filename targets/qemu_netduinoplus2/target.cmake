# Netduino Plus 2: STM32F405, a Cortex-M4 with a floating-point unit of single precision, 1 MiB of flash memory.
# Left out is what one core without translation or a cache of data has not, and what runs only when it is asked for.
# Also left out for the limit of the image: screen.
pontoon_target(HAL arm_m ARCH armv7em
               PROBES timer_floor add_chain cache_size ops peaks bandwidth live_ranges branch icache
                      contexts regions
               FLAGS -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -DHAL_LIMIT_SWEEP_POINTS=64
                     -DHAL_LIMIT_BRANCH_LOG2=11 -DHAL_LIMIT_HELD_BYTES=8192)
