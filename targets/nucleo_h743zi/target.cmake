# Nucleo-H743ZI: STM32H743, a Cortex-M7 with a floating-point unit of double precision and caches. UNTESTED on hardware.
# Left out is what one core without translation has not, and what runs only when it is asked for.
pontoon_target(HAL arm_m ARCH armv7em
               PROBES timer_floor add_chain cache_size cache_line cache_ways cache_policy write_policy ops peaks
                      bandwidth live_ranges mlp branch icache contexts regions screen
               FLAGS -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard -DHAL_LIMIT_SWEEP_POINTS=128
                     -DHAL_LIMIT_BRANCH_LOG2=12 -DHAL_LIMIT_HELD_BYTES=16384)
